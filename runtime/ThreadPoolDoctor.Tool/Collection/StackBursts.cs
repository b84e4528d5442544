using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 2, stacks: sessions of the runtime's sampler that last some milliseconds each. The sampler stops all managed
/// threads at every tick (about one a millisecond), so the session is as short as it can be and is ended without
/// waiting for its first data, which the runtime holds back for 100 ms. The names of methods are asked for seldom:
/// once, and again only where code has come since.
/// </summary>
internal sealed class StackBursts
{
    private static readonly TimeSpan s_length = TimeSpan.FromMilliseconds(3);

    /// <summary>
    /// Where the sampler was slow to begin, because its process hardly gets a processor, the next bursts wait longer
    /// for it; never longer than the budget has ticks.
    /// </summary>
    private static readonly TimeSpan[] s_patience = [s_length, TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(45)];

    // Ticks of a burst that are kept: they are a millisecond apart and say the same.
    private const int KeptTicks = 2;

    // Stacks of threads, over all bursts that are kept: a long look of a big program drops its oldest.
    private const int MostStacks = 150_000;

    // A runtime that takes longer for the names is not asked for them twice.
    private const double CheapNamesSeconds = 1;

    private static readonly EventPipeProvider s_sampler = new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational);

    // The garbage collector's keyword brings the events of suspensions, too: how long threads stood still.
    private static readonly EventPipeProvider s_suspensions =
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, (long)ClrTraceEventParser.Keywords.GC);

    // A session must have a provider; this one sends nothing at this level.
    private static readonly EventPipeProvider s_nothing = new("Microsoft-Windows-DotNETRuntime", EventLevel.Critical);

    private readonly int _processId;
    private readonly DiagnosticsClient _client;
    private readonly Clock _clock;
    private readonly SuspensionBudget _budget;
    private readonly ReadAhead _lines;
    private readonly List<List<RawTick>> _bursts = [];
    private bool _showsNewCode;

    public StackBursts(int processId, DiagnosticsClient client, Clock clock, SuspensionBudget budget)
    {
        _processId = processId;
        _client = client;
        _clock = clock;
        _budget = budget;
        Resolver = new FrameResolver(processId, call => BlockingFrames.Match(call) is not null);
        Resolver.AwaitNames();
        _lines = new ReadAhead(Resolver);
    }

    private sealed record RawTick(double At, Dictionary<int, int> StackByThread);

    public FrameResolver Resolver { get; }

    /// <summary>Bursts tried so far, with or without names.</summary>
    public int Taken { get; private set; }

    /// <summary>Whether the names of all methods came, at least once.</summary>
    public bool Named { get; private set; }

    /// <summary>Ticks that brought samples.</summary>
    public int Ticks { get; private set; }

    public int Suspensions => _budget.Spent;

    /// <summary>For how long all threads stood still, together, as far as the runtime told.</summary>
    public double PauseMilliseconds { get; private set; }

    public long Events { get; private set; }

    public long Bytes { get; private set; }

    public long LostEvents { get; private set; }

    /// <summary>How long the names took when they were asked for last, in seconds.</summary>
    public double NamesTook { get; private set; }

    /// <summary>
    /// Whether asking for the names (again) would help: they have not come, were cut, or stacks show code that has been
    /// compiled since.
    /// </summary>
    public bool WantsNames => Ticks > 0 && (!Named || NamesTook < CheapNamesSeconds && _showsNewCode);

    /// <summary>
    /// What the bursts should have brought and did not, as a sentence without its beginning; null when nothing is
    /// missing.
    /// </summary>
    /// <param name="endIsExpected">Whether the process ended as it should, and could not be asked for what it had
    /// compiled last.</param>
    public string? Lacks(bool endIsExpected) =>
        Taken == 0 ? null
        : Ticks == 0 ? "stacks: the runtime took no samples."
        : Resolver.Methods == 0 ? "names of methods: the runtime did not send them."
        : !Named ? "some names of methods: the runtime did not send them all in time."
        : !endIsExpected && _showsNewCode ? "some names of methods: they were compiled after the names had come."
        : null;

    /// <summary>
    /// Takes one burst; with the names of all methods if asked for, which takes longer. False when the runtime did not
    /// end it before <paramref name="cancel"/>; what came until then counts.
    /// </summary>
    /// <param name="withNames">Whether names are asked for.</param>
    /// <param name="sample">Whether stacks are taken; names alone need no sampler.</param>
    /// <param name="cancel">Ends it.</param>
    public async Task<bool> TakeAsync(bool withNames, bool sample, CancellationToken cancel)
    {
        if (Plan(withNames, sample) is not { } plan) return true;
        if (Taken == 1 && !await RehearseAsync(cancel)) return false;
        Burst burst = new(_clock.Now);
        using ReadAhead.Turn turn = await _lines.TakeTurnAsync(cancel);
        using LiveSession session = await LiveSession.OpenAsync(_client, plan, source => Listen(source, burst), cancel);
        // Not awaited: on a busy machine every change of thread adds ticks to the burst.
        Thread.Sleep(Length);
        bool complete = await session.StopAsync(cancel);
        Ended(burst, session, withNames, complete);
        if (Named) _lines.Begin();
        return complete;
    }

    /// <summary>The same without an await and without reading ahead, for a process that looks at itself.</summary>
    public bool Take(bool withNames, TimeSpan patience, Func<SessionPlan, Action<EventPipeEventSource>, LiveSession> open)
    {
        if (Plan(withNames, sample: true) is not { } plan) return true;
        Burst burst = new(_clock.Now);
        using LiveSession session = open(plan, source => Listen(source, burst));
        Thread.Sleep(Length);
        bool complete = session.Stop(patience);
        Ended(burst, session, withNames, complete);
        return complete;
    }

    /// <summary>
    /// Ends a session without the sampler: while the tool compiles what that takes, for the first time, the sampler
    /// would go on stopping threads, and on a crowded machine spend most of what is allowed.
    /// </summary>
    private async Task<bool> RehearseAsync(CancellationToken cancel)
    {
        using LiveSession session = await LiveSession.OpenAsync(_client, new("rehearsal", [s_nothing]), _ => { }, cancel);
        return await session.StopAsync(cancel);
    }

    private sealed record Burst(double Began)
    {
        public List<RawTick> Ticks { get; } = [];

        public Pauses Pauses { get; } = new();
    }

    private TimeSpan Length => Ticks > 0 ? s_length : s_patience[Math.Min(Taken - 1, s_patience.Length - 1)];

    /// <summary>What the next burst asks for; null when it may neither sample nor is asked for names.</summary>
    private SessionPlan? Plan(bool withNames, bool sample)
    {
        bool maySample = sample && _budget.Allows(_clock.Now);
        if (!maySample && !withNames) return null;
        Taken++;
        return new(
            "stacks", maySample ? [s_sampler, s_suspensions] : [s_nothing], Stacks: true,
            withNames ? Rundown.NamesAndLines : 0, withNames ? TargetMemory.BufferFor(_processId) : LiveSession.SmallBuffer);
    }

    private void Ended(Burst burst, LiveSession session, bool withNames, bool complete)
    {
        Keep(burst.Ticks, burst.Pauses);
        Bytes += session.Bytes;
        LostEvents += session.LostEvents;
        if (withNames)
        {
            NamesTook = _clock.Now - burst.Began;
            bool came = complete && Resolver.Methods > 0;
            Named |= came;
            if (came) Resolver.NamesCame();
        }
        _showsNewCode = Resolver.HasNewUnknown();
        Resolver.Settle();
    }

    private void Keep(List<RawTick> ticks, Pauses pauses)
    {
        Ticks += ticks.Count;
        _budget.Spend(Math.Max(ticks.Count, pauses.Count));
        PauseMilliseconds += pauses.Milliseconds;
        if (ticks.Count == 0) return;
        _bursts.Add(ticks.Count <= KeptTicks ? ticks : [ticks[0], ticks[^1]]);
        while (_bursts.Count > 1 && _bursts.Sum(burst => burst.Sum(tick => tick.StackByThread.Count)) > MostStacks) _bursts.RemoveAt(0);
    }

    /// <summary>Waits until nobody else reads lines; from here on one thread may.</summary>
    public void EndReadingAhead() => _lines.End();

    /// <summary>Those of the newest bursts, while the look goes on; waits for the burst that is under way.</summary>
    public async Task<IReadOnlyList<StackSnapshot>> NewestAsync(int bursts, CancellationToken cancel)
    {
        using ReadAhead.Turn turn = await _lines.TakeTurnAsync(cancel);
        return Snapshots(Resolver, bursts);
    }

    /// <summary>
    /// The first and the last tick of each burst, with frames from this resolver; of the newest bursts if so many are
    /// asked for.
    /// </summary>
    public IReadOnlyList<StackSnapshot> Snapshots(FrameResolver resolver, int newest = int.MaxValue) => [.. _bursts
        .Skip(Math.Max(0, _bursts.Count - newest))
        .SelectMany(burst => burst)
        .Select(tick => new StackSnapshot(
            tick.At,
            [.. tick.StackByThread
                .Select(thread => new ThreadStack(thread.Key, resolver.Resolve(thread.Value), resolver.IsCut(thread.Value)))
                .Where(thread => thread.Stack.Count > 0)]))];

    private void Listen(EventPipeEventSource source, Burst burst)
    {
        (List<RawTick> ticks, Pauses pauses) = (burst.Ticks, burst.Pauses);
        Resolver.Listen(source);
        source.AllEvents += _ => Events++;
        source.Clr.GCSuspendEEStart += suspend => pauses.Begin(suspend.ThreadID, suspend.TimeStampRelativeMSec, suspend.Reason);
        source.Clr.GCRestartEEStop += restart => pauses.End(restart.ThreadID, restart.TimeStampRelativeMSec);
        source.Dynamic.All += traceEvent =>
        {
            if (traceEvent.ProviderName != s_sampler.Name) return;
            int stack = Resolver.StackOf(traceEvent);
            if (stack >= 0) Add(ticks, traceEvent, stack);
        };
    }

    /// <summary>One tick samples each thread once: a thread that comes again begins the next.</summary>
    private void Add(List<RawTick> ticks, TraceEvent traceEvent, int stack)
    {
        if (ticks.Count == 0 || !ticks[^1].StackByThread.TryAdd(traceEvent.ThreadID, stack))
        {
            ticks.Add(new(_clock.At(traceEvent), new() { [traceEvent.ThreadID] = stack }));
        }
    }
}
