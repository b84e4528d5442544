using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The items of one worker, and where its next one comes from: what it has itself, then the shared lanes, then the
/// other workers. What it has and does not come to is brought into the open by the monitor, so that no item waits for
/// another one that runs long or blocks (pool.md, "No item is hidden").
/// </summary>
internal sealed class WorkerItems(Lanes lanes, Sleep sleep, int index)
{
    // As many items as a thief takes from another's local queue at once, at most.
    private const int StealLimit = BlockSize.Local < 32 ? BlockSize.Local : 32;

    // Milliseconds for which the oldest local item may be passed over by newer ones.
    private const long OldestMayWait = 8;

    // After so many High items in a row every second turn is for the others.
    private const int HighInARow = 16;

    // The owner's alone.
    private int _tick;
    private int _highInARow;
    private ClaimTurn _claimTurn;

    // So many items are claimed at once, at most: few by a new worker and after an item that blocked, and twice as many
    // each time after that. What was claimed with an item that blocks is hidden until the monitor looks, which beside
    // other programs takes a tenth of a second, and workers that come meanwhile begin all that is newer. The owner's;
    // set back by anyone, and a lost update makes one claim too large.
    private int _claimSize = BlockSize.FirstClaim;

    // Never 0, and another for each worker, so that thieves that start together look in different places.
    private uint _random = (uint)(index + 1) * 0x9E3779B9;

    // Whether the lone item in the local queue was meant for the Normal lane. The owner's alone.
    private bool _keepsShared;

    // Items pushed to the local queue (the owner's, read by anyone), and items of those that were counted again when
    // they went to the Normal lane (Interlocked by anyone).
    private long _pushes, _moved;

    private Credit _credit;

    private bool _hasPolled;

    // The monitor's alone: what it saw when it last looked, and since when.
    private long _rangeSeen;
    private int _topSeen;
    private long _topSince;

    /// <summary>Items only the owner pushes to, and anyone steals from.</summary>
    internal LocalQueue Local { get; } = new();

    /// <summary>Items claimed from the Normal lane, run next by the owner unless someone steals them.</summary>
    internal ClaimedRange Range { get; } = new();

    /// <summary>Whether the owner runs High items only. Set before its thread starts.</summary>
    internal bool IsReserve { get; init; }

    /// <summary>
    /// Whether the owner is to leave duty; then <see cref="TryNext"/> has found nothing for it. The owner's alone.
    /// </summary>
    internal bool LeavesDuty { get; set; }

    /// <summary>
    /// Whether the owner is to leave duty if another one goes on; then <see cref="TryNext"/> has found nothing for it
    /// either. The owner's alone.
    /// </summary>
    internal bool AsksToLeave { get; set; }

    /// <summary>
    /// Whether the owner's item was seen to sleep while pollers were sought. Raised by the monitor, and lowered by it
    /// at the first look at another item, so it may tell of the item before; lowered by the owner, too, when it asks to
    /// leave.
    /// </summary>
    internal bool HasPolled { get => Volatile.Read(ref _hasPolled); set => Volatile.Write(ref _hasPolled, value); }

    internal Lanes Lanes => lanes;

    internal long Pushes => Volatile.Read(ref _pushes);

    internal long Moved => Volatile.Read(ref _moved);

    /// <summary>Items that wait here, whoever may take them.</summary>
    internal long Waiting => Range.Count + Local.Count;

    /// <summary>Whether a thief would find something.</summary>
    internal bool HasItems => !Range.IsEmpty || Local.Count > LeftToOwner;

    /// <summary>
    /// Whether an item may wait that only the owner will take: the monitor must watch that it comes to it. More than
    /// one count, too: they may have been one when <see cref="HasItems"/> was asked, and a thief leaves the last.
    /// </summary>
    internal bool KeepsItem => LeftToOwner != 0 && !Local.IsEmpty;

    // A chain (an item that queues its successor, a method that yields) leaves one item waiting at a time, and its
    // worker comes to it in some nanoseconds. Waking another worker costs a thousand times that and carries the chain
    // away.
    private int LeftToOwner => _credit.IsGiven ? 1 : 0;

    /// <summary>
    /// Adds to the local queue. True if the item is left to the owner: then the monitor must be awake, and nobody need
    /// be woken. Owner only, inside an item.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Push(WorkItem item)
    {
        bool left = Local.Reserve() == 0 && HasCredit();
        // What lies beneath a newer item is no successor that the owner comes to at once: that one may queue the next,
        // for ever.
        if (!left) _credit.Suspend();
        _keepsShared = false;
        Add(item);
        return left;
    }

    /// <summary>
    /// Keeps an item that is to go to the Normal lane, if nothing else waits there or here. False if it is to go
    /// there; one kept before has then been put there first. Owner only, inside an item.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryKeep(WorkItem item, BlockWorkQueue normal)
    {
        if (!Local.IsEmpty)
        {
            // Two are more than a chain: both are for everybody, and in order.
            if (_keepsShared && Local.Count == 1 && Local.TryPop(out WorkItem first)) MoveToNormal(first);
            _keepsShared = false;
            return false;
        }
        if (!normal.IsEmpty || !Range.IsEmpty || !HasCredit()) return false;
        _keepsShared = true;
        Add(item);
        return true;
    }

    /// <summary>
    /// From now on nothing is left to the owner for a while, and it claims few items at once: it blocks, or has not
    /// come to what was left to it. Any thread.
    /// </summary>
    internal void LoseCredit()
    {
        _credit.Lose();
        Volatile.Write(ref _claimSize, BlockSize.FirstClaim);
    }

    /// <summary>
    /// The next item for a busy worker. False if nothing is at hand, or if the worker is to leave duty. Owner only.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryNext(out WorkItem item)
    {
        // The slow ways have a place of their own for what they find: then the item stays in registers on the fast
        // ones.
        WorkItem found;
        if ((lanes.Attention.Any | (++_tick & (BlockSize.FairnessPeriod - 1)) == 0) && TryNextSlow(out found))
        {
            item = found;
            return item._target is not null;
        }
        if (Local.TryPop(out item) || Range.TryTake(out item)) return true;
        bool any = TryTakeShared(out found);
        item = found;
        return any;
    }

    /// <summary>
    /// Looks everywhere once. The worker's own range before the lanes: what is left in it would be lost with the next
    /// claim. Owner only.
    /// </summary>
    internal bool TryFind(out WorkItem item) =>
        lanes.TryTakeHigh(out item) || lanes.TryTakeOvertaken(out item) || Local.TryPop(out item) || Range.TryTake(out item)
        || TryTakeShared(out item) || TrySteal(out item);

    /// <summary>
    /// Brings everything into the open. True if there was something; then the caller sees to it that somebody comes.
    /// Any thread.
    /// </summary>
    internal bool GiveUp() => lanes.Overtake(Range, Local, int.MaxValue);

    /// <summary>
    /// The monitor's look: brings into the open what the owner has not come to since the last one. True if there was
    /// something. <paramref name="stuck"/>: the owner is still inside the same item.
    /// </summary>
    internal bool GiveUpOvertaken(bool stuck, long now)
    {
        long range = Range.Word;
        bool rangeStands = range == _rangeSeen;
        _rangeSeen = range;

        int top = Local.Top, most = 0;
        if (top != _topSeen || Local.IsEmpty)
        {
            (_topSeen, _topSince) = (top, now);
        }
        else if (stuck)
        {
            LoseCredit();
            most = int.MaxValue;
        }
        else if (now - _topSince >= OldestMayWait)
        {
            // Newer ones come and go: the older half is for whoever ends an item next, and the rest a look later.
            _topSince = now;
            most = (Local.Count + 1) / 2;
        }
        return (rangeStands || most > 0) && lanes.Overtake(rangeStands ? Range : null, Local, most);
    }

    /// <summary>
    /// Before the owner parks; does nothing if it has something left, as where memory is short. Owner only.
    /// </summary>
    internal void Forget()
    {
        if (Waiting > 0) return;
        Range.Finish();
        Local.ForgetStolen();
    }

    // Not the reserve, which runs High items only: it gives up what it has when it parks, and not before. Each push of
    // it suspends.
    private bool HasCredit() => _credit.Pay() && !IsReserve;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Add(WorkItem item)
    {
        // Before the item can be seen, so that a drain never sees fewer queued than ended.
        Volatile.Write(ref _pushes, Memory.Own(ref _pushes) + 1);
        Local.Push(item);
    }

    private void MoveToNormal(WorkItem item)
    {
        try
        {
            lanes.Enqueue(item, WorkLane.Normal);
        }
        catch (OutOfMemoryException)
        {
            // The item that is queued just now is refused; this one was accepted. Its slot is still there, but the
            // monitor may have gone to sleep in between.
            Local.Push(item);
            sleep.WakeMonitor();
            throw;
        }
        // After the item is counted as queued there, so that a drain never sees fewer queued than ended.
        Interlocked.Increment(ref _moved);
    }

    /// <summary>True with an item, or without one if the worker is to leave duty; false to go on as usual.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryNextSlow(out WorkItem item)
    {
        Attention attention = lanes.Attention;
        bool isFairTurn = (_tick & (BlockSize.FairnessPeriod - 1)) == 0;
        if (attention.Any)
        {
            item = default;
            if (attention.TryTakeSurplus()) return LeavesDuty = true;
            if (attention.Has(Attention.PollersLeave) && HasPolled) return AsksToLeave = true;
            if (attention.TryLower(Attention.Low) && lanes.TryTakeLow(out item)) return true;
            if (!isFairTurn && TryTakeHigh(out item)) return true;
            if (!isFairTurn && attention.Has(Attention.NormalDue))
            {
                if (TryTakeNormal(out item)) return true;
                attention.TryLower(Attention.NormalDue);
            }
            // What the worker's items queue locally comes first, as on ThreadPool. A share of time, not of items: each
            // of those may queue many.
            bool isDue = attention.TryLower(Attention.OvertakenDue) || Local.IsEmpty;
            if (!isFairTurn && isDue && lanes.TryTakeOvertaken(out item)) return true;
        }
        item = default;
        return isFairTurn && TryTakeFair(out item);
    }

    /// <summary>
    /// High items first; but a flood of them, or items that queue more of them, hold up nobody for ever.
    /// </summary>
    private bool TryTakeHigh(out WorkItem item)
    {
        item = default;
        bool othersTurn = _highInARow >= HighInARow && (_highInARow & 1) == 0;
        if (!othersTurn && !lanes.TryTakeHigh(out item))
        {
            _highInARow = 0;
            return false;
        }
        _highInARow++;
        return !othersTurn;
    }

    /// <summary>
    /// Now and then the far ends of the pool, the worker's own oldest among them, come before what is urgent and before
    /// its newest.
    /// </summary>
    private bool TryTakeFair(out WorkItem item)
    {
        int turn = _tick / BlockSize.FairnessPeriod & 3;
        if (turn == 0 && lanes.LowTurns.TryTakeTurn() && lanes.TryTakeLow(out item)) return true;
        if (turn == 1 && Local.TryTakeOldest(out item)) return true;
        if (turn == 2 && lanes.TryTakeOvertaken(out item)) return true;
        return TryTakeNormal(out item);
    }

    private bool TryTakeNormal(out WorkItem item) =>
        Range.TryTake(out item) || TryTakeGivenUp(out item) || lanes.TryTake(WorkLane.Normal, out item);

    /// <summary>
    /// What was claimed and given up is older than what the lane has. The monitor may give up the worker's own range at
    /// any moment, so after that was found empty and before anything newer is taken.
    /// </summary>
    private bool TryTakeGivenUp(out WorkItem item)
    {
        // An acquire, as the owner's own read is plain: what was announced before the range was emptied is seen (pairs
        // with OvertakenRanges.TakeOver).
        _ = Range.Word;
        return lanes.TryTakeOvertakenClaim(out item);
    }

    /// <summary>From the shared lanes; of the Normal lane as much as a block holds, to run one by one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryTakeShared(out WorkItem item)
    {
        if (lanes.Normal is not { } blocks) return lanes.TryTake(WorkLane.Normal, out item) || TryTakeLow(out item);
        if (TryTakeGivenUp(out item)) return true;
        int most = Volatile.Read(ref _claimSize);
        if (!blocks.TryClaim(ref _claimTurn, most, out Block block, out int from, out int count))
        {
            return TryTakeLow(out item);
        }
        if (most < Block.Size) Volatile.Write(ref _claimSize, most * 2);
        return TryBegin(block, from, count, out item) || TryTakeLow(out item);
    }

    /// <summary>After all Normal items: also those of other workers.</summary>
    private bool TryTakeLow(out WorkItem item)
    {
        item = default;
        return !lanes[WorkLane.Low].IsEmpty && (TrySteal(out item) || lanes.TryTakeLow(out item));
    }

    /// <summary>
    /// Takes the first of what was claimed or stolen; the rest is the worker's range. False if a thief was faster.
    /// Between the claim and this nobody could see the items: who fell asleep just then, worker or monitor, has not
    /// been told of them. So they are published once more.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryBegin(Block block, int from, int count, out WorkItem item)
    {
        if (count == 1)
        {
            item = Range.TakeLone(block, from);
            return true;
        }
        Range.Set(block, from, count);
        sleep.Notice();
        return Range.TryTake(out item);
    }

    private bool TrySteal(out WorkItem item)
    {
        // xorshift.
        _random ^= _random << 13;
        _random ^= _random >> 17;
        _random ^= _random << 5;
        foreach (int slot in lanes.Holders((int)(_random % (uint)lanes.Owners.Length)))
        {
            if (slot == index) continue;
            WorkerItems victim = lanes.ItemsOf(slot);
            if (TryStealRange(victim, out item) || TryStealLocal(victim, out item)) return true;
        }
        item = default;
        return false;
    }

    private bool TryStealRange(WorkerItems victim, out WorkItem item)
    {
        item = default;
        return victim.Range.TrySteal(out Block block, out int from, out int count) && TryBegin(block, from, count, out item);
    }

    private bool TryStealLocal(WorkerItems victim, out WorkItem item)
    {
        item = default;
        int count = victim.Local.Count;
        if (count <= victim.LeftToOwner || !victim.Local.TrySteal(out item)) return false;
        // The first is the oldest, with most work behind it: that is the one to run. The rest is for later; the thief's
        // own queue is empty, and has room for it without Reserve, whose failure would lose an item.
        for (int more = Math.Min(count / 2, StealLimit); more > 1 && victim.Local.TrySteal(out WorkItem another); more--)
        {
            Local.Push(another);
        }
        // As in TryBegin; and what is left to its worker now was everybody's before.
        sleep.Notice();
        if (KeepsItem) sleep.WakeMonitor();
        return true;
    }
}
