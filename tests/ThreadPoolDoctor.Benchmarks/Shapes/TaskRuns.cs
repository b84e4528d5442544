using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Task.Run in bulk, awaited together.</summary>
internal sealed class TaskRuns(int batches, int size) : Shape
{
    public override string Name => $"Task.Run, {batches:N0} batches of {size:N0}";

    public override double Run<TRival>(TRival rival)
    {
        int sum = 0;
        Action action = () => Interlocked.Increment(ref sum);
        long start = Stopwatch.GetTimestamp();
        for (int batch = 0; batch < batches; batch++)
        {
            var tasks = new Task[size];
            for (int i = 0; i < size; i++)
            {
                tasks[i] = rival.Run(action);
            }
            Task.WaitAll(tasks);
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
