namespace ThreadPoolDoctor.Pool;

/// <content>What ThreadPool's surface asks for beyond the pool's own: limits that can be changed while it runs.</content>
public sealed partial class WorkPool
{
    // Guards the two fields below against each other; each is read without it.
    private readonly object _limitsGate = new();

    // 0 until set: then the options' maximum and the number of processors.
    private int _maximumSet;
    private int _minimumSet;

    /// <summary>The most workers the pool may have, as set last.</summary>
    internal int MaximumWorkers => Volatile.Read(ref _maximumSet) is > 0 and int set ? set : Options.ResolvedMaximum;

    /// <summary>The workers that start without delay: one per processor, or as set last.</summary>
    internal int MinimumThreads => Volatile.Read(ref _minimumSet) is > 0 and int set ? set : Processors;

    /// <summary>Workers inside an item just now.</summary>
    internal int BusyWorkers
    {
        get
        {
            int busy = 0;
            foreach (Worker worker in Workers)
            {
                if (worker.State == WorkerState.Running) busy++;
            }
            return busy;
        }
    }

    internal bool TrySetMaximumWorkers(int workers, int completionPorts)
    {
        ThreadPool.GetMinThreads(out _, out int leastPorts);
        lock (_limitsGate)
        {
            if (workers < MinimumThreads || workers <= 0 || completionPorts < leastPorts || completionPorts <= 0) return false;
            Volatile.Write(ref _maximumSet, Math.Min(workers, WorkPoolOptions.WorkerLimit));
            return true;
        }
    }

    internal bool TrySetMinimumThreads(int workers, int completionPorts)
    {
        ThreadPool.GetMaxThreads(out _, out int mostPorts);
        lock (_limitsGate)
        {
            if (workers < 0 || completionPorts < 0 || workers > MaximumWorkers || completionPorts > mostPorts) return false;
            int before = MinimumThreads;
            Volatile.Write(ref _minimumSet, Math.Max(1, workers));
            // ThreadPool runs as many items at once before it holds back, so the difference is given or taken.
            for (; before < MinimumThreads && TryAddWorker(WorkerAddReason.Work); before++)
            {
            }
            for (; before > MinimumThreads; before--) RetireWorker();
            return true;
        }
    }
}
