using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// Real items that compete for one thing by sleeping and looking again, as writers before one database file do.
/// </summary>
public class PollingItemsTests
{
    private const int Clients = 48;

    [Fact]
    public void Items_that_compete_by_polling_do_not_keep_a_worker_each()
    {
        // Only Linux tells how often a thread was on a processor.
        if (!OperatingSystem.IsLinux()) return;
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        object file = new();
        static void Compute()
        {
            for (long end = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 8000; Stopwatch.GetTimestamp() < end;)
            {
            }
        }
        bool over = false, opened = false;
        void Write()
        {
            while (!Monitor.TryEnter(file)) Thread.Sleep(60);
            // As a database that is only just opened: nothing ends at first.
            while (!Volatile.Read(ref opened)) Thread.Sleep(10);
            Compute();
            Monitor.Exit(file);
            // The file is free for half of the time, so that whoever looks may find it so.
            Compute();
            if (!Volatile.Read(ref over)) pool.UnsafeQueue(Write);
        }
        for (int client = 0; client < Clients; client++) pool.UnsafeQueue(Write);
        try
        {
            Patience.Until(() => pool.GetStatistics().BlockedWorkers > Clients / 2);
            Volatile.Write(ref opened, true);
            Patience.Until(() => pool.GetStatistics() is { BlockedWorkers: < 8, QueueLength: > Clients / 2 });
        }
        finally
        {
            Volatile.Write(ref opened, true);
            Volatile.Write(ref over, true);
        }
    }
}
