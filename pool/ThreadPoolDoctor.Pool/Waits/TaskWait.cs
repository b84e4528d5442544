namespace ThreadPoolDoctor.Pool;

/// <summary>A registered wait on a task: its completion calls, so no thread waits.</summary>
internal sealed class TaskWait(Task task, in WaitRequest request) : RegisteredWait(request)
{
    // Ends the continuation of a task that outlives the wait.
    private readonly CancellationTokenSource _detached = new();

    private protected override void Attach() => task.ContinueWith(
        static (_, wait) => ((TaskWait)wait!).Signalled(),
        this,
        _detached.Token,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private protected override void Detach() => _detached.Cancel();

    private void Signalled()
    {
        if (!_detached.IsCancellationRequested && TryClaim()) Fire();
    }
}
