namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How a <see cref="WorkPool"/> is built. The pool reads it once, in its constructor, which throws
/// <see cref="ArgumentOutOfRangeException"/> for a value out of its range; setting one never throws. Not safe for use
/// by
/// several threads at once.
/// </summary>
public sealed class WorkPoolOptions
{
    /// <summary>
    /// The pool's name in telemetry; <see langword="null"/> for an automatic one. Threads are named "TPD Worker"
    /// regardless.
    /// </summary>
    public string? Name { get; set; }

    /// <summary>
    /// How many items run at once while none of them blocks; at least 1. Default: <see
    /// cref="Environment.ProcessorCount"/>.
    /// </summary>
    public int Processors { get; set; } = Environment.ProcessorCount;

    /// <summary>
    /// Workers that stay even when idle for longer than <see cref="IdleTimeout"/>; at most <see
    /// cref="MaximumWorkers"/>. Default: 0, so that an idle pool ends up with no thread.
    /// </summary>
    public int MinimumWorkers { get; set; }

    /// <summary>
    /// The most workers the pool ever has, those that replace blocked ones included; 1 to 16,000. Default: 1,000, or
    /// <see cref="Processors"/> if that is more. Where it is more than <see cref="Processors"/>, one thread beside them
    /// runs High items and timers while all are busy; else these wait for a worker.
    /// </summary>
    public int? MaximumWorkers { get; set; }

    /// <summary>The priority of worker threads; restored after an item that changed it.</summary>
    public ThreadPriority Priority { get; set; } = ThreadPriority.Normal;

    /// <summary>
    /// Makes the shared queue of each lane. <see langword="null"/>, the default, is <see cref="BlockWorkQueue"/> with
    /// private queues per worker. With a factory every item goes through the queues it makes, so that their order
    /// holds: prefer-local is then ignored.
    /// </summary>
    public Func<WorkLane, IWorkQueue>? QueueFactory { get; set; }

    /// <summary>
    /// Whether blocked workers are found and replaced by spare ones. Default: <see langword="true"/>.
    /// </summary>
    public bool BlockingDetection { get; set; } = true;

    /// <summary>
    /// Whether workers have the pool's <see cref="WorkPool.SynchronizationContext"/> as their current one. The runtime
    /// then tells the pool of waits (locks, handles, tasks) as they begin, where otherwise the monitor finds them some
    /// milliseconds later; but awaits capture the context before any scheduler, so that a task scheduler which runs on
    /// the pool loses its tasks at their first await. Awaits come back to the pool either way. Default:
    /// <see langword="false"/>, as on ThreadPool; of <see cref="WorkPool.Shared"/> the AppContext switch
    /// <c>ThreadPoolDoctor.Pool.InstallSynchronizationContext</c>.
    /// </summary>
    public bool InstallSynchronizationContext { get; set; }

    /// <summary>
    /// How long a worker beyond <see cref="MinimumWorkers"/> waits for work before its thread ends; at most 20 days,
    /// or <see cref="Timeout.InfiniteTimeSpan"/> for ever. Default: 20 seconds.
    /// </summary>
    public TimeSpan IdleTimeout { get; set; } = TimeSpan.FromSeconds(20);

    /// <summary>
    /// Called on the worker with an exception that a work item let escape; the worker then goes on. With
    /// <see langword="null"/>, the default, such an exception ends the process, as it does on .NET's ThreadPool.
    /// An exception thrown by the handler itself ends the process.
    /// </summary>
    public Action<Exception>? UnhandledException { get; set; }

    internal int ResolvedMaximum => MaximumWorkers ?? Math.Max(DefaultMaximum, Processors);

    internal WorkPoolOptions Clone() => (WorkPoolOptions)MemberwiseClone();

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(Processors, 1, nameof(Processors));
        ArgumentOutOfRangeException.ThrowIfNegative(MinimumWorkers, nameof(MinimumWorkers));
        ArgumentOutOfRangeException.ThrowIfLessThan(ResolvedMaximum, 1, nameof(MaximumWorkers));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(ResolvedMaximum, WorkerLimit, nameof(MaximumWorkers));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MinimumWorkers, ResolvedMaximum, nameof(MinimumWorkers));
        if (Priority is < ThreadPriority.Lowest or > ThreadPriority.Highest)
        {
            // The worker's thread would throw, where nobody can catch it.
            throw new ArgumentOutOfRangeException(nameof(Priority), Priority, "There is no such priority.");
        }
        if (IdleTimeout != Timeout.InfiniteTimeSpan)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(IdleTimeout, TimeSpan.Zero, nameof(IdleTimeout));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(IdleTimeout, TimeSpan.FromDays(20), nameof(IdleTimeout));
        }
    }

    internal const int DefaultMaximum = 1000;

    /// <summary>The packed sleep state has fourteen bits for a worker's index.</summary>
    internal const int WorkerLimit = 16_000;
}
