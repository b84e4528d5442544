using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Keeps any number of timers on one thread: a hierarchical wheel of four levels with 256 slots each and a tick of one
/// millisecond (Varghese and Lauck, 1987), so that arming and cancelling cost the same for ten timers and a million.
/// The thread belongs to no pool: it still runs when every worker is blocked. It starts with the first timer, sleeps
/// until the next tick at which something can happen, and does nothing but hand due nodes over.
/// </summary>
/// <remarks>A node is never due early: due times are rounded up to the next tick, the clock is rounded down.</remarks>
internal sealed class TimerWheel
{
    private const int Levels = 4;
    private const int SlotsPerLevel = 256;
    private const int BitsPerLevel = 8;

    /// <summary>The longest due time: what four levels can hold, and what Timer allows.</summary>
    internal const long LongestDue = 0xfffffffeL;

    private readonly string _threadName;

    // Guards everything below, and every field of every node.
    private readonly object _gate = new();

    // Heads of the slots' lists (level * 256 + index).
    private readonly TimerNode?[] _slots = new TimerNode?[Levels * SlotsPerLevel];

    // One bit per slot that is not empty, so that the next busy tick is found without walking empty slots.
    private readonly ulong[] _busy = new ulong[Levels * SlotsPerLevel / 64];

    private readonly long _origin = Stopwatch.GetTimestamp();

    // The tick up to which everything due has been handed over. Lags behind the clock while the thread sleeps.
    private long _tick;

    // The tick the thread sleeps until; an earlier node must wake it. long.MinValue while it is awake.
    private long _sleepsUntil = long.MinValue;

    private int _count;
    private bool _started;
    private bool _stopped;

    internal TimerWheel(string threadName) => _threadName = threadName;

    /// <summary>How many nodes wait.</summary>
    internal int Count
    {
        get { lock (_gate) return _count; }
    }

    /// <summary>Milliseconds since the wheel began, rounded down.</summary>
    internal long Now => (long)Stopwatch.GetElapsedTime(_origin).TotalMilliseconds;

    /// <summary>The tick at which something that is due in <paramref name="due"/> from now may fire.</summary>
    internal long TickAfter(TimeSpan due) =>
        (long)Math.Ceiling((Stopwatch.GetElapsedTime(_origin) + due).TotalMilliseconds);

    /// <summary>Arms <paramref name="node"/> for <paramref name="dueTick"/>, whether or not it is armed already.</summary>
    internal void Arm(TimerNode node, long dueTick)
    {
        lock (_gate)
        {
            Unlink(node);
            if (_stopped) return;
            // A tick that has been handed over will not come again, so the past means "at the next tick".
            node.DueTick = Math.Clamp(dueTick, _tick + 1, _tick + LongestDue);
            Link(node);
            StartThread_NeedsLock();
            if (node.DueTick < _sleepsUntil) Monitor.Pulse(_gate);
        }
    }

    /// <summary>Disarms <paramref name="node"/>; true if it was armed, that is, if this expiry will not happen.</summary>
    internal bool Disarm(TimerNode node)
    {
        lock (_gate) return Unlink(node);
    }

    /// <summary>Forgets every node and ends the thread. Arming afterwards does nothing.</summary>
    internal void Stop()
    {
        lock (_gate)
        {
            _stopped = true;
            for (int slot = 0; slot < _slots.Length; slot++)
            {
                while (_slots[slot] is { } node) Unlink(node);
            }
            Monitor.Pulse(_gate);
        }
    }

    private void StartThread_NeedsLock()
    {
        if (_started) return;
        _started = true;
        try
        {
            new Thread(Run, 256 * 1024) { IsBackground = true, Name = _threadName, Priority = ThreadPriority.AboveNormal }
                .UnsafeStart();
        }
        catch
        {
            // Memory or threads are short: the next Arm tries again, and the caller learns that this one failed.
            _started = false;
            throw;
        }
    }

    private void Run()
    {
        var due = new List<(TimerNode Node, long DueTick)>();
        while (true)
        {
            lock (_gate)
            {
                if (_stopped) return;
                CollectDue_NeedsLock(due);
                if (due.Count == 0)
                {
                    Sleep_NeedsLock();
                    continue;
                }
            }
            foreach ((TimerNode node, long dueTick) in due) node.OnDue(dueTick);
            due.Clear();
        }
    }

    private void Sleep_NeedsLock()
    {
        _sleepsUntil = NextBusyTick();
        if (_sleepsUntil == long.MaxValue)
        {
            Monitor.Wait(_gate);
        }
        else
        {
            // Rounded up, or the thread would wake within the last tick and spin until the clock reaches it.
            double wait = _sleepsUntil - Stopwatch.GetElapsedTime(_origin).TotalMilliseconds;
            if (wait > 0) Monitor.Wait(_gate, (int)Math.Min(Math.Ceiling(wait), int.MaxValue));
        }
        _sleepsUntil = long.MinValue;
    }

    private void CollectDue_NeedsLock(List<(TimerNode, long)> due)
    {
        long now = Now;
        while (true)
        {
            long next = NextBusyTick();
            if (next > now) break;
            _tick = next;
            Cascade();
            int slot = (int)(next & (SlotsPerLevel - 1));
            while (_slots[slot] is { } node)
            {
                Unlink(node);
                due.Add((node, node.DueTick));
            }
        }
        // No slot in use begins between here and now, so the wheel may turn on at once; otherwise a later Arm would be
        // measured from a tick long past.
        if (now > _tick) _tick = now;
    }

    /// <summary>Moves the nodes of every higher slot that begins at this tick down to where they now belong.</summary>
    private void Cascade()
    {
        for (int level = Levels - 1; level > 0; level--)
        {
            long mask = (1L << (level * BitsPerLevel)) - 1;
            if ((_tick & mask) != 0) continue;
            int slot = level * SlotsPerLevel + IndexAt(_tick, level);
            TimerNode? node = Take(slot);
            while (node is not null)
            {
                TimerNode? next = node.Next;
                node.Next = node.Previous = null;
                _count--;
                Link(node);
                node = next;
            }
        }
    }

    private TimerNode? Take(int slot)
    {
        TimerNode? first = _slots[slot];
        _slots[slot] = null;
        _busy[slot >> 6] &= ~(1UL << (slot & 63));
        for (TimerNode? node = first; node is not null; node = node.Next) node.Slot = -1;
        return first;
    }

    /// <summary>The next tick at which a slot of any level has to be looked at; long.MaxValue if all are empty.</summary>
    private long NextBusyTick()
    {
        long best = long.MaxValue;
        for (int level = 0; level < Levels; level++)
        {
            int distance = DistanceToBusySlot(level, IndexAt(_tick, level));
            if (distance == 0) continue;
            int shift = level * BitsPerLevel;
            best = Math.Min(best, ((_tick >> shift) + distance) << shift);
        }
        return best;
    }

    /// <summary>Slots from <paramref name="index"/> (excluded) round to the next one in use, 1 to 256; 0 if none is.</summary>
    private int DistanceToBusySlot(int level, int index)
    {
        int first = level * SlotsPerLevel / 64;
        int start = (index + 1) & (SlotsPerLevel - 1);
        for (int step = 0; step <= SlotsPerLevel / 64; step++)
        {
            int word = ((start >> 6) + step) & 3;
            ulong bits = _busy[first + word];
            if (step == 0) bits &= ulong.MaxValue << (start & 63);
            if (step == SlotsPerLevel / 64) bits &= ~(ulong.MaxValue << (start & 63));
            if (bits == 0) continue;
            int slot = word * 64 + System.Numerics.BitOperations.TrailingZeroCount(bits);
            return ((slot - start) & (SlotsPerLevel - 1)) + 1;
        }
        return 0;
    }

    private void Link(TimerNode node)
    {
        long delta = node.DueTick - _tick;
        int level = delta < 1L << 8 ? 0 : delta < 1L << 16 ? 1 : delta < 1L << 24 ? 2 : 3;
        int slot = level * SlotsPerLevel + IndexAt(node.DueTick, level);
        node.Slot = slot;
        node.Next = _slots[slot];
        if (node.Next is not null) node.Next.Previous = node;
        _slots[slot] = node;
        _busy[slot >> 6] |= 1UL << (slot & 63);
        _count++;
    }

    private bool Unlink(TimerNode node)
    {
        if (node.Slot < 0) return false;
        if (node.Next is not null) node.Next.Previous = node.Previous;
        if (node.Previous is not null)
        {
            node.Previous.Next = node.Next;
        }
        else
        {
            _slots[node.Slot] = node.Next;
            if (node.Next is null) _busy[node.Slot >> 6] &= ~(1UL << (node.Slot & 63));
        }
        node.Next = node.Previous = null;
        node.Slot = -1;
        _count--;
        return true;
    }

    private static int IndexAt(long tick, int level) => (int)(tick >> (level * BitsPerLevel)) & (SlotsPerLevel - 1);
}
