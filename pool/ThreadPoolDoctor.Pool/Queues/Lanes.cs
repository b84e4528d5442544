namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What all workers share: the three lanes, and the items that a worker had claimed and did not come to. All members
/// may be called from any thread. Nothing here wakes anybody: that is <see cref="Sleep"/>'s part.
/// </summary>
internal sealed class Lanes
{
    // By 1 - lane: High, Normal, Low. Set once.
    private readonly IWorkQueue[] _lanes = new IWorkQueue[3];

    // What workers had claimed and did not come to, older than anything in the Normal lane and so before it; and what
    // they had in their local queues, which would have run next. Neither waits for the whole of the other.
    private readonly OvertakenRanges _overtakenRanges = new();
    private readonly OvertakenLocals _overtakenLocals = new();

    // Which of the two is looked into first. Any thread, plain: a lost update only repeats a turn.
    private int _overtakenTurn;

    private bool _sharesTurns;

    // The monitor's alone: local items pushed until its last look.
    private long _pushesSeen;

    private readonly Action<Exception>? _onQueueError;

    // Items that came through a custom queue; the default queue counts its own. Interlocked by anyone.
    private PaddedLong _customEnqueued;

    // When the queues are made by the user.
    private readonly bool _custom;

    // One for each worker slot there ever was. The array never changes; entries are added in order, by one thread at a
    // time, and stay, so an index stays valid.
    private readonly WorkerItems[] _owners;
    private int _ownerCount;

    // Those that may have items. Changed by the crew, one thread at a time.
    private readonly SlotSet _holders;

    internal Lanes(Func<WorkLane, IWorkQueue>? factory, Action<Exception>? onQueueError, int workers)
    {
        _owners = new WorkerItems[workers];
        _holders = new SlotSet(workers);
        _custom = factory is not null;
        _onQueueError = onQueueError;
        for (int i = 0; i < _lanes.Length; i++)
        {
            _lanes[i] = factory is null
                ? new BlockWorkQueue()
                : factory((WorkLane)(1 - i)) ?? throw new ArgumentException("The queue factory has returned null.", "options");
        }
        Normal = _custom ? null : (BlockWorkQueue)_lanes[1];
        LowTurns = new LowLaneTurns(this);
    }

    /// <summary>The Normal lane if it is the default queue.</summary>
    internal BlockWorkQueue? Normal { get; }

    internal Attention Attention { get; } = new();

    internal LowLaneTurns LowTurns { get; }

    /// <summary>Whether the Normal lane has a share of the time beside local items. Any thread.</summary>
    internal bool SharesTurns
    {
        get => Volatile.Read(ref _sharesTurns);
        set => Volatile.Write(ref _sharesTurns, value);
    }

    /// <summary>
    /// For tests: called before there is room for more overtaken items; throws OutOfMemoryException as the system
    /// would.
    /// </summary>
    internal Action? OvertakenFault
    {
        set => _overtakenRanges.GrowthFault = _overtakenLocals.GrowthFault = value;
    }

    internal IWorkQueue this[WorkLane lane] => _lanes[1 - (int)lane];

    /// <summary>Everyone's that there ever was.</summary>
    internal ReadOnlySpan<WorkerItems> Owners => _owners.AsSpan(0, Volatile.Read(ref _ownerCount));

    /// <summary>One caller at a time. The owner may have items from now on.</summary>
    internal void Add(WorkerItems owner)
    {
        int slot = _ownerCount;
        _owners[slot] = owner;
        Volatile.Write(ref _ownerCount, slot + 1);
        // After the entry: pairs with the reads of ItemsOf.
        _holders.Add(slot);
    }

    /// <summary>
    /// Its owner comes on duty or leaves it, and has nothing then, unless memory was too short to give it up. Before it
    /// can have an item again, or after it had the last. One caller at a time.
    /// </summary>
    internal void SetHolds(int owner, bool holds)
    {
        if (holds || _owners[owner].Waiting > 0) _holders.Add(owner);
        else _holders.Remove(owner);
    }

    /// <summary>
    /// The slots of those that may have items, from one on and round: so one looks at those that are on duty, and not
    /// at all that there ever were.
    /// </summary>
    internal SlotSet.Round Holders(int start = 0) => _holders.From(start, Volatile.Read(ref _ownerCount));

    /// <summary>The items of a slot out of <see cref="Holders"/>.</summary>
    internal WorkerItems ItemsOf(int slot) => _owners[slot];

    /// <summary>Whether no item waits here.</summary>
    internal bool IsEmpty
    {
        get
        {
            foreach (IWorkQueue lane in _lanes)
            {
                if (!lane.IsEmpty) return false;
            }
            return _overtakenRanges.IsEmpty && _overtakenLocals.IsEmpty;
        }
    }

    /// <summary>Items that wait here.</summary>
    internal long Count
    {
        get
        {
            long count = _overtakenRanges.Count + _overtakenLocals.Count;
            foreach (IWorkQueue lane in _lanes) count += lane.Count;
            return count;
        }
    }

    /// <summary>Items ever added; those that were overtaken were counted when they came.</summary>
    internal long Enqueued
    {
        get
        {
            long sum = Interlocked.Read(ref _customEnqueued.Value);
            foreach (IWorkQueue lane in _lanes) sum += lane is BlockWorkQueue blocks ? blocks.Enqueued : 0;
            return sum;
        }
    }

    /// <summary>Adds to a lane. What a custom queue throws comes out of here, and the item is not queued.</summary>
    internal void Enqueue(WorkItem item, WorkLane lane)
    {
        if (lane is < WorkLane.Low or > WorkLane.High)
        {
            throw new ArgumentOutOfRangeException(nameof(lane), lane, "There is no such lane.");
        }
        IWorkQueue queue = this[lane];
        // Also a custom factory may hand out the default queue, which counts by itself.
        if (queue is BlockWorkQueue) queue.Enqueue(item);
        else EnqueueCustom(queue, item);
        // After the item: pairs with the second look in TryTakeFlagged.
        if (lane == WorkLane.High) Attention.Raise(Attention.High);
    }

    internal bool TryTake(WorkLane lane, out WorkItem item)
    {
        IWorkQueue queue = this[lane];
        if (_custom) return TryTakeCustom(queue, out item);
        return queue.TryDequeue(out item);
    }

    internal bool TryTakeHigh(out WorkItem item)
    {
        if (TryTake(WorkLane.High, out item)) return true;
        // An item queued before the flag was lowered may have been missed, and its queuer has raised it already.
        if (!Attention.TryLower(Attention.High) || !TryTake(WorkLane.High, out item)) return false;
        // It may not have been the only one.
        Attention.Raise(Attention.High);
        return true;
    }

    internal bool TryTakeLow(out WorkItem item)
    {
        if (!TryTake(WorkLane.Low, out item)) return false;
        LowTurns.Taken();
        return true;
    }

    /// <summary>
    /// Brings into the open what its worker does not come to: the range, and so many of the oldest local items. True if
    /// there was something. Where memory is short, what does not find room stays where thieves find it.
    /// </summary>
    internal bool Overtake(ClaimedRange? range, LocalQueue local, int most)
    {
        bool any = false;
        try
        {
            any = range is not null && _overtakenRanges.TakeOver(range);
            for (int taken; most > 0 && (taken = _overtakenLocals.TakeOver(local, most)) > 0; most -= taken) any = true;
        }
        catch (OutOfMemoryException e)
        {
            PoolEventSource.Log.ServiceDegraded(nameof(Overtake), e.Message);
            // Some may have found room before.
            any = true;
        }
        // After the items: pairs with the second look in TryTakeOvertaken.
        if (any) Attention.Raise(Attention.Overtaken);
        return any;
    }

    /// <summary>
    /// For the monitor: where workers always have local items, one that was overtaken runs for each of its looks.
    /// </summary>
    internal void GiveTurnToOvertaken()
    {
        if (Attention.Has(Attention.Overtaken)) Attention.Raise(Attention.OvertakenDue);
    }

    internal bool TryTakeOvertaken(out WorkItem item)
    {
        item = default;
        if (!Attention.Has(Attention.Overtaken)) return false;
        if (TryDequeueOvertaken(out item)) return true;
        // As with High items: who gave them up has raised the flag before it was lowered.
        if (!Attention.TryLower(Attention.Overtaken) || !TryDequeueOvertaken(out item)) return false;
        Attention.Raise(Attention.Overtaken);
        return true;
    }

    /// <summary>
    /// The oldest that its worker had claimed. A plain look, without the flag: whoever sees its range taken away sees
    /// this, too (<see cref="OvertakenRanges.TakeOver"/>).
    /// </summary>
    internal bool TryTakeOvertakenClaim(out WorkItem item) => _overtakenRanges.TryTake(out item);

    /// <summary>
    /// For the monitor: between every second two of its looks the Normal lane goes before local items. Before those
    /// that were overtaken, for on ThreadPool others come to them only when nothing waits there; and before workers'
    /// own where a program's minimum asks for more threads than processors, for there those would take what waits. A
    /// share of time, not of items.
    /// </summary>
    internal void GiveTurnToNormal()
    {
        bool shares = !_overtakenLocals.IsEmpty || (SharesTurns && LocalItemsCame());
        bool waits = !this[WorkLane.Normal].IsEmpty || !_overtakenRanges.IsEmpty;
        bool due = shares && waits && !Attention.Has(Attention.NormalDue);
        if (due) Attention.Raise(Attention.NormalDue);
        else Attention.TryLower(Attention.NormalDue);
    }

    private bool LocalItemsCame()
    {
        long pushes = 0;
        foreach (WorkerItems owner in Owners) pushes += owner.Pushes;
        bool came = pushes != _pushesSeen;
        _pushesSeen = pushes;
        return came;
    }

    private bool TryDequeueOvertaken(out WorkItem item)
    {
        return (++_overtakenTurn & 1) == 0
            ? _overtakenRanges.TryTake(out item) || _overtakenLocals.TryTake(out item)
            : _overtakenLocals.TryTake(out item) || _overtakenRanges.TryTake(out item);
    }

    private void EnqueueCustom(IWorkQueue queue, WorkItem item)
    {
        // Before the item, so that a drain never sees fewer queued than done.
        Interlocked.Increment(ref _customEnqueued.Value);
        try
        {
            queue.Enqueue(item);
        }
        catch
        {
            // The caller hears of it; a drain must not wait for the item.
            Interlocked.Decrement(ref _customEnqueued.Value);
            throw;
        }
    }

    /// <summary>A custom queue's exception is no work item's: it is handed over, and no item counts as run.</summary>
    private bool TryTakeCustom(IWorkQueue queue, out WorkItem item)
    {
        try
        {
            return queue.TryDequeue(out item);
        }
        catch (Exception e) when (_onQueueError is not null)
        {
            _onQueueError(e);
            item = default;
            return false;
        }
    }
}
