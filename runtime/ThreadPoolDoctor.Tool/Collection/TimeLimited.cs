namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Work that another process may make take for ever, with a limit.</summary>
internal static class TimeLimited
{
    /// <summary>
    /// Does the work on a thread of its own and waits so long for it. False when it has not ended by then, or memory
    /// did not suffice; the thread is left to itself then, and does not keep the program alive.
    /// </summary>
    public static bool TryRun<T>(string name, Func<T> work, TimeSpan limit, out T result)
    {
        TaskCompletionSource<T> done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            try
            {
                done.SetResult(work());
            }
            catch (Exception trouble)
            {
                done.SetException(trouble);
            }
        })
        { IsBackground = true, Name = name }.Start();
        try
        {
            bool ended = done.Task.Wait(limit);
            result = ended ? done.Task.Result : default!;
            return ended;
        }
        catch (AggregateException trouble) when (trouble.InnerException is OutOfMemoryException)
        {
            result = default!;
            return false;
        }
    }
}
