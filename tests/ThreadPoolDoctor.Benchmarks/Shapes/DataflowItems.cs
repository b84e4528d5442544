using System.Diagnostics;
using System.Threading.Tasks.Dataflow;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Tiny items through a block of Dataflow whose tasks run on the pool's scheduler.</summary>
internal sealed class DataflowItems(int items, int degree) : Shape
{
    public override string Name => $"Dataflow, {items:N0} tiny items, {degree} at a time";

    public override double Run<TRival>(TRival rival)
    {
        int sum = 0;
        var options = new ExecutionDataflowBlockOptions
        {
            TaskScheduler = rival.Scheduler,
            MaxDegreeOfParallelism = degree,
            // Each task hands over to a new one after so many items.
            MaxMessagesPerTask = 16,
        };
        long start = Stopwatch.GetTimestamp();
        var block = new ActionBlock<int>(_ => Interlocked.Increment(ref sum), options);
        for (int i = 0; i < items; i++)
        {
            block.Post(i);
        }
        block.Complete();
        block.Completion.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
