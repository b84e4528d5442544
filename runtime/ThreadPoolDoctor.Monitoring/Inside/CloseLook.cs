using System.Diagnostics;
using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Monitoring.Inside;

/// <summary>
/// A look at this process as the tool takes one from outside: readings, the states of the threads, three short bursts
/// of stacks and the events of locks and timers. On one thread, without an await.
/// </summary>
internal sealed class CloseLook
{
    private const int Bursts = 3;

    // As the tool allows by default.
    private const int MostSuspensions = 50;

    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(200);

    // What the last burst and the names take; the runtime answers from a thread of its own, however the pool fares.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly ThreadPoolMonitoringOptions _options;
    private readonly Action<CounterTick> _tell;
    private readonly Clock _clock = new();
    private readonly PoolReader _reader;
    private readonly ThreadWatch _threads = new(Environment.ProcessId);
    private readonly CensusBook _censuses = new();
    private readonly List<CounterTick> _ticks = [];
    private readonly NotSeen _unseen = new();
    private readonly StackBursts _bursts;
    private readonly CloseLookListener _events;
    private readonly CpuThrottling? _throttledBefore = Processors.ThrottlingOf(Environment.ProcessId);
    private bool _stacksFail;

    public CloseLook(ThreadPoolMonitoringOptions options, Action<CounterTick> tell)
    {
        (_options, _tell) = (options, tell);
        _reader = new(_clock);
        _bursts = new(Environment.ProcessId, new DiagnosticsClient(Environment.ProcessId), _clock, new SuspensionBudget(MostSuspensions));
        _events = new(_clock);
        if (!options.Stacks) _unseen.Add("stacks: they were not asked for, so that code that blocks cannot be named.");
    }

    /// <summary>Null when it was given up.</summary>
    public Recording? Take(ManualResetEventSlim stop)
    {
        double seconds = _options.Look.TotalSeconds;
        TakeCensus();
        using LiveSession? events = _options.Stacks ? TryOpen() : null;
        int taken = 0;
        while (_clock.Now < seconds)
        {
            if (stop.Wait(s_pulse)) return null;
            CounterTick tick = _reader.Read();
            _ticks.Add(tick);
            _tell(tick);
            if (_censuses.IsDue(_clock.Now)) TakeCensus();
            bool due = taken < Bursts && _clock.Now >= seconds * taken / Bursts;
            if (_options.Stacks && due) TakeBurst(withNames: ++taken == Bursts);
        }
        TakeCensus();
        if (events is not null) Try("lock waits and timers", () => events.Stop(s_patience));
        return Compose();
    }

    private LiveSession? TryOpen()
    {
        LiveSession? session = null;
        Try("lock waits and timers", () => (session = OwnPort.Open(CloseLookListener.Plan, _events.Listen)) is not null);
        return session;
    }

    private void TakeBurst(bool withNames)
    {
        if (!_stacksFail) _stacksFail = !Try("stacks", () => _bursts.Take(withNames, s_patience, OwnPort.Open));
    }

    /// <summary>False when a part failed that one can do without; the report says so.</summary>
    private bool Try(string what, Func<bool> part)
    {
        try
        {
            if (part()) return true;
            _unseen.Add($"{what}: the runtime did not answer in time.");
        }
        catch (ServerNotAvailableException)
        {
            _unseen.Add($"{what}: this process has no diagnostics port (DOTNET_EnableDiagnostics=0?).");
        }
        catch (Exception trouble) when (trouble is ServerErrorException or IOException or TimeoutException)
        {
            _unseen.Add($"{what}: {trouble.Message}.");
        }
        return false;
    }

    private void TakeCensus()
    {
        if (!ProcFiles.Available) return;
        double began = _clock.Now;
        _censuses.Add(_threads.Read(began, BootClock.Read()), began, _clock.Now);
    }

    private Recording Compose()
    {
        IReadOnlyList<StackSnapshot> snapshots = _bursts.Snapshots(_bursts.Resolver);
        if (_options.Stacks && !_stacksFail && _bursts.Ticks == 0) _unseen.Add("stacks: the runtime took no samples.");
        ThreadPool.GetMinThreads(out int minimum, out _);
        ThreadPool.GetMaxThreads(out int maximum, out _);
        return new()
        {
            Process = new(
                Environment.ProcessId, Name(), Environment.Version.ToString(), SystemName(), Environment.ProcessorCount,
                OperatingSystem.IsWindows() ? PoolKind.Unknown : PoolKind.Portable, minimum, maximum,
                BundledPool: false, Processors.LimitOf(Environment.ProcessId)),
            Throttling = Processors.Throttled(_throttledBefore, Processors.ThrottlingOf(Environment.ProcessId)),
            Cost = new(
                _clock.StartedAt, _clock.Now, _bursts.LostEvents, _bursts.Suspensions,
                _events.Events + _bursts.Events, _bursts.Bytes)
            {
                PauseMilliseconds = _bursts.PauseMilliseconds,
            },
            Ticks = _ticks,
            Censuses = _censuses.Kept,
            Snapshots = snapshots,
            InlinedWork = _bursts.Resolver.InlinedWork(),
            UncertainCallers = [.. _bursts.Resolver.UncertainCallers],
            LockWaits = _events.LockWaits,
            Timers = _events.Timers,
            Unseen = _unseen.Sentences,
        };
    }

    private static string SystemName() =>
        OperatingSystem.IsLinux() ? "linux" : OperatingSystem.IsWindows() ? "windows" : OperatingSystem.IsMacOS() ? "macos" : "other";

    private static string Name()
    {
        using Process process = Process.GetCurrentProcess();
        return process.ProcessName;
    }
}
