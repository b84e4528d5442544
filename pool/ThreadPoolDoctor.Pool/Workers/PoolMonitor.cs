namespace ThreadPoolDoctor.Pool;

/// <summary>Watches the workers while work waits; asleep otherwise.</summary>
internal sealed partial class PoolMonitor(WorkPool pool)
{
    internal WorkPool Pool { get; } = pool;
}
