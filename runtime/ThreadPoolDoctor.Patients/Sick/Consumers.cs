using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Patients;

/// <summary>One consumer loop per queue, each holding a worker for good while it waits for the next element.</summary>
internal static class Consumers
{
    public static void Run(Session session)
    {
        for (int i = 0; i < 100; i++)
        {
            BlockingCollection<int> queue = [];
            Task.Run(() => Consume(queue));
        }
        session.Every(20, () => ThreadPool.QueueUserWorkItem(_ => { }));
        session.ReadyWhenStarving();
    }

    private static void Consume(BlockingCollection<int> queue)
    {
        foreach (int element in queue.GetConsumingEnumerable()) // blamed TPD005
        {
            GC.KeepAlive(element);
        }
    }
}
