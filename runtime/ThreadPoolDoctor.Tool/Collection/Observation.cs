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

    // A program that was launched may end soon: readings come as often as in a usual look.
    private static readonly TimeSpan s_usual = TimeSpan.FromSeconds(5);

    // How long beyond the look the readings are waited for without which there is no verdict.
    private const double PatienceSeconds = 2;

    // The runtime sends ten times a second what its threads have written.
    private const double SecondsToArrive = 0.2;

    // How late a reading is at most where processors are not short; nothing need arrive where its session is ended for it.
    private const double Lateness = 0.1;

    // A process whose meters have said nothing for so long does not have them.
    private const double MeterPatienceSeconds = 1.5;

    // Bursts of stacks in a window of the look, when there is trouble, and more where those saw nothing.
    private const int Bursts = 3;
    private const int BurstsOfOneReading = 2;
    private const int MoreBursts = 3;

    // A pool that adds a thread because of starvation starves for about so long.
    private const double InjectionSeconds = 0.4;

    // In a shorter look the names come with the last burst: a process that ends within it is no worse off.
    private const double LongEnoughForEarlyNames = 2;

    // Names are not asked for more often: they are the dearest part of a burst.
    private const double NamesLastSeconds = 10;

    private static readonly Task s_never = new TaskCompletionSource().Task;

    private const string Stacks = "stacks";
    private const string CloseLook = "lock waits and timers";
    private const string Watch = "counters and pool events";

    private readonly Target _target;
    private readonly ObservationOptions _options;
    private readonly Clock _clock = new();
    private readonly Patience _patience;
    private readonly NotSeen _unseen = new();
    private readonly Tiers _tiers;
    private readonly ThreadWatch _threads;
    private readonly CensusBook _censuses = new();
    private readonly WatchListener _watch;
    private readonly CloseLookListener _closeLook;
    private readonly QueueLook _queue;
    private readonly RequestLook _requests;
    private readonly SuspensionBudget _budget;
    private readonly StackBursts _bursts;
    private readonly Schedule _schedule;
    private readonly CpuThrottling? _throttledBefore;
    private LiveSession? _watchSession;
    private double _watchBegan;
    private bool _watchEnded;
    private int _needed;
    private LiveSession? _counterSession;
    private LiveSession? _closeSession;
    private double _closeWindow = -1;
    private Task _burst = Task.CompletedTask;
    private CancellationTokenSource? _burstTime;
    private int _failedBursts;
    private bool _burstAsked;
    private double _namesAskedAt;

    public Observation(Target target, ObservationOptions options)
    {
        _target = target;
        _options = options;
        bool hasMeters = WatchProviders.HasMeters(target.Runtime);
        _needed = hasMeters || options.UntilItEnds ? Readings.Usual : Readings.Needed(options.Duration.TotalSeconds);
        _throttledBefore = Processors.ThrottlingOf(target.ProcessId);
        _patience = new Patience(_clock, options);
        _tiers = new Tiers(target, _patience, _unseen, options.UntilItEnds);
        _threads = new ThreadWatch(target.ProcessId);
        _watch = new WatchListener(_clock, target.Processors);
        _closeLook = new CloseLookListener(_clock);
        _budget = new SuspensionBudget(options.MaxSuspensions);
        _bursts = new StackBursts(target.ProcessId, target.Client, _clock, _budget);
        bool stacks = options.Stacks && options.MaxSuspensions > 0;
        _queue = new QueueLook(_tiers, _clock, options.Duration, stacks, canLeaveStacksOut: hasMeters);
        _requests = new RequestLook(target.ProcessId, _tiers, _clock, options.UntilItEnds ? s_usual : options.Duration);
        int bursts = _needed < Readings.Usual ? BurstsOfOneReading : Bursts;
        _schedule = new Schedule(options.Duration.TotalSeconds, stacks ? bursts : 0, options.UntilItEnds);
        if (!stacks) _unseen.Add("stacks: they were not asked for, so that code that blocks cannot be named.");
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
    public bool TakesBurst => !_burst.IsCompleted;

    /// <summary>Takes a burst as soon as may be, trouble or not; within what is allowed in a minute.</summary>
    public void AskForBurst() => Volatile.Write(ref _burstAsked, _options.Stacks);

    /// <summary>
    /// What is seen at this moment, while the look goes on: the newest reading and census, and the newest bursts. Waits
    /// for the burst that is under way.
    /// </summary>
    public async Task<Recording> PeekAsync(int bursts, CancellationToken cancel)
    {
        IReadOnlyList<StackSnapshot> snapshots = await _bursts.NewestAsync(bursts, cancel);
        return Compose(new(snapshots, [], [], [], [])) with
        {
            Ticks = _watch.LatestTick is { } tick ? [tick] : [],
            Censuses = _censuses.Latest is { } census ? [census] : [],
        };
    }

    private async Task<Recording> ObserveAsync(IProgress<double>? progress, CancellationToken enough)
    {
        try
        {
            TakeCensus();
            await BeginWatchAsync();
            if (WhenWatching is not null) await WhenWatching();
            await LookAsync(progress, enough);
            if (_needed < Readings.Usual && !enough.IsCancellationRequested && !TargetEnds.IsCompleted)
            {
                await EndWithOneReadingAsync(progress, enough);
            }
            double looked = _clock.Now;
            _patience.LookEnded();
            await TakeLastBurstsAsync();
            TakeCensus();
            await _queue.EndAsync();
            await _requests.EndAsync();
            await _tiers.CloseAsync(_closeSession, CloseLook);
            await _tiers.CloseAsync(_counterSession, Watch);
            bool answered = _watchEnded || await _tiers.CloseAsync(_watchSession, Watch);
            TellWhatIsMissing(looked, answered, enough.IsCancellationRequested);
            return Compose(ReadStacks());
        }
        catch (Exception trouble) when (IpcTrouble.Explain(trouble, _target, TimeSpan.FromSeconds(_clock.Now)) is { } explained)
        {
            throw explained;
        }
        finally
        {
            _queue.Dispose();
            _requests.Dispose();
            _closeSession?.Dispose();
            _counterSession?.Dispose();
            _watchSession?.Dispose();
            _burstTime?.Dispose();
        }
    }

    private async Task BeginWatchAsync()
    {
        _watchSession = await _tiers.OpenAsync(
            new("watch", WatchProviders.Watch(_target.Runtime, _options.UntilItEnds ? s_usual : _options.Duration)), _watch.Listen);
        _watchEnded = false;
        _watchBegan = _clock.Now;
    }

    /// <summary>
    /// The only reading for which there is time is told when its session ends. If that does not settle the matter, the session is opened
    /// again for another.
    /// </summary>
    private async Task EndWithOneReadingAsync(IProgress<double>? progress, CancellationToken enough)
    {
        _watchEnded = await _tiers.CloseAsync(_watchSession, Watch);
        if (!_watchEnded || !_tiers.Lives()) return;
        do
        {
            await LookAsync(progress, enough);
            await _burst;
        }
        while (OwesBursts() && !enough.IsCancellationRequested);
        if (!LacksReadings)
        {
            if (!await LeavesOpenAsync(enough)) return;
            _needed = Readings.Usual;
        }
        _watchSession!.Dispose();
        await BeginWatchAsync();
        await LookAsync(progress, enough);
    }

    /// <summary>
    /// Whether work waits, and neither blocked workers nor processors that the process uses up say why: it may have come in the moment of the
    /// only reading.
    /// </summary>
    private async Task<bool> LeavesOpenAsync(CancellationToken enough)
    {
        if (!_watch.WorkWaits) return false;
        PoolSignals seen = PoolSignals.Of(Compose(new(await _bursts.NewestAsync(int.MaxValue, enough), [], [], [], [])));
        return seen.WorkWaits && !seen.MostlyBlocked && (!seen.Saturated || seen.CrowdedOut);
    }

    private async Task LookAsync(IProgress<double>? progress, CancellationToken enough)
    {
        double duration = _options.Duration.TotalSeconds;
        while (!enough.IsCancellationRequested && !TargetEnds.IsCompleted
            && (_clock.Now < duration || OwesBursts() || OwesReadings(duration)))
        {
            progress?.Report(Math.Min(1, _clock.Now / duration));
            if (_censuses.IsDue(_clock.Now)) TakeCensus();
            _schedule.MoveTo(_clock.Now);
            _schedule.Note(WorkWaits);
            await WatchAnotherWayAsync();
            if (_burst.IsCompleted && Volatile.Read(ref _burstAsked)) TakeAskedBurst();
            if (Trouble()) await LookCloserAsync();
            else await EndCloseLookAsync();
            await Task.WhenAny(Task.Delay(s_pulse, enough), TargetEnds);
        }
    }

    /// <summary>
    /// Meters that another session uses with other settings, or that the program was built without, send nothing.
    /// </summary>
    private async Task WatchAnotherWayAsync()
    {
        if (_counterSession is not null || !WatchProviders.HasMeters(_target.Runtime) || _watch.MetersCome) return;
        if (!_watch.MetersRefused.IsCompleted && _clock.Now < MeterPatienceSeconds) return;
        _counterSession = await _tiers.TryOpenAsync(new("counters", WatchProviders.CountersOnly), _watch.Listen, Watch);
    }

    private async Task LookCloserAsync()
    {
        if (_closeSession is null && _closeWindow < _schedule.WindowStart)
        {
            _closeWindow = _schedule.WindowStart;
            _closeLook.Renew();
            _closeSession = await _tiers.TryOpenAsync(CloseLookListener.Plan, _closeLook.Listen, CloseLook);
        }
        if (_closeLook.BudgetSpent) await EndCloseLookAsync();
        await _queue.LookAsync(_schedule.WindowStart, WorkWaits ? _watch.LatestTick : null);
        await _requests.LookAsync(WorkWaits);
        // Not waited for: the names of a big program take seconds, in which the look goes on.
        if (!_burst.IsCompleted) return;
        await _burst;
        if (_failedBursts < Bursts && _schedule.IsDue(_clock.Now, WorkWaits)) _burst = TakeBurstAsync(WithNames);
    }

    private void TakeAskedBurst()
    {
        Volatile.Write(ref _burstAsked, false);
        _burst = TakeBurstAsync(WithNames);
    }

    private bool WithNames => _options.Duration.TotalSeconds > LongEnoughForEarlyNames
        ? !_bursts.Named && _bursts.Taken == 0 || NamesAreOld
        : _schedule.NextIsLast;

    /// <summary>In a long look the JIT compiles code anew, of which the names that came first know nothing.</summary>
    private bool NamesAreOld => _clock.Now - _namesAskedAt > NamesLastSeconds && _bursts.WantsNames;

    private async Task EndCloseLookAsync()
    {
        if (_closeSession is not { } session) return;
        _closeSession = null;
        await _tiers.CloseAsync(session, CloseLook);
        session.Dispose();
    }

    private async Task TakeBurstAsync(bool withNames)
    {
        _schedule.Took(_clock.Now, WorkWaits);
        // The end of the look shortens it, also when the burst is over by then: it lives until the next.
        _burstTime?.Dispose();
        CancellationTokenSource time = _burstTime = new(_patience.ForRequest);
        if (withNames) _namesAskedAt = _clock.Now;
        bool complete = true;
        bool taken = await _tiers.TryAsync(Stacks, async () => complete = await _bursts.TakeAsync(withNames, time.Token));
        if (!taken || !complete) _failedBursts++;
    }

    /// <summary>What the look owes at its end: names, and samples where there were none.</summary>
    private async Task TakeLastBurstsAsync()
    {
        _burstTime?.CancelAfter(_patience.ForRequest);
        await _burst;
        if (_bursts.Taken == 0 || _failedBursts >= Bursts || !_tiers.Lives()) return;
        // Without a single sample there is no cause to name: the process had no processor at the time, and may get one
        // yet.
        for (int more = 0; more < MoreBursts && _bursts.Ticks == 0 && _failedBursts < Bursts; more++)
        {
            await TakeBurstAsync(withNames: true);
        }
        if (_bursts.WantsNames) await TakeBurstAsync(withNames: true);
    }

    /// <summary>
    /// Trouble that showed at the end still gets its bursts; one that is under way is waited for afterwards.
    /// </summary>
    private bool OwesBursts() => _burst.IsCompleted && _failedBursts < Bursts && _schedule.Owes(Trouble());

    /// <summary>
    /// On a machine that is short of processors the readings come late; without those that are needed there is no verdict.
    /// </summary>
    private bool OwesReadings(double duration) => !_watchEnded && _clock.Now < duration + PatienceSeconds && LacksReadings;

    private bool LacksReadings => _watch.Readings + Held(_watch.LatestTick) < _needed
        || RunsBundledPool && _watch.BundledReadings + Held(_watch.LatestBundledTick) < _needed;

    /// <summary>
    /// A reading that was sent and not told yet: TraceEvent puts the events of several threads in order, and for that
    /// holds the newest back until others follow or the session ends. Of meters the first is waited for, for they may not come.
    /// </summary>
    private int Held(CounterTick? last)
    {
        if (_watchEnded || last is null && WatchProviders.HasMeters(_target.Runtime)) return 0;
        double due = Math.Max(last?.At ?? 0, _watchBegan) + WatchProviders.CounterInterval;
        return _clock.Now >= due + (last is null ? Lateness : SecondsToArrive) ? 1 : 0;
    }

    /// <summary>Completes when the process sends no more, unless it was asked to.</summary>
    private Task TargetEnds => _watchEnded ? s_never : _watchSession!.Drained;

    private bool RunsBundledPool =>
        _watch.BundledReadings > 0 || _censuses.Latest?.Count(ThreadRole.BundledWorker) > 0;

    /// <summary>Whether there was a sign of trouble in the present window of the look.</summary>
    private bool Trouble() => _watch.TroubleAt >= _schedule.WindowStart
        || _censuses.Latest is { } census && TroubleSigns.Shows(census, _target.Processors);

    /// <summary>Whether work waits at this moment, as far as the latest reading and the pool's own word tell.</summary>
    private bool WorkWaits => _watch.WorkWaits || _clock.Now - _watch.InjectedAt < InjectionSeconds;

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
        if (!lives)
        {
            // One reading says nothing, for everything is judged by what changes.
            if (_watch.Readings < _needed && !interrupted && !_options.UntilItEnds) throw IpcTrouble.Ended(_target);
            if (!_options.UntilItEnds) _unseen.Add($"the rest of the look: the process ended after {looked:0.0} of {duration:0.#} s.");
        }
        else if (TargetEnds.IsCompleted && looked < duration && !interrupted
            && !(_options.UntilItEnds && IpcTrouble.Ends(_target)))
        {
            _unseen.Add($"the rest of the look: the process sent nothing more after {looked:0.0} of {duration:0.#} s.");
        }
        if (_watch.Readings < _needed && lives && !interrupted)
        {
            if (!answered) throw IpcTrouble.Silent(_target, TimeSpan.FromSeconds(_clock.Now));
            _unseen.Add("counters: " + (EventSources.AreOff(_target.ProcessId) ?? "the runtime sent fewer than two readings of them."));
        }
        if (!ProcFiles.Available)
        {
            _unseen.Add("thread names, start times and states (this system has no /proc): 'since' reaches back only to the attach.");
        }
        _tiers.Count(_bursts.Bytes, _bursts.LostEvents, "the stacks and the names of methods");
        if (_bursts.Taken == 0) return;
        if (_bursts.Ticks == 0) _unseen.Add("stacks: the runtime took no samples.");
        else if (_bursts.Resolver.Methods == 0) _unseen.Add("names of methods: the runtime did not send them.");
        else if (!_bursts.Named) _unseen.Add("some names of methods: the runtime did not send them all in time.");
        else if (!lives && _options.UntilItEnds) return; // and could not be asked for what it had compiled last
        else if (_bursts.Resolver.HasNewUnknown(_bursts.StacksWhenNamed))
        {
            _unseen.Add("some names of methods: they were compiled after the names had come.");
        }
    }

    private Recording Compose(StacksRead stacks)
    {
        (int? min, int? max) = PoolLimits.Of(_target, _watch.Limits);
        return new()
        {
            Process = new(
                _target.ProcessId, _target.Name, _target.Runtime, OperatingSystemName(), _target.Processors,
                OperatingSystem.IsWindows() ? PoolKind.Unknown : PoolKind.Portable,
                min ?? _watch.Governor?.Minimum, max,
                _watch.Bundled is not null || _censuses.Kept.Any(census => census.Count(ThreadRole.BundledWorker) > 0),
                Processors.LimitOf(_target.ProcessId)),
            Throttling = Processors.Throttled(_throttledBefore, Processors.ThrottlingOf(_target.ProcessId)),
            Cost = new(
                _clock.StartedAt, _clock.Now, _tiers.LostEvents, _bursts.Suspensions,
                _watch.Events + _closeLook.Events + _queue.Events + _requests.Events + _bursts.Events, _tiers.Bytes)
            {
                AskedSeconds = _options.UntilItEnds ? 0 : _options.Duration.TotalSeconds,
                PauseMilliseconds = _bursts.PauseMilliseconds,
                ToolCpuSeconds = OwnCost.CpuSeconds(),
            },
            Ticks = _watch.Ticks,
            BundledPool = _watch.Bundled,
            Governor = _watch.Governor,
            Adjustments = _watch.Adjustments,
            Censuses = _censuses.Kept,
            Snapshots = stacks.Snapshots,
            UncertainCallers = stacks.UncertainCallers,
            LockWaits = _closeLook.LockWaits,
            Timers = _closeLook.Timers,
            QueuedItems = stacks.QueuedItems,
            Requests = _requests.Facts,
            Queuers = stacks.Queuers,
            WaitRegistrations = stacks.Registrations,
            Unseen = _unseen.Sentences,
        };
    }

    private sealed record StacksRead(
        IReadOnlyList<StackSnapshot> Snapshots, IReadOnlyList<Frame> Registrations, IReadOnlyList<UncertainCaller> UncertainCallers,
        IReadOnlyList<QueuedItem> QueuedItems, IReadOnlyList<QueuedStack> Queuers);

    /// <summary>
    /// From addresses to methods and lines. The files of the process may lie on a file system that it serves itself,
    /// and may be made to take long to read: what has not come in time is told without them.
    /// </summary>
    private StacksRead ReadStacks()
    {
        bool manyWaits = TroubleSigns.ManyWaits(_censuses.Latest);
        FrameResolver nameless = _bursts.Resolver.WithoutFiles();
        bool came = TimeLimited.TryRun(
            "tpdoctor files",
            () =>
            {
                _bursts.EndReadingAhead();
                return new StacksRead(
                    _bursts.Snapshots(_bursts.Resolver),
                    manyWaits ? WaitRegistrations.In(_bursts.Resolver) : [],
                    [.. _bursts.Resolver.UncertainCallers],
                    _queue.Items,
                    _queue.Queuers(_bursts.Resolver));
            },
            _patience.ForReadingFiles,
            out StacksRead? read);
        if (came) return read!;
        _unseen.Add("source lines: the files of the program could not be read in time.");
        return new(_bursts.Snapshots(nameless), [], [], _queue.Items, _queue.Queuers(nameless));
    }

    private static string OperatingSystemName() =>
        OperatingSystem.IsLinux() ? "linux" : OperatingSystem.IsWindows() ? "windows" : OperatingSystem.IsMacOS() ? "macos" : "other";
}
