using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 2, stacks: sessions of the runtime's sampler that last some milliseconds each. The sampler stops all managed
/// threads at every tick (about one a millisecond), so the session is as short as it can be and is ended without
/// waiting for its first data, which the runtime holds back for 100 ms. Names are asked for once, with the last burst.
/// </summary>
internal sealed class StackBursts
{
    private static readonly TimeSpan s_length = TimeSpan.FromMilliseconds(3);

    /// <summary>
    /// Where the sampler was slow to begin, because its process hardly gets a processor, the next bursts wait longer for
    /// it; never longer than the budget has ticks.
    /// </summary>
    private static readonly TimeSpan[] s_patience = [s_length, TimeSpan.FromMilliseconds(25), TimeSpan.FromMilliseconds(45)];

    // On a busy machine a session ends late and a burst has many ticks; past this many, only names are asked for.
    private const int SuspensionBudget = 50;

    // Ticks of a burst that are kept: they are a millisecond apart and say the same.
    private const int KeptTicks = 2;

    private static readonly IReadOnlyList<EventPipeProvider> s_sampler =
        [new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)];

    // A session must have a provider; this one sends nothing at this level.
    private static readonly IReadOnlyList<EventPipeProvider> s_nothing =
        [new("Microsoft-Windows-DotNETRuntime", EventLevel.Critical)];

    private readonly Target _target;
    private readonly Clock _clock;
    private readonly TimeSpan _timeout;
    private readonly FrameResolver _resolver;
    private readonly List<List<RawTick>> _bursts = [];
    private long _events;

    public StackBursts(Target target, Clock clock, TimeSpan timeout)
    {
        _target = target;
        _clock = clock;
        _timeout = timeout;
        _resolver = new FrameResolver(target.ProcessId, call => BlockingFrames.Match(call) is not null);
    }

    private sealed record RawTick(double At, Dictionary<int, int> StackByThread);

    /// <summary>Bursts taken so far, with or without names.</summary>
    public int Taken { get; private set; }

    /// <summary>Whether the names of methods have been asked for.</summary>
    public bool Named { get; private set; }

    /// <summary>Ticks: each stopped all managed threads once.</summary>
    public int Suspensions => _bursts.Sum(burst => burst.Count);

    public long Events => _events;

    public long Bytes { get; private set; }

    public long LostEvents { get; private set; }

    /// <summary>Why there are no stacks, or null.</summary>
    public string? Trouble => Taken == 0 ? null
        : Suspensions == 0 ? "stacks: the runtime took no samples."
        : _resolver.Methods == 0 ? "names of methods: the runtime did not send them."
        : null;

    /// <summary>Takes one burst; with the names of all methods if asked for, which takes longer.</summary>
    public async Task TakeAsync(bool withNames)
    {
        List<RawTick> ticks = [];
        using CancellationTokenSource limit = new(_timeout);
        using LiveSession session = await LiveSession.OpenAsync(
            _target.Client, MayStopThreads() ? s_sampler : s_nothing, stacks: true,
            withNames ? Rundown.NamesAndLines : 0, source => Listen(source, ticks), "stacks", limit.Token);
        // Not awaited: on a busy machine every change of thread adds ticks to the burst.
        Thread.Sleep(Suspensions > 0 ? s_length : s_patience[Math.Min(Taken, s_patience.Length - 1)]);
        await session.StopAsync(limit.Token);
        _bursts.Add(ticks);
        Bytes += session.Bytes;
        LostEvents += session.LostEvents;
        Taken++;
        Named |= withNames;
    }

    /// <summary>Whether another burst like the longest so far stays within the budget.</summary>
    private bool MayStopThreads() =>
        Suspensions + _bursts.Select(burst => burst.Count).DefaultIfEmpty().Max() <= SuspensionBudget;

    /// <summary>The first and the last tick of each burst, with frames.</summary>
    public IReadOnlyList<StackSnapshot> Snapshots() => [.. _bursts
        .SelectMany(Kept)
        .Select(tick => new StackSnapshot(
            tick.At,
            [.. tick.StackByThread
                .Select(thread => new ThreadStack(thread.Key, _resolver.Resolve(thread.Value), _resolver.IsCut(thread.Value)))
                .Where(thread => thread.Stack.Count > 0)]))];

    /// <summary>What the stacks cannot tell of the user's code; complete when <see cref="Snapshots"/> have been made.</summary>
    public IReadOnlyCollection<string> Doubts => _resolver.Doubts;

    /// <summary>Places in the user's code that register waits with the pool.</summary>
    public IReadOnlyList<Frame> WaitRegistrations() =>
        [.. s_registrations.SelectMany(_resolver.CallSitesOf)];

    private static readonly string[] s_registrations =
    [
        "System.Threading.ThreadPool.RegisterWaitForSingleObject",
        "System.Threading.ThreadPool.UnsafeRegisterWaitForSingleObject",
    ];

    private static IEnumerable<RawTick> Kept(List<RawTick> burst) =>
        burst.Count <= KeptTicks ? burst : [burst[0], burst[^1]];

    private void Listen(EventPipeEventSource source, List<RawTick> ticks)
    {
        _resolver.Listen(source);
        source.AllEvents += _ => _events++;
        source.Dynamic.All += traceEvent =>
        {
            if (traceEvent.ProviderName != "Microsoft-DotNETCore-SampleProfiler") return;
            int stack = _resolver.StackOf(traceEvent);
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
