namespace ThreadPoolDoctor.Pool;

/// <content>
/// The reserve: one worker that runs High items only, so that they and timers start while every other worker is inside
/// an item, be it blocked or busy. It is not on duty and not on the idle stack; it sleeps by itself and costs nothing
/// until a High item finds nobody idle.
/// </content>
internal sealed partial class Worker
{
    /// <summary>Set before the worker can be woken, never changed.</summary>
    internal bool IsReserve { get; init; }

    /// <summary>The life of the reserve's thread.</summary>
    private void MainOfReserve()
    {
        // Nobody else: among threads with slices as short as its own it would have to wait for a tick again.
        ShortSlices.AskFor();
        do
        {
            RunHighItems();
            bool left = HasItems;
            PrepareToPark();
            if (left) Pool.Sleep.NoticeLeftWork();
            // Full fence between announcing the sleep and the last look; pairs with the fence between the item and the
            // look at the reserve in WorkPool.CallReserve.
            Interlocked.MemoryBarrier();
            if (!Pool.Lane(WorkLane.High).IsEmpty) _parker.Unpark();
            Pool.EndDrainsIfQuiet();
        }
        while (ParkOrEnd());
    }

    private void RunHighItems()
    {
        _state = WorkerState.Running;
        while (TryTakeHigh(out _found))
        {
            if (!RunOneHighItem()) EndItem();
        }
        _state = WorkerState.Searching;
    }

    /// <summary>As RunUntilThrown, for a single item: what follows it is not for the reserve.</summary>
    private bool RunOneHighItem()
    {
        WorkItem item = _found;
        _found = default;
        try
        {
            if (Telemetry.ItemsObserved) Telemetry.Run(this, item);
            else ItemKind.Run(Pool, item._target!, item._state);
            EndItem();
            return true;
        }
        catch (Exception e) when (Pool.Options.UnhandledException is not null)
        {
            Pool.Options.UnhandledException!(e);
            return false;
        }
    }
}
