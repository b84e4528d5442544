namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What a <see cref="TimerWheel"/> keeps: an intrusive list node with a due tick. Every field belongs to the wheel and
/// is read and written only with the wheel's lock held; <see cref="OnDue"/> is called without it.
/// </summary>
internal abstract class TimerNode
{
    internal TimerNode? Next;
    internal TimerNode? Previous;

    /// <summary>The slot the node hangs in (level * 256 + index), or -1 while it hangs in none.</summary>
    internal int Slot = -1;

    /// <summary>The wheel tick (milliseconds since the wheel began) at which the node is due.</summary>
    internal long DueTick;

    /// <summary>Called once for each expiry, on the wheel's thread, with no lock held. Must be short: it queues.</summary>
    /// <param name="dueTick">The tick the node was due at, which may lie in the past when the thread ran late.</param>
    internal abstract void OnDue(long dueTick);
}
