using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Allocating;

/// <summary>
/// What each form of queueing allocates on the thread that queues, beside the same form on ThreadPool. Used by a test
/// and by the benchmark program.
/// </summary>
internal static class Allocations
{
    private const int Batch = 200;
    private const int Batches = 20;

    private static readonly WaitCallback s_callback = static _ => Interlocked.Increment(ref s_ran);
    private static readonly Action s_action = static () => Interlocked.Increment(ref s_ran);
    private static readonly Action<Action> s_call = static action => action();
    private static readonly Action<string> s_typed = static _ => Interlocked.Increment(ref s_ran);
    private static readonly Action<long> s_valued = static _ => Interlocked.Increment(ref s_ran);
    private static readonly Func<Task> s_async = static () =>
    {
        Interlocked.Increment(ref s_ran);
        return Task.CompletedTask;
    };
    private static readonly Item s_item = new();
    private static readonly object s_state = new();
    private static readonly AsyncLocal<string?> s_local = new();

    private static long s_ran;

    /// <summary>
    /// One row: the form on either pool. ThreadPool has no form for a bare action; it gets the cheapest it has.
    /// </summary>
    public static IReadOnlyList<Form> Forms { get; } =
    [
        new("Queue(WaitCallback)", static p => p.Queue(s_callback), static () => ThreadPool.QueueUserWorkItem(s_callback)),
        new("Queue(WaitCallback, state)", static p => p.Queue(s_callback, s_state), static () => ThreadPool.QueueUserWorkItem(s_callback, s_state)),
        new("Queue(Action)", static p => p.Queue(s_action), static () => ThreadPool.QueueUserWorkItem(s_call, s_action, false)),
        new("Queue(Action<string>, state)", static p => p.Queue(s_typed, ""), static () => ThreadPool.QueueUserWorkItem(s_typed, "", false)),
        new("Queue(Action<long>, state)", static p => p.Queue(s_valued, 1L), static () => ThreadPool.QueueUserWorkItem(s_valued, 1L, false)),
        new("UnsafeQueue(WaitCallback, state)", static p => p.UnsafeQueue(s_callback, s_state), static () => ThreadPool.UnsafeQueueUserWorkItem(s_callback, s_state)) { MustBeZero = true },
        new("UnsafeQueue(Action)", static p => p.UnsafeQueue(s_action), static () => ThreadPool.UnsafeQueueUserWorkItem(s_call, s_action, false)),
        new("UnsafeQueue(Action<string>, state)", static p => p.UnsafeQueue(s_typed, ""), static () => ThreadPool.UnsafeQueueUserWorkItem(s_typed, "", false)) { MustBeZero = true },
        new("UnsafeQueue(Action<long>, state)", static p => p.UnsafeQueue(s_valued, 1L), static () => ThreadPool.UnsafeQueueUserWorkItem(s_valued, 1L, false)),
        new("UnsafeQueue(IThreadPoolWorkItem)", static p => p.UnsafeQueue(s_item), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, false)) { MustBeZero = true },
        new("UnsafeQueue(IThreadPoolWorkItem), High lane", static p => p.UnsafeQueue(s_item, lane: WorkLane.High), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, false)) { MustBeZero = true },
        new("UnsafeQueue(IThreadPoolWorkItem), Low lane", static p => p.UnsafeQueue(s_item, lane: WorkLane.Low), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, false)) { MustBeZero = true },
        new("Queue(WaitCallback, state), context flows", static p => p.Queue(s_callback, s_state), static () => ThreadPool.QueueUserWorkItem(s_callback, s_state)) { Flows = true },
        new("Queue(Action<string>, state), context flows", static p => p.Queue(s_typed, ""), static () => ThreadPool.QueueUserWorkItem(s_typed, "", false)) { Flows = true },
        new("Queue(Action<long>, state), context flows", static p => p.Queue(s_valued, 1L), static () => ThreadPool.QueueUserWorkItem(s_valued, 1L, false)) { Flows = true },
        new("from inside, UnsafeQueue(IThreadPoolWorkItem, local)", static p => p.UnsafeQueue(s_item, preferLocal: true), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, true)) { Inside = true, MustBeZero = true },
        new("from inside, UnsafeQueue(Action<string>, state, local)", static p => p.UnsafeQueue(s_typed, "", preferLocal: true), static () => ThreadPool.UnsafeQueueUserWorkItem(s_typed, "", true)) { Inside = true, MustBeZero = true },
        new("from inside, UnsafeQueue(WaitCallback, state)", static p => p.UnsafeQueue(s_callback, s_state), static () => ThreadPool.UnsafeQueueUserWorkItem(s_callback, s_state)) { Inside = true, MustBeZero = true },
        new("FifoWorkQueue, UnsafeQueue(IThreadPoolWorkItem)", static p => p.UnsafeQueue(s_item), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, false)) { Queue = static _ => new FifoWorkQueue(), MustBeZero = true },
        new("FifoWorkQueue, UnsafeQueue(WaitCallback, state)", static p => p.UnsafeQueue(s_callback, s_state), static () => ThreadPool.UnsafeQueueUserWorkItem(s_callback, s_state)) { Queue = static _ => new FifoWorkQueue(), MustBeZero = true },
        new("PriorityWorkQueue, UnsafeQueue(WaitCallback, state)", static p => p.UnsafeQueue(s_callback, s_state), static () => ThreadPool.UnsafeQueueUserWorkItem(s_callback, s_state)) { Queue = static _ => new PriorityWorkQueue(static _ => 0), MustBeZero = true },
        new("custom queue, UnsafeQueue(IThreadPoolWorkItem)", static p => p.UnsafeQueue(s_item), static () => ThreadPool.UnsafeQueueUserWorkItem(s_item, false)) { Queue = static _ => new Custom(), MustBeZero = true },
        new("custom queue, Queue(Action<long>, state)", static p => p.Queue(s_valued, 1L), static () => ThreadPool.QueueUserWorkItem(s_valued, 1L, false)) { Queue = static _ => new Custom() },
        new("Run(Action)", static p => p.Run(s_action), static () => Task.Run(s_action)),
        new("Run(Func<Task>)", static p => p.Run(s_async), static () => Task.Run(s_async)),
    ];

    /// <summary>
    /// Bytes an item, WorkPool's and ThreadPool's: the least of several tries, as blocks and segments are made now and
    /// then.
    /// </summary>
    public static (double Ours, double Theirs) Measure(Form form)
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 2, QueueFactory = form.Queue });
        pool.Run(static () => { }).GetAwaiter().GetResult();
        s_local.Value = form.Flows ? "flows" : null;
        try
        {
            double theirs = Least(form.Theirs, form.Inside, 6, 0, static action => ThreadPool.UnsafeQueueUserWorkItem(static a => a(), action, false));
            double goal = form.MustBeZero ? 0 : theirs;
            return (Least(() => form.Ours(pool), form.Inside, 40, goal, action => pool.UnsafeQueue(action)), theirs);
        }
        finally
        {
            s_local.Value = null;
        }
    }

    private static double Least(Action queue, bool inside, int attempts, double goal, Action<Action> onPool)
    {
        double least = double.MaxValue;
        // The first tries warm up: compilation, blocks, segments. On a busy machine the consumer may lag behind for
        // several, and blocks pile up that are not kept.
        for (int attempt = 0; attempt < attempts && (attempt < 3 || least > goal); attempt++)
        {
            long bytes = 0;
            for (int batch = 0; batch < Batches; batch++)
            {
                bytes += inside ? OnPool(queue, onPool) : OneBatch(queue);
            }
            least = Math.Min(least, (double)bytes / (Batches * Batch));
        }
        return least;
    }

    private static long OnPool(Action queue, Action<Action> onPool)
    {
        long before = Interlocked.Read(ref s_ran);
        long bytes = 0;
        using var queued = new ManualResetEventSlim();
        onPool(() =>
        {
            bytes = Queue(queue);
            queued.Set();
        });
        queued.Wait();
        Await(before + Batch);
        return bytes;
    }

    private static long OneBatch(Action queue)
    {
        long before = Interlocked.Read(ref s_ran);
        long bytes = Queue(queue);
        Await(before + Batch);
        return bytes;
    }

    private static long Queue(Action queue)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Batch; i++)
        {
            queue();
        }
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Await(long ran) => SpinWait.SpinUntil(() => Interlocked.Read(ref s_ran) >= ran, TimeSpan.FromSeconds(60));

    /// <summary>A form of queueing: on a WorkPool, and on ThreadPool.</summary>
    public sealed record Form(string Name, Action<WorkPool> Ours, Action Theirs)
    {
        /// <summary>Queued by an item, not by a thread outside.</summary>
        public bool Inside { get; init; }

        /// <summary>The queueing thread has a context of its own.</summary>
        public bool Flows { get; init; }

        /// <summary>The queue of all lanes; null for the default.</summary>
        public Func<WorkLane, IWorkQueue>? Queue { get; init; }

        /// <summary>Promised to allocate nothing.</summary>
        public bool MustBeZero { get; init; }
    }

    /// <summary>The simplest queue that a user could write.</summary>
    private sealed class Custom : IWorkQueue
    {
        private readonly Queue<WorkItem> _items = new();

        public bool IsEmpty => Count == 0;

        public long Count
        {
            get
            {
                lock (_items)
                {
                    return _items.Count;
                }
            }
        }

        public void Enqueue(WorkItem item)
        {
            lock (_items)
            {
                _items.Enqueue(item);
            }
        }

        public bool TryDequeue(out WorkItem item)
        {
            lock (_items)
            {
                return _items.TryDequeue(out item);
            }
        }
    }

    private sealed class Item : IThreadPoolWorkItem
    {
        public void Execute() => Interlocked.Increment(ref s_ran);
    }
}
