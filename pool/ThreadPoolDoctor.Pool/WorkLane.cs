namespace ThreadPoolDoctor.Pool;

/// <summary>How urgent a work item is. Each lane has a queue of its own.</summary>
public enum WorkLane
{
    /// <summary>
    /// Runs when neither of the other lanes has a claim; still gets a share of a busy pool, so it never starves.
    /// </summary>
    Low = -1,

    /// <summary>The default.</summary>
    Normal = 0,

    /// <summary>
    /// Runs before everything else that waits. Where many wait, the others get every second turn of a worker.
    /// </summary>
    High = 1,
}
