using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Where a worker's next item comes from: what it has itself, then the shared lanes, then the other workers.
internal sealed partial class Worker
{
    // Every so many items the worker looks at the shared queues first, so that items which fork without end in its own
    // queue keep nobody out.
    private const int FairnessPeriod = 64;

    // As many items as a thief takes from another's local queue at once, at most.
    private const int StealLimit = 32;

    // All of these are the owner's alone.
    private WorkItem _found;
    private bool _isSpare;
    private int _tick;
    private int _inletTurn;
    private uint _random;

    /// <summary>The next item for a busy worker.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryNext(out WorkItem item)
    {
        if ((Pool.NeedsAttention | (++_tick & (FairnessPeriod - 1)) == 0) && TryNextSlow(out item))
        {
            return item._target is not null;
        }
        return Local.TryPop(out item) || Range.TryTake(out item) || TryTakeShared(out item);
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
            if (TryTakeHigh(out item))
            {
                return true;
            }
        }
        item = default;
        return (_tick & (FairnessPeriod - 1)) == 0 && TryTakeFair(out item);
    }

    /// <summary>Now and then the far ends of the pool come first: the Low lane, and the shared queue before the worker's own.</summary>
    private bool TryTakeFair(out WorkItem item)
    {
        bool lowFirst = (_tick & FairnessPeriod) == 0;
        if (lowFirst && TryTakeOne(WorkLane.Low, out item))
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
        if (_ownInlet is { Covered: true } own && (_tick & 7) != 0 && own.TryClaimLone(out Block last, out int index))
        {
            item = Range.TakeLone(last, index);
            return true;
        }
        if (Pool.NormalBlocks is { } blocks)
        {
            if (blocks.TryClaim(ref _inletTurn, Block.Size, _ownInlet, out Block block, out int from, out int count))
            {
                if (count == 1)
                {
                    item = Range.TakeLone(block, from);
                    return true;
                }
                Range.Set(block, from, count);
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
        return TryTakeOne(WorkLane.Low, out item);
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
        int workers = Pool.Workers.Length;
        int rounds = workers <= 2 * Pool.Processors ? Pool.SpinRounds : Pool.SpinRounds * Pool.Processors / workers;
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
            Range.Set(block, from, count);
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
        return true;
    }
}
