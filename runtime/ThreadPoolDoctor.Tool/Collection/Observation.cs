using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Observes one live process in three tiers, cheapest first: /proc, then counters and pool events without stacks, then,
/// only when those show trouble, a few bursts of stacks and the events of locks and timers. The process is never
/// stopped from outside, nothing is written to its disk, and no code of it is run.
/// </summary>
internal sealed class Observation
{
    // Often enough to see a worker come, seldom enough to cost nothing.
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(50);

    private const double PatienceSeconds = 3;
    // Bursts of stacks when there is trouble, and more where those saw nothing.
    private const int Bursts = 3;
    private const int MoreBursts = 3;

    private readonly Target _target;
    private readonly ObservationOptions _options;
    private readonly Clock _clock = new();
    private readonly WatchListener _watch;
    private readonly CloseLookListener _closeLook;
    private readonly StackBursts _bursts;
    private readonly List<ThreadCensus> _censuses = [];
    private readonly List<string> _unseen = [];
    private LiveSession? _watchSession;
    private LiveSession? _closeSession;
    private long _lost;
    private long _bytes;

    public Observation(Target target, ObservationOptions options)
    {
        _target = target;
        _options = options;
        _watch = new WatchListener(_clock);
        _closeLook = new CloseLookListener(_clock);
        _bursts = new StackBursts(target, _clock, options.Timeout);
    }

    /// <summary>
    /// Looks until the duration is over, <paramref name="enough"/> is signalled, or the process ends; the last is
    /// ExpectedTrouble. <paramref name="progress"/> is told the share of the duration that has passed, 0 to 1.
    /// </summary>
    public async Task<Recording> RunAsync(IProgress<double>? progress, CancellationToken enough)
    {
        try
        {
            TakeCensus();
            _watchSession = await OpenAsync(WatchListener.Providers(CounterInterval()), false, 0, _watch.Listen, "watch");
            await LookAsync(progress, enough);
            await CloseAsync(_closeSession);
            await CloseAsync(_watchSession);
            TakeCensus();
            return Compose();
        }
        catch (Exception trouble) when (IpcTrouble.Explain(trouble, _target, _options.Timeout) is { } explained)
        {
            throw explained;
        }
        finally
        {
            _closeSession?.Dispose();
            _watchSession?.Dispose();
        }
    }

    private async Task LookAsync(IProgress<double>? progress, CancellationToken enough)
    {
        double duration = _options.Duration.TotalSeconds;
        double nextCensus = 0;
        Schedule schedule = new(duration, Bursts);
        while (!enough.IsCancellationRequested
            && (_clock.Now < duration || schedule.Owes(_bursts.Taken, Trouble()) || OwesReadings(duration)))
        {
            if (_watchSession!.Drained.IsCompleted) throw IpcTrouble.Ended(_target);
            progress?.Report(Math.Min(1, _clock.Now / duration));
            if (_clock.Now >= nextCensus) nextCensus = TakeCensus();
            if (Trouble()) await LookCloserAsync(schedule);
            await Task.WhenAny(Task.Delay(s_pulse, enough), _watchSession.Drained);
        }
        if (_bursts.Taken > 0 && !_bursts.Named) await _bursts.TakeAsync(withNames: true);
        // Without a single sample there is no cause to name: the process had no processor at the time, and may get one yet.
        for (int more = 0; more < MoreBursts && _bursts.Taken > 0 && _bursts.Suspensions == 0; more++)
        {
            await _bursts.TakeAsync(withNames: true);
        }
    }

    private async Task LookCloserAsync(Schedule schedule)
    {
        _closeSession ??= await OpenAsync(CloseLookListener.Providers, false, 0, _closeLook.Listen, "close look");
        if (_closeLook.BudgetSpent.IsCompleted && !_closeSession.Drained.IsCompleted) await CloseAsync(_closeSession);
        if (!schedule.IsDue(_bursts.Taken, _clock.Now)) return;
        await _bursts.TakeAsync(withNames: schedule.IsLast(_bursts.Taken));
    }

    /// <summary>On a machine that is short of processors the counters come late; without two of them there is no verdict.</summary>
    private bool OwesReadings(double duration) => _watch.Ticks.Count < 2 && _clock.Now < duration + PatienceSeconds;

    private bool Trouble() =>
        TroubleSigns.Show(_target.Processors, _watch.Ticks, _watch.Adjustments, _censuses.Count == 0 ? null : _censuses[^1])
        || _watch.Bundled is { } bundled && (bundled.Blocked > 0 || TroubleSigns.Show(_target.Processors, bundled.Ticks, [], null));

    /// <summary>At least four readings within the duration; never more often than five a second.</summary>
    private TimeSpan CounterInterval() =>
        TimeSpan.FromSeconds(Math.Clamp(_options.Duration.TotalSeconds / 6, 0.2, 1));

    /// <summary>Returns when the next is due: later where there are so many threads that counting them takes time.</summary>
    private double TakeCensus()
    {
        double before = _clock.Now;
        if (!ProcFiles.Available) return double.MaxValue;
        if (ProcFiles.ReadCensus(_target.ProcessId, before) is { } census) _censuses.Add(census);
        return before + Math.Max(0.1, 20 * (_clock.Now - before));
    }

    private async Task<LiveSession> OpenAsync(
        IReadOnlyList<EventPipeProvider> providers, bool stacks, long rundown,
        Action<Microsoft.Diagnostics.Tracing.EventPipeEventSource> listen, string name)
    {
        using CancellationTokenSource limit = new(_options.Timeout);
        return await LiveSession.OpenAsync(_target.Client, providers, stacks, rundown, listen, name, limit.Token);
    }

    private async Task CloseAsync(LiveSession? session)
    {
        if (session is null || session.Drained.IsCompletedSuccessfully) return;
        using CancellationTokenSource limit = new(_options.Timeout);
        await session.StopAsync(limit.Token);
        _lost += session.LostEvents;
        _bytes += session.Bytes;
    }

    private Recording Compose()
    {
        if (!ProcFiles.Available)
        {
            _unseen.Add("thread names, start times and states (this system has no /proc): 'since' reaches back only to the attach.");
        }
        if (_bursts.Trouble is { } trouble) _unseen.Add(trouble);
        IReadOnlyList<StackSnapshot> snapshots = _bursts.Snapshots();
        _unseen.AddRange(_bursts.Doubts);
        (int? min, int? max) = PoolLimits.Of(_target, _watch.Limits);
        return new()
        {
            Process = new(
                _target.ProcessId, _target.Name, _target.Runtime, OperatingSystemName(), _target.Processors,
                OperatingSystem.IsWindows() ? PoolKind.Unknown : PoolKind.Portable,
                min, max, _watch.Bundled is not null || _censuses.Any(census => census.Count(ThreadRole.BundledWorker) > 0)),
            Cost = new(
                _clock.StartedAt, _clock.Now, _lost + _bursts.LostEvents, _bursts.Suspensions,
                _watch.Events + _closeLook.Events + _bursts.Events, _bytes + _bursts.Bytes),
            Ticks = _watch.Ticks,
            BundledPool = _watch.Bundled,
            Adjustments = _watch.Adjustments,
            Censuses = _censuses,
            Snapshots = snapshots,
            LockWaits = _closeLook.LockWaits,
            Timers = _closeLook.Timers,
            WaitRegistrations = TroubleSigns.ManyWaits(_censuses.LastOrDefault()) ? _bursts.WaitRegistrations() : [],
            Unseen = _unseen,
        };
    }

    private static string OperatingSystemName() =>
        OperatingSystem.IsLinux() ? "linux" : OperatingSystem.IsWindows() ? "windows" : OperatingSystem.IsMacOS() ? "macos" : "other";
}
