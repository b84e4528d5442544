namespace ThreadPoolDoctor.Pool;

// A busy worker that queues one item usually comes to it itself, a moment later: a chain of continuations, a method that
// yields. To wake another worker for it costs more than the item, and the other one would carry the chain off to its own
// processor. So the worker covers a lone item of its own: others leave it alone. If the worker does not come (its item runs
// long or blocks), the monitor uncovers the item within two ticks, and the worker has lost its credit for a while.
internal sealed partial class Worker
{
    /// <summary>How many items are not covered after one that had to be uncovered.</summary>
    private const int DebtAfterUncovering = 64;

    // Written by the owner and, when it uncovers, by the monitor. A lost update only makes the debt a little wrong.
    private int _debt;

    // The owner's inlet of the Normal lane, once it has queued there from inside an item.
    private Inlet? _ownInlet;

    // The monitor's alone: ItemsCompleted when it last looked.
    private long _seenByMonitor = -1;

    /// <summary>The inlet whose lone item this worker may take though it is covered.</summary>
    internal Inlet? OwnInlet => _ownInlet;

    internal bool HasCovered => (Local.Covered && Local.Count > 0) || (_ownInlet is { Covered: true, IsEmpty: false });

    /// <summary>Owner only, after it has pushed to its own queue. True if nobody needs to be woken.</summary>
    internal bool TryCoverLocal() => Local.Covered = Local.Count == 1 && HasCredit();

    /// <summary>Owner only, after it has queued to the Normal lane. True if nobody needs to be woken.</summary>
    internal bool TryCoverShared(BlockWorkQueue queue)
    {
        Inlet? inlet = _ownInlet ?? ThreadInlets.Find(queue);
        if (inlet is null)
        {
            return false;
        }
        Volatile.Write(ref _ownInlet, inlet);
        return inlet.Covered = inlet.Count == 1 && HasCredit();
    }

    /// <summary>Leaves the item to whoever comes first.</summary>
    internal void Uncover()
    {
        Local.Covered = false;
        if (Volatile.Read(ref _ownInlet) is { } inlet)
        {
            inlet.Covered = false;
        }
    }

    /// <summary>The monitor's look: true if the worker kept others from an item and has made no progress since the last look.</summary>
    internal bool UncoverIfStuck()
    {
        long completed = ItemsCompleted;
        bool stuck = completed == _seenByMonitor && HasCovered;
        _seenByMonitor = completed;
        if (stuck)
        {
            _debt = DebtAfterUncovering;
            Uncover();
        }
        return stuck;
    }

    private bool HasCredit()
    {
        if (_debt == 0)
        {
            return true;
        }
        _debt--;
        return false;
    }
}
