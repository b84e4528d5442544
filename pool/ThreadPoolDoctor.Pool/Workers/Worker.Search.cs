using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Where a worker's next item comes from: what it has itself, then the shared lanes, then the other workers.
internal sealed partial class Worker
{
    // Every so many items the worker looks at the shared queues first, so that items which fork without end in its own
    // queue keep nobody out.
    private const int FairnessPeriod = 64;

    // A claim of fewer items than the first is not followed by a pause (they may be all there are), nor is one of as many as
    // the second. The pause is a third of a microsecond, some thirty of the tiniest items.
    private const int SmallestClaim = 4, LargeClaim = 128, LagSpins = 10;

    // 25 ns each. With longer ones (a task takes 35) the worker loses more by the pause than it gains.
    private const int TiniestPerSecond = 40_000_000;

    // As many items as a thief takes from another's local queue at once, at most.
    private const int StealLimit = 32;

    // All of these are the owner's alone.
    private WorkItem _found;
    private bool _isSpare;
    private bool _searching;
    private int _tick;
    private int _inletTurn;
    private uint _random;

    // How many items the last claim had, if more than a few, and when that was.
    private int _claimed;
    private long _claimedAt;

    /// <summary>The next item for a busy worker.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryNext(out WorkItem item)
    {
        // The slow ways have a place of their own for what they find: then the item stays in registers on the fast ones.
        WorkItem found;
        if ((Pool.NeedsAttention | (++_tick & (FairnessPeriod - 1)) == 0) && TryNextSlow(out found))
        {
            item = found;
            return item._target is not null;
        }
        if (Local.TryPop(out item) || Range.TryTake(out item))
        {
            return true;
        }
        bool any = TryTakeShared(out found);
        item = found;
        return any;
    }

    /// <summary>True with an item, or without one if the worker must leave; false to go on as usual.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryNextSlow(out WorkItem item)
    {
        if (Pool.NeedsAttention)
        {
            if (Pool.TryTakeSurplus())
            {
                _isSpare = true;
                item = default;
                return true;
            }
            if (TryTakeHigh(out item) || (Pool.TryTakeLowTurn() && TryTakeLowest(out item)))
            {
                return true;
            }
        }
        item = default;
        if ((_tick & (FairnessPeriod - 1)) != 0)
        {
            return false;
        }
        MeasurePace();
        return TryTakeFair(out item);
    }

    /// <summary>Now and then the far ends of the pool come first: the Low lane, and the shared queue before the worker's own.</summary>
    private bool TryTakeFair(out WorkItem item)
    {
        bool lowFirst = (_tick & FairnessPeriod) == 0;
        if (lowFirst && TryTakeLowest(out item))
        {
            return true;
        }
        return Range.TryTake(out item) || TryTakeOne(WorkLane.Normal, out item);
    }

    private bool TryTakeHigh(out WorkItem item)
    {
        if (TryTakeOne(WorkLane.High, out item))
        {
            return true;
        }
        Pool.LowerHighFlag();
        // An item queued before the flag was lowered may have been missed, and its queuer has raised it already.
        return TryTakeOne(WorkLane.High, out item);
    }

    private bool TryTakeOne(WorkLane lane, out WorkItem item) => Pool.Lane(lane).TryDequeue(out item);

    /// <summary>From the shared lanes; of the Normal lane as much as a block holds, to run one by one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryTakeShared(out WorkItem item)
    {
        // A chain's next item, found where it was put; but every eighth time all inlets have their turn.
        if ((_tick & 7) != 0 && _kept.TryTake(out item))
        {
            return true;
        }
        if (Pool.NormalBlocks is { } blocks)
        {
            LagBehind();
            if (blocks.TryClaim(ref _inletTurn, Block.Size, OthersSearch, out Block block, out int from, out int count))
            {
                if (count == 1)
                {
                    item = Range.TakeLone(block, from);
                    return true;
                }
                RememberClaim(count);
                SetRange(block, from, count);
                // A thief may be faster; then there is nothing to wait for.
                if (Range.TryTake(out item))
                {
                    return true;
                }
            }
        }
        else if (TryTakeOne(WorkLane.Normal, out item))
        {
            return true;
        }
        return _kept.TryTake(out item) || TryTakeLow(out item);
    }

    /// <summary>After all Normal items: also those in the ranges and queues of other workers.</summary>
    private bool TryTakeLow(out WorkItem item)
    {
        item = default;
        return !Pool.Lane(WorkLane.Low).IsEmpty && (TrySteal(out item) || TryTakeLowest(out item));
    }

    private bool TryTakeLowest(out WorkItem item)
    {
        if (!TryTakeOne(WorkLane.Low, out item))
        {
            return false;
        }
        Pool.LowMoved();
        return true;
    }

    /// <summary>Those who look for work get half of what there is: they would have to take it from this worker's range.</summary>
    private bool OthersSearch => Pool.Sleep.State.Searching > (_searching ? 1 : 0);

    /// <summary>
    /// At the heels of a producer of tiny items each claim gets a few of them and costs more than they do, for both: the
    /// lines that hold the queue's ends travel to and fro. So after a small claim of the tiniest items the next one waits a
    /// little, and gets more.
    /// </summary>
    private void LagBehind()
    {
        if (_claimed == 0)
        {
            return;
        }
        if (_claimed < LargeClaim && Stopwatch.GetTimestamp() - _claimedAt < _claimed * Stopwatch.Frequency / TiniestPerSecond && Pool.SpinRounds > 0)
        {
            Thread.SpinWait(LagSpins);
        }
        _claimed = 0;
    }

    /// <summary>
    /// Between the claim and this nobody could see the items: who fell asleep just then, worker or monitor, has not been told
    /// of them. So they are published once more.
    /// </summary>
    private void SetRange(Block block, int from, int count)
    {
        Range.Set(block, from, count);
        Pool.Sleep.NoticeClaim(count);
    }

    private void RememberClaim(int count)
    {
        if (count >= SmallestClaim)
        {
            _claimed = count;
            _claimedAt = Stopwatch.GetTimestamp();
        }
    }

    /// <summary>
    /// Looks everywhere once; the item goes to <see cref="_found"/>. Its own range first: a worker that went off duty in
    /// the middle of one left the rest to thieves, and what none of them took would be lost with the next claim.
    /// </summary>
    private bool TryFind() =>
        TryTakeHigh(out _found) || Local.TryPop(out _found) || Range.TryTake(out _found) || TryTakeShared(out _found) || TrySteal(out _found);

    /// <summary>Looks for a while, with pauses that grow.</summary>
    private bool SearchLong()
    {
        // A round looks at every slot. With many of them (their items block) it costs more than sleeping and being woken,
        // and takes processor time from those that have work.
        int rounds = Pool.IsCrowded ? Pool.SpinRounds * Pool.Processors / Pool.Workers.Length : Pool.SpinRounds;
        for (int round = 0; ; round++)
        {
            if (TryFind())
            {
                return true;
            }
            if (round >= rounds)
            {
                return false;
            }
            SpinPolicy.Pause(round);
        }
    }

    private bool TrySteal(out WorkItem item)
    {
        ReadOnlySpan<Worker> workers = Pool.Workers;
        // xorshift: thieves that start together look in different places.
        _random ^= _random << 13;
        _random ^= _random >> 17;
        _random ^= _random << 5;
        int start = (int)(_random % (uint)workers.Length);
        for (int i = 0; i < workers.Length; i++)
        {
            int index = start + i;
            Worker victim = workers[index < workers.Length ? index : index - workers.Length];
            if (victim != this && (TryStealRange(victim, out item) || TryStealLocal(victim, out item)))
            {
                return true;
            }
        }
        item = default;
        return false;
    }

    private bool TryStealRange(Worker victim, out WorkItem item)
    {
        if (victim.Range.TrySteal(out Block block, out int from, out int count))
        {
            if (count == 1)
            {
                item = Range.TakeLone(block, from);
                return true;
            }
            SetRange(block, from, count);
            return Range.TryTake(out item);
        }
        item = default;
        return false;
    }

    private bool TryStealLocal(Worker victim, out WorkItem item)
    {
        int more = Math.Min(victim.Local.Count / 2, StealLimit);
        if (!victim.Local.TrySteal(out item))
        {
            return false;
        }
        // The first is the oldest, with most work behind it: that is the one to run. The rest is for later.
        for (; more > 1 && victim.Local.TrySteal(out WorkItem another); more--)
        {
            if (!Local.TryPush(another))
            {
                PushFull(another);
            }
        }
        // As in SetRange.
        Pool.Sleep.Notice();
        return true;
    }
}
