namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// How much of each kind a file holds at most: a little more than a look keeps, so that no file makes its reader take
/// more memory than a look does.
/// </summary>
internal static class RecordingLimits
{
    public const int Ticks = 8_192;
    public const int Adjustments = 8_192;
    public const int Censuses = 1_024;
    public const int ThreadSights = 100_000;
    public const int Snapshots = 100_000;
    public const int ThreadStacks = 200_000;
    public const int LockWaits = 50_000;
    public const int Timers = 50_000;
    public const int QueuedItems = 50_000;
    public const int Queuers = 1_000;
    public const int Routes = 1_000;
    public const int Frames = 100_000;

    /// <summary>Frames with their callers, of which stacks are made.</summary>
    public const int Nodes = 500_000;

    /// <summary>Frames of one stack: the runtime sends 100, and what was inlined comes on top.</summary>
    public const int Depth = 1_000;

    /// <summary>Frames of all different stacks together.</summary>
    public const int FramesInStacks = 4_000_000;

    public const int Sentences = 1_000;
    public const int Candidates = 100;
}
