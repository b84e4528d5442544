namespace ThreadPoolDoctor.Pool;

// A busy worker that queues one item usually comes to it itself, a moment later: a chain of continuations, a method that
// yields. To wake another worker for it costs more than the item, and the other one would carry the chain off to its own
// processor. So the worker keeps a lone item of its own. If it does not come (its item runs long or blocks), the monitor
// takes the item away within two ticks, and the worker has lost its credit for a while.
internal sealed partial class Worker
{
    /// <summary>How many items are not kept after one that had to be taken away.</summary>
    private const int Debt = 64;

    private readonly KeptItem _kept = new();

    // Whether the kept item goes back to the worker's own queue or to the shared one. The owner's.
    private bool _keptIsLocal;

    // Written by the owner and, when it takes an item away, by the monitor. A lost update only makes the debt a little wrong.
    private int _debt;

    // The owner's inlet of the Normal lane, once it has queued there from inside an item.
    private Inlet? _ownInlet;

    // The monitor's alone: ItemsCompleted when it last looked.
    private long _seenByMonitor = -1;

    internal bool KeepsItem => _kept.IsFull;

    /// <summary>
    /// Keeps an item that is to be queued, if no other of this worker's waits where it would go. Owner only, inside an item.
    /// The caller then makes sure that the monitor watches.
    /// </summary>
    internal bool TryKeep(WorkItem item, bool local, BlockWorkQueue queue)
    {
        if (_kept.IsFull)
        {
            // Two are more than a chain: both are for everybody, and in order.
            PutKeptBack();
            return false;
        }
        if (!(local ? Local.IsEmpty : IsOwnInletEmpty(queue)) || !HasCredit() || !_kept.TryPut(item))
        {
            return false;
        }
        _keptIsLocal = local;
        _localPushes++;
        return true;
    }

    /// <summary>Gives the kept item to everybody; true if there was one. Any thread.</summary>
    internal bool ReleaseKept()
    {
        if (!_kept.TryTakeAway(out WorkItem item))
        {
            return false;
        }
        MoveToShared(item);
        return true;
    }

    /// <summary>The monitor's look: true if the worker kept an item and has made no progress since the last look.</summary>
    internal bool ReleaseKeptIfStuck()
    {
        long completed = ItemsCompleted;
        bool stuck = completed == _seenByMonitor && KeepsItem;
        _seenByMonitor = completed;
        if (stuck)
        {
            _debt = Debt;
            ReleaseKept();
        }
        return stuck;
    }

    private void PutKeptBack()
    {
        if (!_kept.TryTake(out WorkItem item))
        {
            return;
        }
        if (!_keptIsLocal)
        {
            MoveToShared(item);
        }
        else if (!Local.TryPush(item))
        {
            PushFull(item);
        }
    }

    private void MoveToShared(WorkItem item)
    {
        Pool.EnqueueShared(item, WorkLane.Normal);
        // After the item is counted as queued there, as in PushFull.
        Interlocked.Increment(ref _moved);
    }

    private bool IsOwnInletEmpty(BlockWorkQueue queue) => (_ownInlet ??= ThreadInlets.Find(queue)) is { IsEmpty: true };

    private bool HasCredit()
    {
        // The reserve runs High items only: what it kept it would not come to. Nor will one soon that has said it blocks.
        if (IsReserve || _blockedDepth != 0)
        {
            return false;
        }
        if (_debt == 0)
        {
            return true;
        }
        _debt--;
        return false;
    }
}
