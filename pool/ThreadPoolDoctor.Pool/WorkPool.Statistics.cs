namespace ThreadPoolDoctor.Pool;

public sealed partial class WorkPool
{
    /// <summary>The numbers of this moment; costs a walk over the workers.</summary>
    public WorkPoolStatistics GetStatistics()
    {
        int idle = 0;
        long completed = 0, waiting = 0;
        foreach (Worker worker in Workers)
        {
            idle += worker.State == WorkerState.Parked ? 1 : 0;
            completed += worker.ItemsCompleted;
            waiting += worker.Waiting;
        }
        foreach (IWorkQueue lane in _lanes)
        {
            waiting += lane.Count;
        }
        return WithServices(new WorkPoolStatistics
        {
            Workers = Volatile.Read(ref _threads),
            IdleWorkers = idle,
            QueueLength = waiting,
            CompletedItems = completed,
            WatchdogRescues = Watchdog.Rescues,
        });
    }
}
