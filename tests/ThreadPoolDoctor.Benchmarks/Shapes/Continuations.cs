using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>A task that many others continue, on the pool's scheduler, and a wait for all of them.</summary>
internal sealed class Continuations(int degree, int rounds) : Shape
{
    public override string Name => $"task with {degree:N0} continuations, {rounds:N0} times";

    public override double Run<TRival>(TRival rival)
    {
        int sum = 0;
        Action<Task> next = _ => Interlocked.Increment(ref sum);
        TaskScheduler scheduler = rival.Scheduler;
        long start = Stopwatch.GetTimestamp();
        for (int round = 0; round < rounds; round++)
        {
            var first = new Task(static () => { });
            var all = new Task[degree];
            for (int i = 0; i < degree; i++)
            {
                all[i] = first.ContinueWith(next, scheduler);
            }
            first.Start(scheduler);
            Task.WaitAll(all);
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
