namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// What ThreadPoolDoctor's governor told of itself through its counters: it adds workers to the runtime's own pool.
/// </summary>
/// <param name="Added">Workers that the pool may start at once beyond what the program asked for.</param>
/// <param name="Minimum">The minimum of workers that is set.</param>
/// <param name="Asked">The minimum of workers that the program asked for.</param>
/// <param name="Since">Since when workers are added; null while none are.</param>
public sealed record GovernorFacts(int Added, int Minimum, int Asked, DateTimeOffset? Since);
