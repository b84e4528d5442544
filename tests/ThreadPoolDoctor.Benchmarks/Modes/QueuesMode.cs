using System.Collections.Concurrent;
using System.Diagnostics;
using System.Threading.Channels;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// The queues alone: one producer and one consumer thread, ten million items, interleaved with their rivals.
/// </summary>
internal static class QueuesMode
{
    private const int Items = 10_000_000;

    public static int Run(int rounds)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine("| queue, one producer, one consumer | ns an item, median | ± |\n|---|---|---|");
        (string Name, Func<double> Run)[] all =
        [
            ("BlockWorkQueue", () => Pool(new BlockWorkQueue())),
            ("FifoWorkQueue", () => Pool(new FifoWorkQueue())),
            ("PriorityWorkQueue", () => Pool(new PriorityWorkQueue(static _ => 0))),
            ("ConcurrentQueue<object>", Concurrent),
            ("Channel<object>", Channels),
        ];
        var times = all.ToDictionary(static q => q.Name, static _ => new List<double>());
        for (int round = 0; round <= rounds; round++)
        {
            foreach ((string name, Func<double> run) in all)
            {
                double time = run();
                if (round > 0)
                {
                    times[name].Add(time);
                }
            }
        }
        foreach ((string name, List<double> list) in times)
        {
            Console.WriteLine($"| {name} | {Stats.Median(list):F1} | {Stats.Spread(list):F1} |");
        }
        return 0;
    }

    private static double Pool(IWorkQueue queue)
    {
        // An object of its own, as an IThreadPoolWorkItem is: a delegate queued again and again would not even be
        // written.
        var item = new WorkItem(new object(), ItemKind.Item);
        return Time(() => queue.Enqueue(item), () => queue.TryDequeue(out _));
    }

    private static double Concurrent()
    {
        var queue = new ConcurrentQueue<object>();
        object item = new();
        return Time(() => queue.Enqueue(item), () => queue.TryDequeue(out _));
    }

    private static double Channels()
    {
        var channel = Channel.CreateUnbounded<object>();
        object item = new();
        return Time(() => channel.Writer.TryWrite(item), () => channel.Reader.TryRead(out _));
    }

    private static double Time(Action enqueue, Func<bool> dequeue)
    {
        long start = Stopwatch.GetTimestamp();
        var consumer = new Thread(() =>
        {
            for (int taken = 0; taken < Items;)
            {
                if (dequeue())
                {
                    taken++;
                }
            }
        });
        consumer.Start();
        for (int i = 0; i < Items; i++)
        {
            enqueue();
        }
        consumer.Join();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / Items;
    }
}
