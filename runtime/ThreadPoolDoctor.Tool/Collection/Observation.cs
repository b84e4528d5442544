using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Tool.Collection.Queues;
using ThreadPoolDoctor.Tool.Collection.Requests;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Observes one live process in three tiers, cheapest first: /proc, then counters and pool events without stacks, then,
/// only when those show trouble, a few bursts of stacks and the events of locks and timers. The process is never
/// stopped from outside, nothing is written to its disk, and no code of it is run. Each tier may fail: the recording
/// tells what was seen, and what was not.
/// </summary>
internal sealed class Observation
{
    // How often the cheap tiers are asked whether there is trouble: a comparison of two numbers.
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(50);

    // A pool that adds a thread because of starvation starves for about so long.
    private const double InjectionSeconds = 0.4;

    private readonly Target _target;
    private readonly ObservationOptions _options;
    private readonly Clock _clock = new();
    private readonly Patience _patience;
    private readonly NotSeen _unseen = new();
    private readonly Tiers _tiers;
    private readonly ThreadWatch _threads;
    private readonly CensusBook _censuses = new();
    private readonly WatchTier _watch;
    private readonly CloseLook _closeLook;
    private readonly QueueLook _queue;
    private readonly RequestLook _requests;
    private readonly StackTier _stacks;
    private readonly CpuThrottling? _throttledBefore;

    public Observation(Target target, ObservationOptions options)
    {
        _target = target;
        _options = options;
        _throttledBefore = Processors.ThrottlingOf(target.ProcessId);
        _patience = new Patience(_clock, options);
        _tiers = new Tiers(target, _patience, _unseen, options.UntilItEnds);
        _threads = new ThreadWatch(target.ProcessId);
        _watch = new WatchTier(target, options, _tiers, _clock);
        _closeLook = new CloseLook(_tiers, _clock);
        StackBursts bursts = new(target.ProcessId, target.Client, _clock, new SuspensionBudget(options.MaxSuspensions));
        _stacks = new StackTier(bursts, options, _watch.HasTimeForOne, _tiers, _patience, _clock);
        _queue = new QueueLook(_tiers, _clock, options.Duration, _stacks.AreWanted, WatchProviders.HasMeters(target.Runtime));
        _requests = new RequestLook(target.ProcessId, _tiers, _clock, _watch.Pace);
        if (!_stacks.AreWanted) _unseen.Add("stacks: they were not asked for, so that code that blocks cannot be named.");
    }

    /// <summary>Done once the cheap tiers watch: for a process that waits for it at its start.</summary>
    public Func<Task>? WhenWatching { get; init; }

    /// <summary>
    /// Looks until the duration is over, <paramref name="enough"/> is signalled, or the process ends. Throws
    /// ExpectedTrouble when nothing could be seen. <paramref name="progress"/> is told the share of the duration that
    /// has passed, 0 to 1.
    /// </summary>
    public async Task<Recording> RunAsync(IProgress<double>? progress, CancellationToken enough)
    {
        try
        {
            return await Task.Run(() => ObserveAsync(progress, enough), CancellationToken.None)
                .WaitAsync(_patience.Longest, CancellationToken.None);
        }
        catch (TimeoutException)
        {
            // Each step has a limit of its own; this one is for what nobody thought of.
            throw IpcTrouble.Silent(_target, _patience.Longest);
        }
    }

    /// <summary>Seconds since it began.</summary>
    public double Now => _clock.Now;

    /// <summary>Whether a burst is being taken.</summary>
    public bool TakesBurst => !_stacks.Current.IsCompleted;

    /// <summary>Takes a burst as soon as may be, trouble or not; within what is allowed in a minute.</summary>
    public void AskForBurst() => _stacks.Ask();

    /// <summary>
    /// What is seen at this moment, while the look goes on: the newest reading and census, and the newest bursts. Waits
    /// for the burst that is under way.
    /// </summary>
    public async Task<Recording> PeekAsync(int bursts, CancellationToken cancel)
    {
        return Compose(StacksRead.Of(await Bursts.NewestAsync(bursts, cancel))) with
        {
            Ticks = _watch.Seen.LatestTick is { } tick ? [tick] : [],
            Censuses = _censuses.Latest is { } census ? [census] : [],
        };
    }

    private async Task<Recording> ObserveAsync(IProgress<double>? progress, CancellationToken enough)
    {
        try
        {
            TakeCensus();
            await _watch.BeginAsync();
            if (WhenWatching is not null) await WhenWatching();
            await LookAsync(progress, enough);
            if (_watch.HasTimeForOne && !enough.IsCancellationRequested && !_watch.TargetEnds.IsCompleted)
            {
                await EndWithOneReadingAsync(progress, enough);
            }
            double looked = _clock.Now;
            _patience.LookEnded();
            await _stacks.TakeLastAsync(() => WorkWaits);
            TakeCensus();
            await _queue.EndAsync();
            await _requests.EndAsync();
            await _closeLook.EndAsync();
            bool answered = await _watch.EndAsync();
            TellWhatIsMissing(looked, answered, enough.IsCancellationRequested);
            return Compose(StacksRead.From(Bursts, _queue, _censuses, _patience, _unseen));
        }
        catch (Exception trouble) when (IpcTrouble.Explain(trouble, _target, TimeSpan.FromSeconds(_clock.Now)) is { } explained)
        {
            throw explained;
        }
        finally
        {
            _queue.Dispose();
            _requests.Dispose();
            _closeLook.Dispose();
            _watch.Dispose();
            _stacks.Dispose();
        }
    }

    /// <summary>
    /// The only reading for which there is time is told when its session ends. If that does not settle the matter, the
    /// session is opened again for another.
    /// </summary>
    private async Task EndWithOneReadingAsync(IProgress<double>? progress, CancellationToken enough)
    {
        if (!await _watch.EndForReadingAsync() || !_tiers.Lives()) return;
        do
        {
            await LookAsync(progress, enough);
            await _stacks.Current;
        }
        while (_stacks.Owes(Trouble()) && !enough.IsCancellationRequested);
        if (_watch.Lacks(RunsBundledPool)) await _watch.BeginAsync();
        else if (await LeavesOpenAsync(enough)) await _watch.BeginAgainAsync();
        else return;
        await LookAsync(progress, enough);
    }

    /// <summary>
    /// Whether work waits, and neither blocked workers nor processors that the process uses up say why: it may have
    /// come in the moment of the only reading.
    /// </summary>
    private async Task<bool> LeavesOpenAsync(CancellationToken enough)
    {
        if (!_watch.Seen.WorkWaits) return false;
        PoolSignals seen = PoolSignals.Of(Compose(StacksRead.Of(await Bursts.NewestAsync(int.MaxValue, enough))));
        return seen.WorkWaits && !seen.MostlyBlocked && (!seen.Saturated || seen.CrowdedOut);
    }

    private async Task LookAsync(IProgress<double>? progress, CancellationToken enough)
    {
        double duration = _options.Duration.TotalSeconds;
        while (!enough.IsCancellationRequested && !_watch.TargetEnds.IsCompleted
            && (_clock.Now < duration || _stacks.Owes(Trouble()) || _watch.Owes(RunsBundledPool)))
        {
            progress?.Report(Math.Min(1, _clock.Now / duration));
            if (_censuses.IsDue(_clock.Now)) TakeCensus();
            _stacks.Step(WorkWaits);
            await _watch.WatchAnotherWayAsync();
            if (Trouble()) await LookCloserAsync();
            else await _closeLook.EndAsync();
            await Task.WhenAny(Task.Delay(s_pulse, enough), _watch.TargetEnds);
        }
    }

    private async Task LookCloserAsync()
    {
        await _closeLook.LookAsync(_stacks.WindowStart);
        await _queue.LookAsync(_stacks.WindowStart, WorkWaits ? _watch.Seen.LatestTick : null);
        await _requests.LookAsync(WorkWaits);
        await _stacks.TakeIfDueAsync(WorkWaits);
    }

    private StackBursts Bursts => _stacks.Taken;

    private bool RunsBundledPool =>
        _watch.Seen.BundledReadings > 0 || _censuses.Latest?.Count(ThreadRole.BundledWorker) > 0;

    /// <summary>Whether there was a sign of trouble in the present window of the look.</summary>
    private bool Trouble() => _watch.Seen.TroubleAt >= _stacks.WindowStart
        || _censuses.Latest is { } census && TroubleSigns.Shows(census, _target.Processors);

    /// <summary>Whether work waits at this moment, as far as the latest reading and the pool's own word tell.</summary>
    private bool WorkWaits => _watch.Seen.WorkWaits || _clock.Now - _watch.Seen.InjectedAt < InjectionSeconds;

    private void TakeCensus()
    {
        if (!ProcFiles.Available) return;
        double began = _clock.Now;
        _censuses.Add(_threads.Read(began, BootClock.Read()), began, _clock.Now);
    }

    private void TellWhatIsMissing(double looked, bool answered, bool interrupted)
    {
        bool lives = _tiers.Lives();
        double duration = _options.Duration.TotalSeconds;
        bool lacksReadings = _watch.Seen.Readings < _watch.Needed && !interrupted;
        if (!lives)
        {
            // One reading says nothing, for everything is judged by what changes.
            if (lacksReadings && !_options.UntilItEnds) throw IpcTrouble.Ended(_target);
            if (!_options.UntilItEnds) _unseen.Add($"the rest of the look: the process ended after {looked:0.0} of {duration:0.#} s.");
        }
        else if (_watch.TargetEnds.IsCompleted && looked < duration && !interrupted
            && !(_options.UntilItEnds && IpcTrouble.Ends(_target)))
        {
            _unseen.Add($"the rest of the look: the process sent nothing more after {looked:0.0} of {duration:0.#} s.");
        }
        if (lacksReadings && lives)
        {
            if (!answered) throw IpcTrouble.Silent(_target, TimeSpan.FromSeconds(_clock.Now));
            _unseen.Add("counters: " + (EventSources.AreOff(_target.ProcessId) ?? "the runtime sent fewer than two readings of them."));
        }
        if (!ProcFiles.Available)
        {
            _unseen.Add("thread names, start times and states (this system has no /proc): 'since' reaches back only to the attach.");
        }
        _tiers.Count(Bursts.Bytes, Bursts.LostEvents, "the stacks and the names of methods");
        if (Bursts.Lacks(endIsExpected: !lives && _options.UntilItEnds) is { } lacking) _unseen.Add(lacking);
    }

    private Recording Compose(StacksRead stacks)
    {
        (int? min, int? max) = PoolLimits.Of(_target, _watch.Seen.Limits);
        return new()
        {
            Process = new(
                _target.ProcessId, _target.Name, _target.Runtime, OperatingSystemName(), _target.Processors,
                OperatingSystem.IsWindows() ? PoolKind.Unknown : PoolKind.Portable,
                min ?? _watch.Seen.Governor?.Minimum, max,
                _watch.Seen.Bundled is not null || _censuses.Kept.Any(census => census.Count(ThreadRole.BundledWorker) > 0),
                Processors.LimitOf(_target.ProcessId)),
            Throttling = Processors.Throttled(_throttledBefore, Processors.ThrottlingOf(_target.ProcessId)),
            Cost = new(
                _clock.StartedAt, _clock.Now, _tiers.LostEvents, Bursts.Suspensions,
                _watch.Seen.Events + _closeLook.Seen.Events + _queue.Events + _requests.Events + Bursts.Events, _tiers.Bytes)
            {
                AskedSeconds = _options.UntilItEnds ? 0 : _options.Duration.TotalSeconds,
                PauseMilliseconds = Bursts.PauseMilliseconds,
                ToolCpuSeconds = OwnCost.CpuSeconds(),
            },
            Ticks = _watch.Seen.Ticks,
            BundledPool = _watch.Seen.Bundled,
            Governor = _watch.Seen.Governor,
            Adjustments = _watch.Seen.Adjustments,
            Censuses = _censuses.Kept,
            Snapshots = stacks.Snapshots,
            UncertainCallers = stacks.UncertainCallers,
            LockWaits = _closeLook.Seen.LockWaits,
            Timers = _closeLook.Seen.Timers,
            QueuedItems = stacks.QueuedItems,
            Requests = _requests.Facts,
            Queuers = stacks.Queuers,
            WaitRegistrations = stacks.Registrations,
            InlinedWork = stacks.InlinedWork,
            Unseen = _unseen.Sentences,
        };
    }

    private static string OperatingSystemName() =>
        OperatingSystem.IsLinux() ? "linux" : OperatingSystem.IsWindows() ? "windows" : OperatingSystem.IsMacOS() ? "macos" : "other";
}
