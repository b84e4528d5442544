using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>The way of an item into the pool: where it goes, and who is told. Any thread.</summary>
internal sealed class Intake(Crew crew)
{
    private readonly Lanes _lanes = crew.Lanes;
    private readonly Sleep _sleep = crew.Sleep;

    internal Crew Crew => crew;

    /// <summary>Queues an item. What a custom queue throws comes out of here, and the item is not queued.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Enqueue(WorkItem item, bool preferLocal, WorkLane lane)
    {
        if (lane != WorkLane.Normal || _lanes.Normal is not { } normal)
        {
            EnqueueInLane(item, lane);
            return;
        }
        ThreadInlets? mine = ThreadInlets.Current;
        if (mine?.Worker is { } worker && worker.Lanes == _lanes && TryLeaveToWorker(worker, item, preferLocal, normal)) return;
        normal.EnqueueAs(mine, item);
        _sleep.Notice();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryLeaveToWorker(WorkerItems worker, WorkItem item, bool preferLocal, BlockWorkQueue normal)
    {
        if (preferLocal)
        {
            if (worker.Push(item)) _sleep.WakeMonitor();
            else _sleep.Notice();
            return true;
        }
        // While all are busy an item is left where anybody finds it.
        if (!_sleep.State.AnyoneToTell || !worker.TryKeep(item, normal)) return false;
        _sleep.WakeMonitor();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EnqueueInLane(WorkItem item, WorkLane lane)
    {
        try
        {
            _lanes.Enqueue(item, lane);
        }
        catch
        {
            // A custom queue has refused it: a drain that counted it may be over.
            crew.WhenIdle();
            throw;
        }
        if (lane == WorkLane.High) crew.CallReserve();
        _sleep.Notice();
    }
}
