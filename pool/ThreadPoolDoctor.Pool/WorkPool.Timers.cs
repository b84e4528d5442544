namespace ThreadPoolDoctor.Pool;

/// <content>Timers: their clock is the system's, their callbacks run in the pool's High lane.</content>
public sealed partial class WorkPool
{
    private PoolTimers? _timers;

    /// <summary>
    /// A clock whose timers run on this pool, also while all its workers are blocked or busy. Hand it to
    /// <c>Task.Delay</c>, <c>PeriodicTimer</c>, <c>CancellationTokenSource</c> and everything else that takes a
    /// <see cref="System.TimeProvider"/>.
    /// </summary>
    /// <remarks>
    /// Timers are never early; they are as precise as one millisecond. An armed timer is kept alive by the pool until
    /// it is disposed, unlike <see cref="Timer"/>, which ends when nobody refers to it. When the pool is disposed its
    /// timers become the system's: they stay armed, new ones may be made, and callbacks run on a thread made for them.
    /// Safe from any thread.
    /// </remarks>
    public TimeProvider TimeProvider => Timers;

    internal PoolTimers Timers => _timers ?? LazyInitializer.EnsureInitialized(ref _timers, () => new PoolTimers(_intake));

    internal bool HasArmedTimers => Volatile.Read(ref _timers) is { Armed: > 0 };
}
