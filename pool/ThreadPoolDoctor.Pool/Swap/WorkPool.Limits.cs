namespace ThreadPoolDoctor.Pool;

/// <content>Limits that change while the pool runs: the shared pool follows those of .NET's pool.</content>
public sealed partial class WorkPool
{
    private readonly Gate _limitsGate = new();

    /// <summary>Workers inside an item just now.</summary>
    internal int BusyWorkers
    {
        get
        {
            int busy = 0;
            foreach (Worker worker in _crew.Workers)
            {
                if (worker.State == WorkerState.Running) busy++;
            }
            return busy;
        }
    }

    /// <summary>
    /// ThreadPool starts as many threads as its minimum before it holds back. Here that many make up for blocked
    /// workers without a proof that it helps; threads start when there is need of them. Beside workers that compute
    /// none are added, and the Normal lane has turns instead of the threads that would take its items.
    /// </summary>
    internal void FollowThreadPoolLimits()
    {
        using (_limitsGate.Enter())
        {
            (int least, _crew.Maximum) = PoolLimits.OfThreadPool(Options.Processors);
            Monitor.Compensation.Unproven = least - Processors;
            _lanes.SharesTurns = least > Processors;
        }
    }
}
