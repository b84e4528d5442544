namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How often one blocked item has been on a processor: several times, each for a moment, if it polls. The monitor's
/// alone.
/// </summary>
internal sealed class ItemTurns
{
    // Turns after which an item polls: once it may have been woken for something else.
    private const ulong Polling = 2;

    // How often the kernel is asked, in milliseconds.
    private const long Every = 20;

    private long _item = -1, _since, _askedAt;
    private ulong _before, _turns;

    /// <summary>Whether the item polls, as far as is known.</summary>
    internal bool Polls => _turns >= Polling;

    /// <summary>How long it usually sleeps, in milliseconds.</summary>
    internal double Period => _turns == 0 ? 0 : (_askedAt - _since) / (double)_turns;

    /// <summary>Whether it is time to ask about this item.</summary>
    internal bool IsDue(long item, long now) => item != _item || now - _askedAt >= Every;

    /// <summary>The item's thread has had so many turns in its life.</summary>
    internal void Count(long item, ulong turns, long now)
    {
        if (item != _item) (_item, _before, _since) = (item, turns, now);
        (_turns, _askedAt) = (turns - _before, now);
    }
}
