namespace ThreadPoolDoctor.Governor;

/// <summary>One step of the governor, or that it took none although items wait.</summary>
/// <param name="At">When.</param>
/// <param name="Reason">Why.</param>
/// <param name="From">The pool's minimum of workers before.</param>
/// <param name="To">The pool's minimum of workers since; the same when no step was taken.</param>
/// <param name="Waiting">Work items that waited.</param>
/// <param name="Workers">Workers that there were.</param>
/// <param name="Blocked">Those of them that sat blocked.</param>
public readonly record struct GovernorStep(
    DateTimeOffset At, GovernorReason Reason, int From, int To, long Waiting, int Workers, int Blocked)
{
    /// <summary>The step in one sentence.</summary>
    public override string ToString() => Reason switch
    {
        GovernorReason.Blocked =>
            $"The thread pool starves: {Waiting} work items wait while {Blocked} of {Workers} workers sit blocked; its minimum was raised from {From} to {To}.",
        GovernorReason.EndlessItems =>
            $"The thread pool starves: {Waiting} work items wait behind {Workers} that run on without end; its minimum was raised from {From} to {To}.",
        GovernorReason.Reserve => $"{Blocked} of {Workers} workers sit blocked; the pool's minimum was raised from {From} to {To} before an item had to wait.",
        GovernorReason.GivenBack => $"Workers that were added are no longer needed: the pool's minimum fell from {From} to {To}.",
        GovernorReason.NoGain => $"{Waiting} work items wait, but more workers did not complete more of them (a lock, a full database): the minimum is {To} again.",
        GovernorReason.NothingCompletes =>
            $"{Waiting} work items wait and nothing is completed, although workers were added: perhaps a deadlock. The minimum is {To} again.",
        GovernorReason.Locks => $"{Waiting} work items wait, and each worker that was added waits for a lock: the minimum is {To} again.",
        GovernorReason.Processors => $"{Waiting} work items wait, but the workers use all processors: more of them would not help.",
        GovernorReason.Memory => $"{Waiting} work items wait while {Blocked} of {Workers} workers sit blocked, and there is no memory for more workers.",
        GovernorReason.Maximum => $"{Waiting} work items wait while {Blocked} of {Workers} workers sit blocked, and the maximum is reached.",
        GovernorReason.ProgramSetMinimum => $"The program set the pool's minimum itself, to {To}.",
        GovernorReason.Refused =>
            $"{Waiting} work items wait while {Blocked} of {Workers} workers sit blocked, and the pool refuses another minimum: its configuration forces {To} (DOTNET_ThreadPool_ForceMinWorkerThreads).",
        GovernorReason.Compiling =>
            $"{Waiting} work items wait behind {Workers} whose code is being compiled: the pool's minimum was raised from {From} to {To}.",
        GovernorReason.Ended => $"The governor ended; the pool's minimum is {To}.",
        _ => $"The thread pool is served; its minimum is {To}.",
    };
}
