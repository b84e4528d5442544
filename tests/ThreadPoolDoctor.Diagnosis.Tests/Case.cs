using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Tests;

/// <summary>
/// Builds small recordings by hand: a pool of so many workers on two processors, looked at for three seconds.
/// </summary>
internal sealed class Case
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 2, 24, 0, TimeSpan.Zero);

    private const int Moments = 3;

    private static readonly Frame[] s_base =
    [
        Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"),
        Bcl("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"),
        Bcl("System.Threading.Thread", "StartCallback"),
    ];

    private readonly List<ThreadSight> _threads = [];
    private readonly List<(int OsId, IReadOnlyList<Frame>[] Stacks)> _stacks = [];
    private readonly List<CounterTick> _ticks = [];
    private double _cpuSeconds = 0.1;

    public double Seconds { get; init; } = 3;

    /// <summary>How long the look was asked to last; 0 where that is not known.</summary>
    public double AskedSeconds { get; init; }

    public double? ProcessorLimit { get; init; }

    public CpuThrottling? Throttling { get; init; }

    /// <summary>Timers that are armed at each reading.</summary>
    public int ActiveTimers { get; set; }

    public List<WorkerAdjustment> Adjustments { get; } = [];

    public List<TimerShot> Timers { get; } = [];

    public List<LockWait> LockWaits { get; } = [];

    public List<Frame> WaitRegistrations { get; } = [];

    public Frame? InlinedWork { get; set; }

    public static Frame Bcl(string type, string method, string signature = "") =>
        new("System.Private.CoreLib", type, method, signature) { IsFramework = true };

    /// <summary>A method of the user's, in Orders.cs.</summary>
    public static Frame User(string method, int line = 7) =>
        new("Shop", "Shop.Orders", method, "void  (int32)") { File = "/src/Shop/Orders.cs", Line = line };

    public static IReadOnlyList<Frame> On(params Frame[] leafFirst) => [.. leafFirst, .. s_base];

    public static IReadOnlyList<Frame> Sleeping { get; } =
        On(Bcl("System.Threading.Thread", "Sleep", "void  (int32)"), User("Load"));

    public static IReadOnlyList<Frame> Idle { get; } =
        [Bcl("System.Threading.LowLevelLifoSemaphore", "WaitForSignal"), .. s_base[1..]];

    public static IReadOnlyList<Frame> Computing { get; } = On(User("Compute"));

    /// <summary>Readings of the counters, evenly over the observation.</summary>
    public Case Queue(double completedPerSecond, params long[] lengths)
    {
        for (int i = 0; i < lengths.Length; i++)
        {
            double at = Seconds * (i + 1) / lengths.Length;
            _ticks.Add(new(at, _stacks.Count, lengths[i], completedPerSecond, _cpuSeconds / Seconds / 2, 0));
        }
        return this;
    }

    /// <summary>The same with a queue that stays, and items that end now and then.</summary>
    public Case Ends(long queue, params double[] completedPerSecond)
    {
        for (int i = 0; i < completedPerSecond.Length; i++)
        {
            double at = Seconds * (i + 1) / completedPerSecond.Length;
            _ticks.Add(new(at, _stacks.Count, queue, completedPerSecond[i], _cpuSeconds / Seconds / 2, 0));
        }
        return this;
    }

    /// <summary>So many workers with this stack each time they were looked at.</summary>
    public Case Workers(int count, IReadOnlyList<Frame> stack, double startedSecondsBefore = 60, double cpuSeconds = 0) =>
        WorkersOver(count, startedSecondsBefore, cpuSeconds, stack, stack, stack);

    /// <summary>
    /// So many workers with these stacks, oldest first; fewer than three for workers that came later.
    /// </summary>
    public Case WorkersOver(int count, double startedSecondsBefore, double cpuSeconds, params IReadOnlyList<Frame>[] stacks)
    {
        for (int i = 0; i < count; i++)
        {
            int osId = 100 + _stacks.Count;
            _stacks.Add((osId, stacks));
            _threads.Add(new(osId, ThreadRole.Worker, Start.AddSeconds(-startedSecondsBefore), cpuSeconds == 0, cpuSeconds));
        }
        return this;
    }

    public Case Threads(int count, ThreadRole role, IReadOnlyList<Frame>? stack = null)
    {
        for (int i = 0; i < count; i++)
        {
            int osId = 5000 + _threads.Count;
            _threads.Add(new(osId, role, Start.AddMinutes(-1), true, 0));
            if (stack is not null) _extra.Add((osId, stack));
        }
        return this;
    }

    private readonly List<(int OsId, IReadOnlyList<Frame> Stack)> _extra = [];

    /// <summary>The process used this share of its two processors.</summary>
    public Case Cpu(double share)
    {
        _cpuSeconds = share * Seconds * 2;
        return this;
    }

    /// <summary>Each thread so far was ready for so long and had no processor.</summary>
    public Case WaitingForProcessors(double seconds)
    {
        for (int i = 0; i < _threads.Count; i++) _threads[i] = _threads[i] with { CpuWaitSeconds = seconds };
        return this;
    }

    public Recording Record(bool withStacks = true, string operatingSystem = "linux") => new()
    {
        Process = new(4711, "shop", "10.0.12", operatingSystem, 2, PoolKind.Portable, ProcessorLimit: ProcessorLimit),
        Throttling = Throttling,
        Cost = new(Start, Seconds, 0, withStacks ? 18 : 0, 2_400, 500_000) { AskedSeconds = AskedSeconds, PauseMilliseconds = 31.2, ToolCpuSeconds = 0.42 },
        // The last reading knows all workers, whatever order the case was built in.
        Ticks = [.. _ticks.Select(tick => tick with { Workers = _stacks.Count, ActiveTimers = ActiveTimers })],
        Adjustments = Adjustments,
        Censuses =
        [
            new(0, [.. _threads.Select(thread => thread with { CpuSeconds = 0, CpuWaitSeconds = 0 })], 0),
            new(Seconds, [.. _threads], _cpuSeconds),
        ],
        Snapshots = withStacks
            ? [.. Enumerable.Range(0, Moments).Select(i => new StackSnapshot(
                i, [.. _stacks
                        .Where(worker => i >= Moments - worker.Stacks.Length)
                        .Select(worker => new ThreadStack(worker.OsId, worker.Stacks[i - (Moments - worker.Stacks.Length)])),
                    .. _extra.Select(thread => new ThreadStack(thread.OsId, thread.Stack))]))]
            : [],
        LockWaits = LockWaits,
        Timers = Timers,
        WaitRegistrations = WaitRegistrations,
        InlinedWork = InlinedWork,
    };

    public PoolDiagnosis Diagnose() => Doctor.Diagnose(Record());

    /// <summary>Ids of all that is found.</summary>
    public static IEnumerable<string> Ids(Case @case) => @case.Diagnose().Findings.Select(finding => finding.Id);

    /// <summary>The one finding with this id.</summary>
    public static Finding The(string id, Case @case) => @case.Diagnose().Findings.Single(finding => finding.Id == id);
}
