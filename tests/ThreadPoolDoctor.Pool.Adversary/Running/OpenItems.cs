namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Counts what has not ended, in one word so that "nothing is left" is one look: in the low half what the pool has, in
/// the high half what will come to it later (timers, waits, awaits) and the threads outside.
/// </summary>
internal sealed class OpenItems
{
    private const long Later = 1L << 32;

    private readonly ManualResetEventSlim _none = new();
    private long _open;

    /// <summary>When nothing was left; Stopwatch's time.</summary>
    internal long EndedAt { get; private set; }

    internal bool NoneQueued => (Volatile.Read(ref _open) & (Later - 1)) == 0;

    internal void AddQueued(int count) => Interlocked.Add(ref _open, count);

    internal void AddLater(int count = 1) => Interlocked.Add(ref _open, Later * count);

    internal void QueuedEnded() => Ended(1);

    internal void LaterEnded() => Ended(Later);

    internal bool WaitForNone(int milliseconds) => _none.Wait(milliseconds);

    private void Ended(long amount)
    {
        if (Interlocked.Add(ref _open, -amount) == 0)
        {
            EndedAt = System.Diagnostics.Stopwatch.GetTimestamp();
            _none.Set();
        }
    }
}
