using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Threads that are interrupted: that is for an item's waits, not for the pool's.</summary>
public class InterruptTests
{
    private const int Items = 2000;

    [Fact]
    public void A_lock_of_the_pool_is_got_though_the_thread_is_interrupted_and_the_interrupt_stays()
    {
        var gate = new Gate();
        bool got = false, stayed = false;
        var thread = new Thread(() =>
        {
            Thread.CurrentThread.Interrupt();
            using (gate.Enter()) got = true;
            try
            {
                Thread.Sleep(0);
            }
            catch (ThreadInterruptedException)
            {
                stayed = true;
            }
        });
        using (gate.Enter())
        {
            thread.Start();
            Patience.Until(() => (thread.ThreadState & ThreadState.WaitSleepJoin) != 0);
            // Once more, while it stands before the lock.
            thread.Interrupt();
            got.ShouldBeFalse();
        }
        thread.Join(Patience.Limit).ShouldBeTrue();
        (got, stayed).ShouldBe((true, true));
    }

    // Without the pool's own kind of lock this ended the process, in nearly every run.
    [Fact]
    public async Task Items_that_leave_their_thread_interrupted_end_nothing()
    {
        using var pool = new WorkPool();
        int begun = 0, waited = 0, interrupted = 0;
        for (int i = 0; i < Items; i++)
        {
            bool leaves = i % 10 == 0, sleeps = i % 50 == 0;
            pool.Queue(() =>
            {
                Interlocked.Increment(ref begun);
                try
                {
                    Thread.Sleep(sleeps ? 1 : 0);
                    Interlocked.Increment(ref waited);
                }
                catch (ThreadInterruptedException)
                {
                    Interlocked.Increment(ref interrupted);
                }
                if (leaves) Thread.CurrentThread.Interrupt();
            });
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        begun.ShouldBe(Items);
        (waited + interrupted).ShouldBe(Items);
    }

    [Fact]
    public async Task Workers_that_are_interrupted_while_they_are_idle_run_what_comes_next()
    {
        using var pool = new WorkPool();
        var threads = new ConcurrentDictionary<Thread, bool>();
        for (int round = 0; round < 20; round++)
        {
            foreach (Thread thread in threads.Keys) thread.Interrupt();
            int ended = 0;
            for (int i = 0; i < 50; i++)
            {
                pool.Queue(() =>
                {
                    try
                    {
                        // Its lock is a wait, too.
                        threads[Thread.CurrentThread] = true;
                        Thread.Sleep(1);
                    }
                    catch (ThreadInterruptedException)
                    {
                        // Meant for the worker that was idle: on ThreadPool the next item gets it, too.
                    }
                    Interlocked.Increment(ref ended);
                });
            }
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            ended.ShouldBe(50);
        }
    }
}
