using System.Collections.Concurrent;
using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests.Waits;

public class RegisterWaitTests
{
    [Fact]
    public async Task A_mutex_is_refused_with_the_reason()
    {
        await using var pool = new WorkPool();
        using var mutex = new Mutex();
        Should.Throw<NotSupportedException>(() => pool.RegisterWait(mutex, (_, _) => { })).Message.ShouldContain("Mutex");
    }

    [Fact]
    public async Task Ten_thousand_existing_events_share_one_thread_and_lose_no_signal()
    {
        const int handles = 10_000;
        await using var pool = new WorkPool();
        AutoResetEvent[] events = [.. Enumerable.Range(0, handles).Select(_ => new AutoResetEvent(false))];
        int before = pool.GetStatistics().WaitThreads;
        int[] runs = new int[handles];
        using var all = new SemaphoreSlim(0);
        PoolRegisteredWaitHandle[] waits =
        [
            .. events.Select((e, i) => pool.RegisterWait(e, (_, _) =>
            {
                Interlocked.Increment(ref runs[i]);
                all.Release();
            }, executeOnlyOnce: false)),
        ];
        pool.GetStatistics().WaitThreads.ShouldBeLessThanOrEqualTo(before + 1);
        for (int round = 1; round <= 3; round++)
        {
            foreach (AutoResetEvent e in events) e.Set();
            for (int i = 0; i < handles; i++) (await all.WaitAsync(Patience.Limit)).ShouldBeTrue();
            runs.ShouldAllBe(n => n == round);
        }
        foreach (PoolRegisteredWaitHandle wait in waits) wait.Unregister(null).ShouldBeTrue();
        foreach (AutoResetEvent e in events) e.Set();
        foreach (AutoResetEvent e in events) e.WaitOne(Patience.Limit).ShouldBeTrue("nobody else consumes it any more");
        foreach (AutoResetEvent e in events) e.Dispose();
    }

    /// <summary>As on ThreadPool: who waits for a handle does not queue behind what others have queued.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_callback_begins_before_the_items_that_wait_for_a_busy_worker(bool timesOut)
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1 });
        using var begun = new SemaphoreSlim(0);
        using var goOn = new SemaphoreSlim(0);
        using var signal = new AutoResetEvent(false);
        var order = new ConcurrentQueue<int>();
        pool.Queue(() =>
        {
            begun.Release();
            goOn.Wait(Patience.Limit);
        });
        (await begun.WaitAsync(Patience.Limit)).ShouldBeTrue();
        for (int i = 0; i < 100; i++) pool.Queue(() => order.Enqueue(1));
        pool.RegisterWait(signal, (_, _) => order.Enqueue(0), null, timesOut ? 1 : Timeout.Infinite);
        if (!timesOut) signal.Set();
        Patience.Until(() => pool.GetStatistics().QueueLength > 100);
        goOn.Release();
        await pool.DrainAsync();
        order.First().ShouldBe(0);
    }

    [Fact]
    public async Task Short_pulses_of_existing_manual_reset_events_are_seen()
    {
        await using var pool = new WorkPool();
        using var signal = new ManualResetEvent(false);
        using var ran = new SemaphoreSlim(0);
        for (int i = 0; i < 50; i++)
        {
            using var registered = new AutoResetEvent(false);
            PoolRegisteredWaitHandle wait = pool.RegisterWait(signal, (_, _) => ran.Release());
            // The watcher's thread must be inside its wait, as it must with ThreadPool; a time-out tells that it was.
            Patience.Until(() =>
            {
                signal.Set();
                signal.Reset();
                return ran.Wait(1);
            });
            wait.Unregister(null);
        }
    }

    [Fact]
    public async Task A_handle_disposed_while_registered_hurts_nobody()
    {
        await using var pool = new WorkPool();
        var gone = new AutoResetEvent(false);
        using var other = new AutoResetEvent(false);
        using var ran = new SemaphoreSlim(0);
        PoolRegisteredWaitHandle first = pool.RegisterWait(gone, (_, _) => ran.Release(), executeOnlyOnce: false);
        PoolRegisteredWaitHandle second = pool.RegisterWait(other, (_, _) => ran.Release(), executeOnlyOnce: false);
        other.Set();
        (await ran.WaitAsync(Patience.Limit)).ShouldBeTrue();
        gone.Dispose();
        for (int i = 0; i < 5; i++)
        {
            other.Set();
            (await ran.WaitAsync(Patience.Limit)).ShouldBeTrue();
        }
        first.Unregister(null).ShouldBeTrue();
        second.Unregister(null).ShouldBeTrue();
    }

    [Fact]
    public async Task A_token_a_task_and_a_process_are_waited_for()
    {
        await using var pool = new WorkPool();
        using var done = new CountdownEvent(3);
        void Done(object? state, bool timedOut)
        {
            if (!timedOut) done.Signal();
        }
        using var cancel = new CancellationTokenSource();
        var task = new TaskCompletionSource();
        using Process process = Child.Start("nothing");
        pool.RegisterWait(cancel.Token, Done);
        pool.RegisterWait(task.Task, Done);
        pool.RegisterWait(process, Done);
        await cancel.CancelAsync();
        task.SetException(new InvalidOperationException("seen by nobody"));
        done.Wait(Patience.Limit).ShouldBeTrue();
        pool.GetStatistics().RegisteredWaits.ShouldBe(0);
    }

    [Fact]
    public async Task What_has_ended_already_fires_at_once_and_what_never_ends_times_out()
    {
        await using var pool = new WorkPool();
        using var fired = new CountdownEvent(2);
        using var timedOut = new CountdownEvent(2);
        void Tell(object? state, bool late) => (late ? timedOut : fired).Signal();
        pool.RegisterWait(new CancellationToken(canceled: true), Tell);
        pool.RegisterWait(Task.CompletedTask, Tell);
        using var never = new CancellationTokenSource();
        pool.RegisterWait(never.Token, Tell, null, 10);
        pool.RegisterWait(new TaskCompletionSource().Task, Tell, null, 10);
        fired.Wait(Patience.Limit).ShouldBeTrue();
        timedOut.Wait(Patience.Limit).ShouldBeTrue();
    }

    [Fact]
    public async Task A_signal_and_a_time_out_that_race_run_the_callback_once_and_keep_the_signal()
    {
        await using var pool = new WorkPool();
        for (int i = 0; i < 300; i++)
        {
            using var signal = new PoolAutoResetEvent(false);
            int runs = 0, signalled = 0;
            pool.RegisterWait(signal, (_, late) =>
            {
                Interlocked.Increment(ref runs);
                if (!late) Interlocked.Increment(ref signalled);
            }, null, 1);
            Thread.SpinWait(i * 100);
            signal.Set();
            Patience.Until(() => Volatile.Read(ref runs) > 0);
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            runs.ShouldBe(1);
            signal.WaitOne(0).ShouldBe(signalled == 0, "the callback timed out, so the signal is left for others");
        }
    }
}
