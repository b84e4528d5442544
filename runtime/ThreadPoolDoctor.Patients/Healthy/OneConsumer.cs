using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Patients;

/// <summary>One background consumer that holds one worker; everything else finds a free one at once.</summary>
internal static class OneConsumer
{
    public static void Run(Session session)
    {
        BlockingCollection<int> queue = [];
        Task.Run(() => Consume(queue));
        int done = 0;
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Interlocked.Increment(ref done)));
        session.Every(500, () => queue.Add(1));
        session.ReadyWhenWarm(() => Volatile.Read(ref done) > 100);
    }

    private static void Consume(BlockingCollection<int> queue)
    {
        foreach (int element in queue.GetConsumingEnumerable()) GC.KeepAlive(element);
    }
}
