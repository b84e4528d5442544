namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What a <see cref="TimerWheel"/> keeps: an intrusive list node with a due tick. Every field belongs to the wheel and
/// is read and written only with the wheel's lock held; <see cref="OnDue"/> is called without it.
/// </summary>
internal abstract class TimerNode
{
    internal TimerNode? Next;
    internal TimerNode? Previous;

    /// <summary>
    /// Values of <see cref="Slot"/> while the node hangs in none: not armed, or armed with <see cref="SystemTimer"/>.
    /// </summary>
    internal const int NoSlot = -1, OnSystem = -2;

    /// <summary>The slot the node hangs in (level * 256 + index), or one of the two above.</summary>
    internal int Slot = NoSlot;

    /// <summary>
    /// The system's timer that stands in for a wheel without a thread; null until there is need of one.
    /// </summary>
    internal Timer? SystemTimer;

    /// <summary>The wheel tick (milliseconds since the wheel began) at which the node is due.</summary>
    internal long DueTick;

    /// <summary>
    /// Called once for each expiry, on the wheel's thread or the system's, with no lock held. Must be short: it
    /// queues.
    /// </summary>
    /// <param name="dueTick">The tick the node was due at, which may lie in the past when the thread ran late.</param>
    internal abstract void OnDue(long dueTick);
}
