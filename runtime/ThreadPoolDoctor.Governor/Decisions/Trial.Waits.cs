namespace ThreadPoolDoctor.Governor.Decisions;

/// <content>What its workers wait for.</content>
internal readonly partial record struct Trial
{
    // So many more that all met a lock are a line before it.
    private const int FewestInLine = 4;
    // For so long nothing goes on before the queue is taken for what is waited for; less where most workers wait for
    // tasks.
    private const double Stall = 0.3;
    // Waits for locks that tell, and the share of what began in that time.
    private const int LeastWaits = 2;
    private const double MostOf = 0.8;

    /// <summary>
    /// Each item that began since then met a lock that was taken, and more workers would not change that. They would
    /// where hardly anything is completed and a worker waits for a task: it may hold the lock, and what completes the
    /// task stand in the queue.
    /// </summary>
    public bool AllWaitForLocks(in PoolSample sample, PoolHistory history)
    {
        if (sample.TaskWaits > 0 && sample.Completed - CompletedBefore < Countable || TasksStall(sample, history)) return false;
        long contended = sample.Contentions - ContentionsBefore;
        long begun = sample.Threads - ThreadsBefore + sample.Completed - CompletedBefore;
        return contended >= LeastWaits && contended >= MostOf * begun;
    }

    /// <summary>
    /// Nearly each of the workers that were added met a lock that was taken. What they completed on the way there is no
    /// gain: each such growth passes a few short items, and only the rate after that tells what it has brought. Unless
    /// a worker waits for a task: it may hold the lock, and what completes the task stand in the queue.
    /// </summary>
    private bool AddedMeetLocks(in PoolSample sample)
    {
        if (sample.TaskWaits > 0) return false;
        long contended = sample.Contentions - ContentionsBefore;
        return contended >= LeastWaits && contended >= MostOf * (sample.Threads - ThreadsBefore);
    }

    /// <summary>Most workers stand, and nearly each of those that were added met a lock.</summary>
    private bool StandsInLine(in PoolSample sample) =>
        UnendingWaits.MostStand(sample) && sample.Threads - ThreadsBefore >= FewestInLine && AddedMeetLocks(sample);

    /// <summary>
    /// Workers wait for tasks, and nothing has gone on for a while: what completes the tasks may stand in the queue.
    /// </summary>
    private static bool TasksStall(in PoolSample sample, PoolHistory history) =>
        sample.TaskWaits > 0 && history.ProgressOver(MostWaitForTasks(sample) ? ShortStall : Stall) == 0;

    private static bool MostWaitForTasks(in PoolSample sample) => sample.TaskWaits > 0 && 2 * sample.TaskWaits >= sample.Blocked;

    private static long Items(in PoolSample sample) => sample.Waiting + sample.Threads;
}
