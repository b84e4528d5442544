namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>What ThreadPoolDoctor's own pool told of itself through its events and meter.</summary>
/// <param name="Workers">Worker threads.</param>
/// <param name="BlockedWorkers">Workers that it counts as blocked.</param>
/// <param name="QueueLength">Work items that wait, over all lanes.</param>
/// <param name="CompletedPerSecond">Work items completed per second.</param>
/// <param name="Lanes">Waiting work items by lane.</param>
public sealed record BundledPoolFacts(
    int Workers,
    int BlockedWorkers,
    long QueueLength,
    double CompletedPerSecond,
    IReadOnlyDictionary<string, long> Lanes);
