using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool.Tests.Queues;

/// <summary>The queues by themselves, without a pool.</summary>
public class QueueTests
{
    public static TheoryData<string> All => ["blocks", "fifo", "priority"];

    private static IWorkQueue Make(string kind) => kind switch
    {
        "blocks" => new BlockWorkQueue(),
        "fifo" => new FifoWorkQueue(),
        _ => new PriorityWorkQueue(static _ => 0),
    };

    [Theory]
    [MemberData(nameof(All))]
    public void An_empty_queue_has_nothing_to_give(string kind)
    {
        IWorkQueue queue = Make(kind);
        queue.IsEmpty.ShouldBeTrue();
        queue.Count.ShouldBe(0);
        queue.TryDequeue(out WorkItem item).ShouldBeFalse();
        item.Target.ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(All))]
    public void What_one_thread_adds_comes_out_in_order(string kind)
    {
        IWorkQueue queue = Make(kind);
        // Over several blocks, growing and shrinking, so that blocks are used again.
        int added = 0, taken = 0;
        foreach (int size in new[] { 1, 255, 256, 257, 1000, 3, 5000, 1 })
        {
            for (int i = 0; i < size; i++)
            {
                queue.Enqueue(new WorkItem(this, added++));
            }
            queue.Count.ShouldBe(size);
            queue.IsEmpty.ShouldBeFalse();
            for (int i = 0; i < size; i++)
            {
                queue.TryDequeue(out WorkItem item).ShouldBeTrue();
                item.UserState.ShouldBe(taken++);
            }
            queue.IsEmpty.ShouldBeTrue();
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Many_threads_get_each_item_once(string kind)
    {
        const int threads = 3, each = 50_000;
        IWorkQueue queue = Make(kind);
        int[] seen = new int[threads * each];
        int left = seen.Length;
        Thread[] all =
        [
            .. Enumerable.Range(0, threads).Select(t => new Thread(() =>
            {
                for (int i = 0; i < each; i++)
                {
                    queue.Enqueue(new WorkItem(seen, (t * each) + i));
                }
            })),
            .. Enumerable.Range(0, threads).Select(_ => new Thread(() =>
            {
                while (Volatile.Read(ref left) > 0)
                {
                    if (queue.TryDequeue(out WorkItem item))
                    {
                        Interlocked.Increment(ref seen[(int)item.UserState!]);
                        Interlocked.Decrement(ref left);
                    }
                    else
                    {
                        Thread.Yield();
                    }
                }
            })),
        ];
        Array.ForEach(all, static t => t.Start());
        Array.ForEach(all, static t => t.Join(Patience.Limit).ShouldBeTrue());
        seen.ShouldAllBe(static n => n == 1);
        queue.IsEmpty.ShouldBeTrue();
    }

    [Theory]
    [InlineData("blocks")]
    [InlineData("fifo")]
    public void One_consumer_sees_the_items_of_each_producer_in_order(string kind)
    {
        const int threads = 4, each = 20_000;
        IWorkQueue queue = Make(kind);
        Thread[] all = [.. Enumerable.Range(0, threads).Select(t => new Thread(() =>
        {
            for (int i = 0; i < each; i++)
            {
                queue.Enqueue(new WorkItem(queue, (t, i)));
            }
        }))];
        Array.ForEach(all, static t => t.Start());
        int[] next = new int[threads];
        for (int taken = 0; taken < threads * each;)
        {
            if (queue.TryDequeue(out WorkItem item))
            {
                (int producer, int number) = ((int, int))item.UserState!;
                number.ShouldBe(next[producer]++);
                taken++;
            }
        }
        Array.ForEach(all, static t => t.Join());
    }

    /// <summary>With more than 64 producing threads the others share one inlet, under a lock.</summary>
    [Fact]
    public void Inlets_of_ended_threads_are_used_again()
    {
        var queue = new BlockWorkQueue();
        for (int i = 0; i < 200; i++)
        {
            var thread = new Thread(() => queue.Enqueue(default));
            thread.Start();
            thread.Join();
        }
        queue.Count.ShouldBe(200);
        queue.Inlets.ShouldBeLessThan(64);
    }

    [Fact]
    public void The_smallest_number_goes_first_and_equals_keep_their_order()
    {
        var queue = new PriorityWorkQueue(static item => (int)item.UserState! / 10);
        foreach (int state in new[] { 31, 11, 32, 12, 21, 13 })
        {
            queue.Enqueue(new WorkItem(this, state));
        }
        List<int> order = [];
        while (queue.TryDequeue(out WorkItem item))
        {
            order.Add((int)item.UserState!);
        }
        order.ShouldBe([11, 12, 13, 21, 31, 32]);
    }

    [Fact]
    public void A_priority_queue_needs_a_selector() =>
        Should.Throw<ArgumentNullException>(static () => new PriorityWorkQueue(null!)).ParamName.ShouldBe("priority");

    [Fact]
    public async Task What_a_selector_throws_comes_out_of_the_call_and_no_drain_waits_for_it()
    {
        await using var pool = new WorkPool(new WorkPoolOptions
        {
            QueueFactory = static _ => new PriorityWorkQueue(static item => item.UserState is "bad" ? throw new FormatException() : 0),
        });
        int ran = 0;
        Should.Throw<FormatException>(() => pool.UnsafeQueue(static (string _) => { }, "bad"));
        pool.UnsafeQueue(_ => Interlocked.Increment(ref ran), "good");
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(1);
    }

    [Fact]
    public async Task A_selector_is_shown_what_was_queued_in_every_form()
    {
        var local = new AsyncLocal<int> { Value = 1 };
        List<(object?, object?)> seen = [];
        await using var pool = new WorkPool(new WorkPoolOptions
        {
            QueueFactory = _ => new PriorityWorkQueue(item =>
            {
                lock (seen)
                {
                    seen.Add((item.Target, item.UserState));
                }
                return 0;
            }),
        });
        Action plain = static () => { };
        WaitCallback callback = static _ => { };
        Action<int> valued = static _ => { };
        pool.Queue(plain);
        pool.Queue(callback, "state");
        pool.Queue(valued, 7);
        pool.UnsafeQueue(valued, 8);
        using System.Diagnostics.Metrics.MeterListener listener = Metering.Listener();
        listener.InstrumentPublished = static (instrument, l) =>
        {
            if (instrument.Name == "tpdoctor.pool.work_item.wait.duration")
            {
                l.EnableMeasurementEvents(instrument);
            }
        };
        listener.Start();
        pool.Queue(callback, "timed");
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        lock (seen)
        {
            seen.Take(5).ShouldBe([(plain, null), (callback, "state"), (valued, 7), (valued, 8), (callback, "timed")]);
        }
        local.Value.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void A_queue_forgets_what_it_has_given_away(string kind)
    {
        IWorkQueue queue = Make(kind);
        WeakReference[] references = Fill(queue, 300);
        while (queue.TryDequeue(out _))
        {
        }
        // A ConcurrentQueue's segment may keep what it held until the slots are used again.
        Fill(queue, 300);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        references.ShouldAllBe(static r => !r.IsAlive);
        GC.KeepAlive(queue);
    }

    [Fact]
    public void A_delegate_that_was_queued_once_is_not_kept_alive()
    {
        var queue = new BlockWorkQueue();
        WeakReference[] closures = [.. Enumerable.Range(0, 600).Select(i => QueueClosure(queue, i))];
        while (queue.TryDequeue(out _))
        {
        }
        GC.Collect();
        closures.ShouldAllBe(static c => !c.IsAlive);
        GC.KeepAlive(queue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference QueueClosure(BlockWorkQueue queue, int number)
    {
        Action closure = () => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
        queue.Enqueue(new WorkItem(closure, ItemKind.Plain));
        return new WeakReference(closure);
    }

    /// <summary>States that are all alike take no room; in a block they may be so up to any slot.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100)]
    [InlineData(256)]
    [InlineData(700)]
    public void Each_target_comes_out_with_its_own_state(int run)
    {
        var queue = new BlockWorkQueue();
        object?[] alike = [null, ItemKind.Plain, ItemKind.Item];
        object? State(int i) => (i / run % 4) is int kind && kind < 3 ? alike[kind] : i;
        Action[] actions = [static () => { }, static () => _ = 0];
        object Target(int i) => (i / (run + 1) % 3) is int kind && kind < 2 ? actions[kind] : i;
        for (int turn = 0; turn < 3; turn++)
        {
            for (int i = 0; i < 3000; i++)
            {
                queue.Enqueue(new WorkItem(Target(i), State(i)));
            }
            for (int i = 0; i < 3000; i++)
            {
                queue.TryDequeue(out WorkItem item).ShouldBeTrue();
                item._target.ShouldBe(Target(i));
                item._state.ShouldBe(State(i));
            }
        }
        queue.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void More_producers_than_there_are_inlets_for_share_one()
    {
        const int threads = 100;
        var queue = new BlockWorkQueue();
        using var together = new Barrier(threads);
        Thread[] all = [.. Enumerable.Range(0, threads).Select(t => new Thread(() =>
        {
            together.SignalAndWait();
            queue.Enqueue(new WorkItem(queue, t));
            // Until everybody has queued nobody ends, so each one needs an inlet of its own.
            together.SignalAndWait();
        }, 128 * 1024))];
        Array.ForEach(all, static t => t.Start());
        Array.ForEach(all, static t => t.Join(Patience.Limit).ShouldBeTrue());
        List<int> seen = [];
        while (queue.TryDequeue(out WorkItem item))
        {
            seen.Add((int)item.UserState!);
        }
        seen.Order().ShouldBe(Enumerable.Range(0, threads));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Fill(IWorkQueue queue, int count)
    {
        var references = new WeakReference[count];
        for (int i = 0; i < count; i++)
        {
            object state = new();
            references[i] = new WeakReference(state);
            queue.Enqueue(new WorkItem(queue, state));
        }
        return references;
    }
}
