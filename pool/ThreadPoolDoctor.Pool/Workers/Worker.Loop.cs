using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// The life of a worker's thread: search, run items while there are any, sleep, and end when idle for long.
internal sealed partial class Worker
{
    private const int BatchSize = 1024;

    private void Main()
    {
        t_current = this;
        ThreadInlets.Introduce(this);
        _ownInlet = null;
        PrepareThread();
        PoolEventSource.Log.ReportWorkerStart(Pool, Index);
        if (IsReserve)
        {
            MainOfReserve();
        }
        else
        {
            MainOnDuty();
        }
        // From here on the slot may already have a new thread: touch nothing of it.
        t_current = null;
        PoolEventSource.Log.ReportWorkerStop(Pool, Index);
        Pool.WorkerEnded();
    }

    private void MainOnDuty()
    {
        // Who starts or wakes a worker has counted it as searching.
        bool searching = true;
        do
        {
            _searching = searching;
            if (searching ? SearchLong() : TryFind())
            {
                if (searching)
                {
                    // After the claim: what is left of it counts as work for a successor.
                    Pool.Sleep.StopSearching();
                    _searching = false;
                }
                RunItems();
                searching = false;
                if (_isSpare)
                {
                    searching = true;
                    if (!SleepAsSpare())
                    {
                        break;
                    }
                }
            }
            else if (searching || !(searching = Pool.Sleep.TryStartSearching(Pool.SearchLimit)))
            {
                if (!SleepWhileIdle(searching))
                {
                    break;
                }
                searching = true;
            }
        }
        while (true);
    }

    private void RunItems()
    {
        _state = WorkerState.Running;
        while (!RunSome())
        {
            // Either a batch is done, or an item has thrown and its exception has been handed over: on with the next one.
        }
        _state = WorkerState.Searching;
    }

    /// <summary>
    /// The hot loop: runs <see cref="_found"/> and what follows. True when nothing is at hand. False after an exception,
    /// and after so many items: a loop that is never left would stay in the code that the JIT made first.
    /// </summary>
    private bool RunSome()
    {
        try
        {
            return RunBatch();
        }
        catch (Exception e) when (Pool.Options.UnhandledException is not null)
        {
            // Without a handler the filter lets the exception pass unhandled: the process ends with the whole stack.
            Pool.Options.UnhandledException!(e);
        }
        EndItem();
        return false;
    }

    /// <summary>Without a handler of its own: around one, the JIT would keep everything in memory.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool RunBatch()
    {
        WorkItem item = _found;
        _found = default;
        if (item._target is null && !TryNext(out item))
        {
            return true;
        }
        WorkPool pool = Pool;
        int left = BatchSize;
        do
        {
            if (ItemEvents.On)
            {
                Telemetry.Run(this, item);
            }
            else
            {
                ItemKind.Run(pool, item._target!, item._state);
            }
            EndItem();
        }
        while (--left > 0 && TryNext(out item));
        return left > 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndItem()
    {
        CleanUp();
        // Release: who sees the count sees what the item did (pairs with the reads in WorkPool.IsQuiet).
        Volatile.Write(ref _itemsCompleted, _itemsCompleted + 1);
    }

    /// <summary>Sleeps on the idle stack. False if the thread is to end.</summary>
    private bool SleepWhileIdle(bool wasSearching)
    {
        PrepareToPark();
        Pool.Sleep.Fall(this, wasSearching);
        Pool.EndDrainsIfQuiet();
        return ParkOrEnd();
    }

    /// <summary>Sleeps outside the idle stack, until the pool needs one more worker than it has processors. False if the thread is to end.</summary>
    private bool SleepAsSpare()
    {
        _isSpare = false;
        bool left = ReleaseKept() | (EndPace() && Pool.HasWork) | HasItems || _ownInlet is { IsEmpty: false };
        PrepareToPark();
        Pool.AddSpare(this);
        if (left)
        {
            Pool.Sleep.NoticeLeftWork();
        }
        Pool.EndDrainsIfQuiet();
        return ParkOrEnd();
    }

    private void PrepareToPark()
    {
        EndPace();
        Range.Finish();
        HandOverLocal();
        Local.ForgetStolen();
        _state = WorkerState.Parked;
        // Before anybody can find us to wake us.
        _parker.Prepare();
    }

    /// <summary>
    /// A worker that leaves in the middle (a spare, the reserve) may have items of its own: they go to the shared queue,
    /// for what is forgotten next must be empty. The caller notices them afterwards.
    /// </summary>
    private void HandOverLocal()
    {
        while (Local.TrySteal(out WorkItem item))
        {
            Pool.EnqueueShared(item, WorkLane.Normal);
            // After the item is counted as queued there, as in PushFull.
            Interlocked.Increment(ref _moved);
        }
    }

    private bool ParkOrEnd()
    {
        long idleSince = Environment.TickCount64;
        while (!_parker.Park(Pool.ParkSlice(idleSince)))
        {
            Pool.Watchdog.Check();
            if (Pool.IsIdleForLong(idleSince) && TryEnd())
            {
                return false;
            }
        }
        _state = WorkerState.Searching;
        return true;
    }

    private bool TryEnd()
    {
        if (!Pool.TryRetireThread())
        {
            return false;
        }
        _state = WorkerState.Unstarted;
        if (_parker.TryLeave())
        {
            return true;
        }
        // Woken at the last moment: the next Park returns at once.
        Pool.UndoRetireThread();
        return false;
    }
}
