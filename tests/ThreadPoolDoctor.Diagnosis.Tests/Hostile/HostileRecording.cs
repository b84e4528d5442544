using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Tests.Hostile;

/// <summary>
/// A recording that may contradict itself in every way: numbers of any size and sign, times in any order, hostile
/// names.
/// </summary>
internal sealed class HostileRecording(Random random)
{
    private static readonly DateTimeOffset s_start = new(2026, 11, 21, 2, 0, 0, TimeSpan.Zero);
    private static readonly double[] s_numbers = [0, -1, 1, 0.5, 3, 1e9, -1e9, 1e300, -1e300, double.MaxValue, double.Epsilon, double.NaN, double.PositiveInfinity, double.NegativeInfinity];

    private static readonly (string Type, string Method)[] s_known =
    [
        ("System.Threading.Thread", "Sleep"), ("System.Threading.Tasks.Task", "InternalWaitCore"), ("System.Threading.Monitor", "Enter"),
        ("System.Threading.WaitHandle", "WaitOne"), ("System.Threading.LowLevelLifoSemaphore", "WaitForSignal"), ("System.Net.Sockets.Socket", "Receive"),
        ("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"), ("System.Threading.ThreadPoolWorkQueue", "Dispatch"),
    ];

    public Recording Next()
    {
        bool sane = random.Next(3) != 0; // most must get past the first comparison, or nothing is tried behind it
        double seconds = sane ? 5 : Number();
        int threads = random.Next(12);
        IReadOnlyList<Frame>[] stacks = [.. Enumerable.Range(0, 6).Select(_ => (IReadOnlyList<Frame>)[.. Many(12, Frame)])];
        return new()
        {
            Process = new(Int(), HostileText.Next(random), HostileText.Next(random), HostileText.Next(random), sane ? 2 : Int(), (PoolKind)random.Next(3), Maybe(Int), Maybe(Int), random.Next(2) == 0),
            Cost = new(s_start, seconds, Long(), Int(), Long(), Long()),
            Ticks = [.. Ticks(sane)],
            Adjustments = [.. Many(5, () => new WorkerAdjustment(Number(), Int(), (AdjustmentReason)random.Next(-1, 12)))],
            Censuses = [.. Many(4, () => new ThreadCensus(sane ? random.NextDouble() * 5 : Number(), [.. Enumerable.Range(100, threads).Select(Thread)], Number()))],
            Snapshots = [.. Many(4, () => new StackSnapshot(Number(), [.. Enumerable.Range(100, threads).Select(id => new ThreadStack(id, stacks[random.Next(stacks.Length)], random.Next(2) == 0))]))],
            LockWaits = [.. Many(8, () => new LockWait(Number(), random.Next(98, 114), (ulong)random.NextInt64(), random.Next(4) == 0 ? Long() : random.Next(98, 114)))],
            Timers = [.. Many(8, () => new TimerShot(Number(), Number()))],
            QueuedItems = [.. Many(60, () => new QueuedItem(Number(), Number(), random.Next(2) == 0))],
            Queuers = [.. Many(4, () => new QueuedStack(stacks[random.Next(stacks.Length)], Int()))],
            WaitRegistrations = [.. Many(3, Frame)],
            BundledPool = random.Next(3) == 0 ? new([.. Ticks(sane)], Int(), new(Long(), Long(), Long())) : null,
            Unseen = [.. Many(3, () => HostileText.Next(random))],
            InlinedWork = random.Next(2) == 0 ? Frame() : null,
        };
    }

    private IEnumerable<CounterTick> Ticks(bool sane) => sane
        ? Enumerable.Range(1, 5).Select(at => new CounterTick(at, random.Next(40), random.Next(-2, 500), random.NextDouble() * 100, random.NextDouble(), random.Next(9)))
        : Many(6, () => new CounterTick(Number(), Int(), Long(), Number(), Number(), Int()));

    private ThreadSight Thread(int id) => new(
        id, (ThreadRole)random.Next(6), random.Next(5) == 0 ? DateTimeOffset.MinValue.AddYears(random.Next(1, 9_000)) : s_start.AddSeconds(random.Next(-60, 9)),
        random.Next(2) == 0, random.Next(3) == 0 ? Number() : 0, random.Next(3) == 0 ? Number() : 0);

    private Frame Frame()
    {
        if (random.Next(2) == 0)
        {
            (string type, string method) = s_known[random.Next(s_known.Length)];
            return new("System.Private.CoreLib", type, method, HostileText.Next(random)) { IsFramework = true };
        }
        return new(HostileText.Next(random), HostileText.Next(random), HostileText.Next(random), HostileText.Next(random))
        {
            File = random.Next(2) == 0 ? HostileText.Next(random) : null,
            Line = Maybe(Int),
            Approximate = random.Next(2) == 0,
            CalledHere = random.Next(2) == 0 ? HostileText.Next(random) : null,
            Waits = random.Next(4) > 0 ? null : new()
            {
                Lock = HostileText.Next(random),
                LockIsStatic = random.Next(2) == 0,
                Held = HostileText.Next(random),
                TaskOf = HostileText.Next(random),
                CompletedBy = HostileText.Next(random),
            },
            CallsNearby = random.Next(2) == 0 ? HostileText.Next(random) : null,
            IsFramework = random.Next(5) == 0,
            IsPackage = random.Next(5) == 0,
        };
    }

    private double Number() => random.Next(2) == 0 ? random.NextDouble() * 10 : s_numbers[random.Next(s_numbers.Length)];

    private int Int() => random.Next(4) switch { 0 => random.Next(), 1 => -random.Next(), 2 => random.Next(2) == 0 ? int.MinValue : int.MaxValue, _ => random.Next(50) };

    private long Long() => random.Next(4) switch { 0 => random.NextInt64(), 1 => -random.NextInt64(), 2 => random.Next(2) == 0 ? long.MinValue : long.MaxValue, _ => random.Next(50) };

    private int? Maybe(Func<int> number) => random.Next(2) == 0 ? null : number();

    private IEnumerable<T> Many<T>(int most, Func<T> one) => Enumerable.Range(0, random.Next(most)).Select(_ => one()).ToList();
}
