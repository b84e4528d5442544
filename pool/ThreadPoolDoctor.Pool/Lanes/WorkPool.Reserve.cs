namespace ThreadPoolDoctor.Pool;

/// <content>When the reserve is called; what it is stands in Worker.Reserve.cs.</content>
public sealed partial class WorkPool
{
    // Made under _growth with the first High item that finds nobody idle; then never changed. Read by anyone.
    private Worker? _reserve;

    /// <summary>
    /// A High item has been queued, and a full fence lies behind that. If no worker is idle, the reserve runs it; if one
    /// is, it is woken as for any item and looks at the High lane first.
    /// </summary>
    private void CallReserve()
    {
        if (Sleep.State.AnyIdle) return;
        (Volatile.Read(ref _reserve) ?? MakeReserve())?.Wake();
    }

    /// <summary>For the monitor: starts the reserve's thread before it is needed, if there is a place for it.</summary>
    internal void PrepareReserve()
    {
        if (Volatile.Read(ref _reserve) is null) MakeReserve()?.Wake();
    }

    /// <summary>
    /// For the monitor: the worker that was idle when a High item came may have found another item first.
    /// </summary>
    internal void CallReserveIfHighWaits()
    {
        if (!Lane(WorkLane.High).IsEmpty) CallReserve();
    }

    /// <summary>Null if the maximum leaves no place beside those on duty.</summary>
    private Worker? MakeReserve()
    {
        lock (_growth)
        {
            if (_reserve is not null) return _reserve;
            if (_workerCount == _workers.Length || _onDuty >= MaximumWorkers) return null;
            _reserve = NewWorker(isReserve: true);
        }
        PoolEventSource.Log.ReportWorkerAdded(this, _reserve.Index, WorkerAddReason.Reserved);
        return _reserve;
    }

    /// <summary>Workers that the reserve takes of the maximum. Under _growth.</summary>
    private int ReservedPlaces => _reserve is null ? 0 : 1;
}
