namespace ThreadPoolDoctor.Pool.Tests;

public class QueueingTests
{
    [Fact]
    public async Task Every_form_of_queueing_runs_its_item_with_its_state()
    {
        using var pool = new WorkPool();
        var seen = new System.Collections.Concurrent.ConcurrentBag<string>();
        foreach (bool local in new[] { false, true })
        {
            foreach (WorkLane lane in new[] { WorkLane.High, WorkLane.Normal, WorkLane.Low })
            {
                pool.Queue(() => seen.Add("action"), local, lane);
                pool.Queue(s => seen.Add("callback " + s), (object)1, local, lane);
                pool.Queue(new WaitCallback(s => seen.Add("waitcallback " + s)), 2, local, lane);
                pool.Queue((string s) => seen.Add("typed " + s), "x", local, lane);
                pool.Queue((int s) => seen.Add("value " + s), 3, local, lane);
                pool.Queue(new Item(() => seen.Add("item")), local, lane);
                pool.UnsafeQueue(() => seen.Add("action"), local, lane);
                pool.UnsafeQueue(s => seen.Add("callback " + s), (object)1, local, lane);
                pool.UnsafeQueue(new WaitCallback(s => seen.Add("waitcallback " + s)), 2, local, lane);
                pool.UnsafeQueue((string s) => seen.Add("typed " + s), "x", local, lane);
                pool.UnsafeQueue((int s) => seen.Add("value " + s), 3, local, lane);
                pool.UnsafeQueue(new Item(() => seen.Add("item")), local, lane);
            }
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        seen.GroupBy(static s => s).ToDictionary(static g => g.Key, static g => g.Count()).ShouldBe(new Dictionary<string, int>
        {
            ["action"] = 12,
            ["callback 1"] = 12,
            ["waitcallback 2"] = 12,
            ["typed x"] = 12,
            ["value 3"] = 12,
            ["item"] = 12,
        }, ignoreOrder: true);
    }

    [Fact]
    public async Task Items_of_two_threads_begin_in_the_order_of_their_queueing_to_within_a_look_of_the_monitor()
    {
        // The only worker stands in an item, so that all others wait; each thread has a queue of its own.
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, BlockingDetection = false });
        using var go = new ManualResetEventSlim();
        pool.UnsafeQueue(go.Wait);
        List<string> begun = [];
        // More than are claimed in any case; and what the worker claims with its first claims after the item it stands
        // in: of what is left then it would claim eight, and so some of the newer ones that the same thread has queued.
        const int items = 2 + 4 + 8;
        void Queue(string name)
        {
            for (int i = 0; i < items; i++) pool.UnsafeQueue(() => begun.Add(name));
            int now = QueueClock.Now;
            Patience.Until(() => QueueClock.Now != now);
        }
        try
        {
            Queue("one");
            // Not an await: another thread might go on after it, and its items would not be behind the first.
            var other = new Thread(() => Queue("two"));
            other.Start();
            other.Join();
            Queue("three");
        }
        finally
        {
            go.Set();
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        begun.Chunk(items).Select(static part => part.Distinct().Single()).ShouldBe(["one", "two", "three"]);
    }

    [Fact]
    public async Task State_that_is_null_arrives_as_null()
    {
        using var pool = new WorkPool();
        object? seen = new();
        pool.UnsafeQueue(s => seen = s, null);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        seen.ShouldBeNull();
    }

    [Fact]
    public async Task A_lane_that_there_is_not_is_refused_and_nothing_is_queued()
    {
        using var pool = new WorkPool();
        foreach (int lane in new[] { -2, 2, int.MaxValue, int.MinValue })
        {
            Should.Throw<ArgumentOutOfRangeException>(() => pool.UnsafeQueue(static () => { }, lane: (WorkLane)lane)).ParamName.ShouldBe("lane");
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        pool.GetStatistics().CompletedItems.ShouldBe(0);
    }

    [Fact]
    public void Options_that_could_not_work_are_refused_at_once()
    {
        Should.Throw<ArgumentOutOfRangeException>(static () => new WorkPool(new WorkPoolOptions { Priority = (ThreadPriority)9 })).ParamName.ShouldBe("Priority");
        Should.Throw<ArgumentException>(static () => new WorkPool(new WorkPoolOptions { QueueFactory = static _ => null! })).ParamName.ShouldBe("options");
    }

    [Fact]
    public void Null_is_refused_in_every_form()
    {
        using var pool = new WorkPool();
        Should.Throw<ArgumentNullException>(() => pool.Queue((Action)null!));
        Should.Throw<ArgumentNullException>(() => pool.Queue((WaitCallback)null!));
        Should.Throw<ArgumentNullException>(() => pool.Queue((Action<string>)null!, ""));
        Should.Throw<ArgumentNullException>(() => pool.Queue((IThreadPoolWorkItem)null!));
        Should.Throw<ArgumentNullException>(() => pool.UnsafeQueue((IThreadPoolWorkItem)null!));
        Should.Throw<ArgumentNullException>(() => new WorkPool(null!));
    }

    [Fact]
    public async Task Items_of_one_thread_start_in_their_order_on_one_worker()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        var order = new List<int>();
        for (int i = 0; i < 2000; i++)
        {
            pool.UnsafeQueue((int n) => order.Add(n), i);
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.ShouldBe(Enumerable.Range(0, 2000));
    }

    [Fact]
    public async Task Local_items_run_newest_first_and_more_than_fit_are_kept()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        var order = new List<int>();
        // A worker that lacks its processor for milliseconds has its items taken out, oldest first: then once more.
        for (int tries = 0; tries < 10 && order is not [2, 1, 0]; tries++)
        {
            order.Clear();
            pool.UnsafeQueue(() =>
            {
                for (int i = 0; i < 3; i++)
                {
                    pool.UnsafeQueue((int n) => order.Add(n), i, preferLocal: true);
                }
            });
            await pool.DrainAsync().WaitAsync(Patience.Limit);
        }
        order.ShouldBe([2, 1, 0]);

        order.Clear();
        pool.UnsafeQueue(() =>
        {
            for (int i = 0; i < 100_000; i++)
            {
                pool.UnsafeQueue((int n) => order.Add(n), i, preferLocal: true);
            }
        });
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.Order().ShouldBe(Enumerable.Range(0, 100_000));
    }

    [Fact]
    public async Task Items_that_fork_without_end_in_their_own_queue_keep_nobody_out()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        bool stop = false;
        void Fork()
        {
            if (!Volatile.Read(ref stop))
            {
                pool.UnsafeQueue(Fork, preferLocal: true);
            }
        }
        pool.UnsafeQueue(Fork);
        using var normal = new ManualResetEventSlim();
        using var low = new ManualResetEventSlim();
        pool.UnsafeQueue(normal.Set);
        pool.UnsafeQueue(low.Set, lane: WorkLane.Low);
        Patience.Wait(normal);
        Patience.Wait(low);
        Volatile.Write(ref stop, true);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task High_items_start_before_what_waits_and_low_items_after()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        using var gate = new ManualResetEventSlim();
        var order = new List<string>();
        pool.UnsafeQueue(() => Patience.Wait(gate));
        for (int i = 0; i < 10; i++)
        {
            pool.UnsafeQueue(() => order.Add("low"), lane: WorkLane.Low);
            pool.UnsafeQueue(() => order.Add("normal"));
            pool.UnsafeQueue(() => order.Add("high"), lane: WorkLane.High);
        }
        gate.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.ShouldBe([.. Enumerable.Repeat("high", 10), .. Enumerable.Repeat("normal", 10), .. Enumerable.Repeat("low", 10)]);
    }

    [Fact]
    public async Task A_custom_queue_decides_the_order()
    {
        using var pool = new WorkPool(new WorkPoolOptions
        {
            Processors = 1,
            MaximumWorkers = 1,
            QueueFactory = _ => new PriorityWorkQueue(static item => item.UserState is int n ? n : 0),
        });
        using var gate = new ManualResetEventSlim();
        var order = new List<int>();
        pool.UnsafeQueue(() => Patience.Wait(gate));
        Patience.Until(() => pool.GetStatistics().QueueLength == 0);
        foreach (int n in new[] { 5, 1, 4, 2, 3 })
        {
            pool.UnsafeQueue(new WaitCallback(s => order.Add((int)s!)), n, preferLocal: true);
        }
        gate.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        order.ShouldBe([1, 2, 3, 4, 5]);
    }

    private sealed class Item(Action run) : IThreadPoolWorkItem
    {
        public void Execute() => run();
    }
}
