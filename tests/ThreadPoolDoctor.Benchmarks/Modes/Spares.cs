using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// How soon the workers added for blocked ones leave duty once nobody blocks, while short items go on.
/// </summary>
internal static class Spares
{
    public static void Run()
    {
        const int blockers = 100;
        using var pool = new WorkPool();
        using var inside = new CountdownEvent(blockers);
        using var leave = new ManualResetEventSlim();
        for (int i = 0; i < blockers; i++)
        {
            pool.Queue(() =>
            {
                inside.Signal();
                leave.Wait();
            });
        }
        inside.Wait();
        leave.Set();
        long start = Stopwatch.GetTimestamp();
        var seen = new List<string>();
        int allowance;
        long next = 0;
        do
        {
            for (int i = 0; i < 20; i++) pool.Queue(static () => Thread.SpinWait(200));
            Thread.Sleep(1);
            allowance = pool.Monitor.Compensation.Allowance;
            if (Stopwatch.GetElapsedTime(start).TotalMilliseconds < next) continue;
            seen.Add($"{next} ms: {allowance}");
            next += 100;
        }
        while (allowance > 0);
        Console.WriteLine($"spares, {blockers} blocked workers return while short items go on: none beyond the processors after {Stopwatch.GetElapsedTime(start).TotalMilliseconds:F0} ms; "
            + $"at {string.Join(", ", seen)}");
    }
}
