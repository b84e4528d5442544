namespace ThreadPoolDoctor.Pool;

/// <summary>What is known of one pool's registered waits.</summary>
internal sealed class PoolWaits
{
    // Plain counters, changed by any thread.
    private int _registered;

    /// <summary>Waits that can still fire.</summary>
    internal int Registered => Volatile.Read(ref _registered);

    internal void CountBegun() => Interlocked.Increment(ref _registered);

    internal void CountEnded() => Interlocked.Decrement(ref _registered);
}
