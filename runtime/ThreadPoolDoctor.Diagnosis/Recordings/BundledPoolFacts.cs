namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>What ThreadPoolDoctor's own pool told of itself through its counters.</summary>
/// <param name="Ticks">Its readings, in the same shape as those of the runtime's pool.</param>
/// <param name="Blocked">Workers that it counted as blocked at the last reading.</param>
/// <param name="Lanes">Items that waited in each lane at the last reading.</param>
public sealed record BundledPoolFacts(IReadOnlyList<CounterTick> Ticks, int Blocked, LaneLengths Lanes);

/// <summary>Items that wait in each lane of the bundled pool.</summary>
public readonly record struct LaneLengths(long High, long Normal, long Low);
