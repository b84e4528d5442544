using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>The cure of one blocking call in one line.</summary>
internal static class Remedies
{
    public static string For(Blockage blockage)
    {
        if (blockage.IsLock) return "Hold the lock for less: no I/O or waiting inside it; where you must wait, use SemaphoreSlim.WaitAsync.";
        if (blockage.User.IsFramework)
        {
            return "None of your code stands on this stack: .NET queued this work for an asynchronous call of yours (access to files and "
                + "look-ups of names hold a worker while they last). Let fewer of them run at once.";
        }
        string? twin = blockage.Row?.Twin;
        return blockage.Ailment switch
        {
            Ailments.BlockingOnTask when twin is null or "await" =>
                "await the task instead of blocking on it, and make the callers async up to the work item.",
            Ailments.BlockingOnTask => $"await {twin} instead.",
            Ailments.Sleeping => "await Task.Delay(...) instead of Thread.Sleep(...).",
            _ when twin is not null => $"await {twin}(...) instead, passing the CancellationToken in scope.",
            Ailments.BlockingIO => "await the asynchronous overload of this call; where there is none, give it a dedicated thread (TaskCreationOptions.LongRunning).",
            _ => Ailments.Get(blockage.Ailment).Cure,
        };
    }
}
