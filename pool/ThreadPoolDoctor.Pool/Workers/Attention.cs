namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What workers must look at between two items. One word, 0 almost always, read for each item that runs, and so on
/// lines of its own. Any thread.
/// </summary>
internal sealed class Attention
{
    /// <summary>A High item waits.</summary>
    internal const long High = 1;

    /// <summary>A Low item has been passed over for too long.</summary>
    internal const long Low = 2;

    /// <summary>Items wait that a worker had claimed and did not come to.</summary>
    internal const long Overtaken = 4;

    /// <summary>One of those is due, also beside local items.</summary>
    internal const long OvertakenDue = 8;

    /// <summary>Workers may leave duty with the items that have polled.</summary>
    internal const long PollersLeave = 16;

    /// <summary>What waits in the Normal lane goes before local items, until the monitor's next look.</summary>
    internal const long NormalDue = 32;

    private const long Surplus = 64;

    private PaddedLong _flags;

    // Workers that are to leave duty. Raised before the flag; taken by workers between two items by compare-and-swap.
    private int _surplus;

    internal bool Any => Volatile.Read(ref _flags.Value) != 0;

    internal bool Has(long flag) => (Volatile.Read(ref _flags.Value) & flag) != 0;

    /// <summary>Full fence: what was stored before is visible to whoever lowers the flag and looks again.</summary>
    internal void Raise(long flag) => Interlocked.Or(ref _flags.Value, flag);

    /// <summary>True for the one thread that lowers the flag. Full fence, unless it was down.</summary>
    internal bool TryLower(long flag) => Has(flag) && (Interlocked.And(ref _flags.Value, ~flag) & flag) != 0;

    /// <summary>One more worker is to leave duty.</summary>
    internal void AddSurplus()
    {
        Interlocked.Increment(ref _surplus);
        Raise(Surplus);
    }

    /// <summary>True for as many callers as there were calls of <see cref="AddSurplus"/>.</summary>
    internal bool TryTakeSurplus()
    {
        if (!Has(Surplus)) return false;
        int surplus = Volatile.Read(ref _surplus);
        while (surplus > 0)
        {
            int seen = Interlocked.CompareExchange(ref _surplus, surplus - 1, surplus);
            if (seen == surplus) return true;
            surplus = seen;
        }
        // Lowered with a fence, then looked at again: one added in between raises the flag after its number.
        if (TryLower(Surplus) && Volatile.Read(ref _surplus) > 0) Raise(Surplus);
        return false;
    }
}
