using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// Async methods that each await a task of their own, which other code ends: what clients of networks do.
/// </summary>
internal sealed class AsyncSources(int methods) : Shape
{
    public override string Name => $"awaited tasks that others end, {methods:N0}";

    public override double Run<TRival>(TRival rival)
    {
        var sources = new TaskCompletionSource[methods];
        for (int i = 0; i < methods; i++) sources[i] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task ended = Task.CompletedTask;
        rival.Run(() => ended = Task.WhenAll(Array.ConvertAll(sources, static s => AwaitAsync(s.Task)))).Wait();
        long start = Stopwatch.GetTimestamp();
        foreach (TaskCompletionSource source in sources) source.SetResult();
        ended.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    private static async Task AwaitAsync(Task task) => await task;
}
