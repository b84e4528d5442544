namespace ThreadPoolDoctor.Pool;

/// <summary>What telemetry reads of a pool. Any thread.</summary>
internal interface IObservedPool
{
    string Name { get; }

    WorkPoolStatistics GetStatistics();

    /// <summary>Items that wait in one lane.</summary>
    long LaneLength(WorkLane lane);
}
