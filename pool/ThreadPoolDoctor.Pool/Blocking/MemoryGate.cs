namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether there is memory for one more thread: not when less than a tenth is left of what the process may have. It
/// slows growth and never stops it: one worker passes each half second, for the items that wait may be those that free
/// memory. Asks the system at most ten times a second. Any thread.
/// </summary>
internal sealed class MemoryGate
{
    private const double LeastLeft = 0.1;
    private const long AskAgainAfter = 100, PassEvery = 500;

    // Written by whoever asks, read by the next; a lost write only means one question more. In milliseconds.
    private long _askedAt = long.MinValue / 2;
    private bool _open = true;

    // When one passed the closed gate. By compare-exchange.
    private long _passedAt = long.MinValue / 2;

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
            bool open = MemoryLimit.ShareLeft() >= LeastLeft;
            Volatile.Write(ref _open, open);
            return open;
        }
    }

    /// <summary>Whether a worker may be added now.</summary>
    internal bool TryPass()
    {
        if (IsOpen) return true;
        long now = Environment.TickCount64, passed = Interlocked.Read(ref _passedAt);
        return now - passed >= PassEvery && Interlocked.CompareExchange(ref _passedAt, now, passed) == passed;
    }
}
