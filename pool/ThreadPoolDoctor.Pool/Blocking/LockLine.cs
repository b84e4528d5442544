namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether the workers of a level stand in line before one held lock: one more would stand behind them. The lock may
/// be held by an item that waits for another one in the queue, so where nothing ends growth goes on, only later.
/// <see cref="GrowthGuard"/>'s alone.
/// </summary>
internal sealed class LockLine
{
    // Of at least so many workers that came at this level each has met a held lock, and hardly any other lock was met.
    private const int LeastCame = 8;
    private const double LeastMet = 0.75, MostMet = 1.5;

    // Beyond so many added, such a line gets no more while anything ends, or for so long, in milliseconds.
    private const int MostAdded = 32;
    private const long LongSilence = 1000;

    // Told until one of the level's workers has ended an item, for the next ones meet the lock as well, and are seldom
    // seen to block. Null while it is not known.
    private bool? _stands;

    // How many items had ended without having blocked when the first line of this spell was seen; null for none.
    private long? _unblockedWhenSeen;

    internal void BeginSpell() => _unblockedWhenSeen = null;

    internal void BeginLevel() => _stands = null;

    /// <summary>A look at the level: so many workers came since it began, and so many waits for locks.</summary>
    internal bool Look(GrowthLevel level, int came, long met)
    {
        if (level.BlockedEnded == 0 || _stands is null)
        {
            _stands = level.Added >= MostAdded && came >= LeastCame
                && met >= LeastMet * came && met <= MostMet * (came + level.BlockedEnded);
        }
        return _stands.Value;
    }

    /// <summary>
    /// For so many milliseconds of silence the line gets nobody. If a worker that was added behind a line has ended an
    /// item in spite of it, such an item may be what the holder waits for, and others like it may stand behind those
    /// that want the lock.
    /// </summary>
    internal long Patience(long unblocked)
    {
        _unblockedWhenSeen ??= unblocked;
        return unblocked > _unblockedWhenSeen ? BlockedEnds.Silence : LongSilence;
    }
}
