using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Patients;

/// <summary>Tasks that block for good, but were started as LongRunning and so have threads of their own.</summary>
internal static class LongRunning
{
    public static void Run(Session session)
    {
        for (int i = 0; i < 50; i++)
        {
            BlockingCollection<int> queue = [];
            Task.Factory.StartNew(() => Consume(queue), TaskCreationOptions.LongRunning);
        }
        int done = 0;
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Interlocked.Increment(ref done)));
        session.ReadyWhenWarm(() => Volatile.Read(ref done) > 100);
    }

    private static void Consume(BlockingCollection<int> queue)
    {
        foreach (int element in queue.GetConsumingEnumerable()) GC.KeepAlive(element);
    }
}
