namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// What one item went through. It may wait for the pool several times (a relay's links, the code after an await); the
/// times are Stopwatch's. Written by one thread after the other, but for the counter that shows whether that is so.
/// </summary>
internal sealed class ItemRecord
{
    private int _inside;
    private int _begun;
    private bool _accepted, _ended;
    private long _due;
    private long _worst;
    private long _queued, _first;

    /// <summary>When it first began; 0 if it has not.</summary>
    internal long FirstBegun => Volatile.Read(ref _first);

    /// <summary>When it was first queued.</summary>
    internal long FirstQueued => Volatile.Read(ref _queued);

    internal bool HasBegun => Volatile.Read(ref _begun) > 0;

    /// <summary>Whether the pool has taken it: what is about to be queued is no part of a drain.</summary>
    internal bool WasAccepted => Volatile.Read(ref _accepted);

    internal bool HasEnded => Volatile.Read(ref _ended);

    internal int Begun => Volatile.Read(ref _begun);

    /// <summary>From now on it waits for the pool.</summary>
    internal void Wait(long now)
    {
        if (!HasBegun) Volatile.Write(ref _queued, now);
        Volatile.Write(ref _due, now);
    }

    internal void Accept() => Volatile.Write(ref _accepted, true);

    /// <summary>
    /// The pool has come to it. False if it is inside already, or has ended: the pool has run something twice.
    /// </summary>
    internal bool TryBegin(long now)
    {
        long due = Volatile.Read(ref _due);
        _worst = Math.Max(_worst, now - due);
        Volatile.Write(ref _due, 0);
        if (!HasBegun) Volatile.Write(ref _first, now);
        Interlocked.Increment(ref _begun);
        return Interlocked.Increment(ref _inside) == 1 && !_ended && due != 0;
    }

    /// <summary>It will wait for the pool again.</summary>
    internal void Pause() => Interlocked.Decrement(ref _inside);

    internal void End()
    {
        Volatile.Write(ref _ended, true);
        Interlocked.Decrement(ref _inside);
    }

    /// <summary>It ended without having begun.</summary>
    internal void Cancelled()
    {
        Volatile.Write(ref _due, 0);
        Volatile.Write(ref _ended, true);
    }

    internal long WorstWait(long now) =>
        Math.Max(_worst, Volatile.Read(ref _due) is > 0 and long due ? now - due : 0);
}
