namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>A work item that was seen being queued.</summary>
/// <param name="QueuedAt">Seconds since the observation began.</param>
/// <param name="SeenUntil">When a worker took it; where none did, when it was looked at last.</param>
/// <param name="Started">Whether a worker took it.</param>
public sealed record QueuedItem(double QueuedAt, double SeenUntil, bool Started);
