namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Says whether there is memory for one more thread: not when the process uses four fifths of what it may have.
/// Asks the system at most ten times a second.
/// </summary>
internal sealed class MemoryGate
{
    private const double Share = 0.8;
    private const long AskAgainAfter = 100;

    // Written by whoever asks, read by the next; a lost write only means one question more.
    private long _askedAt = long.MinValue / 2;
    private bool _open = true;

    /// <summary>For tests: replaces the question.</summary>
    internal Func<bool>? Override { get; set; }

    internal bool IsOpen
    {
        get
        {
            if (Override is { } answer) return answer();
            long now = Environment.TickCount64;
            if (now - Volatile.Read(ref _askedAt) < AskAgainAfter) return Volatile.Read(ref _open);
            Volatile.Write(ref _askedAt, now);
            bool open = Environment.WorkingSet < GC.GetGCMemoryInfo().TotalAvailableMemoryBytes * Share;
            Volatile.Write(ref _open, open);
            return open;
        }
    }
}
