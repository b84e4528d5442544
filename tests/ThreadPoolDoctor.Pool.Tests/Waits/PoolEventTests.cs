namespace ThreadPoolDoctor.Pool.Tests.Waits;

public class PoolEventTests
{
    [Fact]
    public void A_pool_event_is_a_wait_handle_like_any_other()
    {
        using var auto = new PoolAutoResetEvent(true);
        using var manual = new PoolManualResetEvent(true);
        auto.WaitOne().ShouldBeTrue();
        auto.WaitOne(0).ShouldBeFalse();
        WaitHandle.WaitAny([auto, manual], 0).ShouldBe(1);
        auto.Set().ShouldBeTrue();
        WaitHandle.WaitAll([auto, manual], 0).ShouldBeTrue();
        manual.Reset().ShouldBeTrue();
        manual.WaitOne(TimeSpan.Zero).ShouldBeFalse();
        auto.Set();
        auto.Reset().ShouldBeTrue();
        auto.WaitOne(0).ShouldBeFalse();
    }

    [Fact]
    public void A_disposed_event_says_so()
    {
        var signal = new PoolAutoResetEvent(false);
        signal.Dispose();
        Should.Throw<ObjectDisposedException>(() => signal.Set());
        Should.Throw<ObjectDisposedException>(() => signal.WaitOne(0));
        Should.Throw<ObjectDisposedException>(() => WorkPool.Shared.RegisterWait(signal, (_, _) => { }));
    }

    [Fact]
    public async Task Threads_and_callbacks_share_the_signals_of_an_auto_reset_event()
    {
        await using var pool = new WorkPool();
        using var signal = new PoolAutoResetEvent(false);
        int callbacks = 0, thread = 0;
        PoolRegisteredWaitHandle registration = pool.RegisterWait(signal, (_, _) => Interlocked.Increment(ref callbacks), executeOnlyOnce: false);
        bool stop = false;
        var waiter = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                if (signal.WaitOne(1)) Interlocked.Increment(ref thread);
            }
        });
        waiter.Start();
        int signals = 0;
        Patience.Until(() =>
        {
            signal.Set();
            signals++;
            return Volatile.Read(ref thread) > 5 && Volatile.Read(ref callbacks) > 5;
        });
        Volatile.Write(ref stop, true);
        waiter.Join();
        registration.Unregister(null);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        (callbacks + thread).ShouldBeLessThanOrEqualTo(signals);
    }

    [Fact]
    public async Task A_pulse_of_a_manual_reset_event_reaches_every_registration()
    {
        await using var pool = new WorkPool();
        using var signal = new PoolManualResetEvent(false);
        int runs = 0;
        for (int pulse = 1; pulse <= 50; pulse++)
        {
            for (int i = 0; i < 100; i++) pool.RegisterWait(signal, (_, _) => Interlocked.Increment(ref runs));
            signal.Set();
            signal.Reset();
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            runs.ShouldBe(100 * pulse);
        }
        pool.GetStatistics().RegisteredWaits.ShouldBe(0);
    }

    [Fact]
    public async Task A_repeating_wait_on_a_set_manual_reset_event_runs_again_and_again_one_at_a_time()
    {
        await using var pool = new WorkPool(new WorkPoolOptions { Processors = 4 });
        using var signal = new PoolManualResetEvent(true);
        int runs = 0, inside = 0, most = 0;
        PoolRegisteredWaitHandle registration = pool.RegisterWait(signal, (_, _) =>
        {
            most = Math.Max(most, Interlocked.Increment(ref inside));
            Interlocked.Increment(ref runs);
            Interlocked.Decrement(ref inside);
        }, executeOnlyOnce: false);
        Patience.Until(() => Volatile.Read(ref runs) > 100);
        signal.Reset();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        int settled = runs;
        most.ShouldBe(1);
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        runs.ShouldBe(settled);
        registration.Unregister(null).ShouldBeTrue();
    }

    [Fact]
    public async Task No_signal_is_lost_or_invented_when_registrations_come_and_go()
    {
        int seed = Random.Shared.Next();
        await using var pool = new WorkPool();
        using var signal = new PoolAutoResetEvent(false);
        int callbacks = 0;
        var random = new Random(seed);
        for (int i = 0; i < 5_000; i++)
        {
            // A wait for one signal; the Set races with another registration that goes away.
            PoolRegisteredWaitHandle going = pool.RegisterWait(signal, (_, _) => Interlocked.Increment(ref callbacks));
            var done = new TaskCompletionSource();
            pool.Queue(() =>
            {
                signal.Set();
                done.SetResult();
            });
            if (random.Next(2) == 0) Thread.SpinWait(random.Next(200));
            going.Unregister(null).ShouldBeTrue();
            await done.Task.WaitAsync(Patience.Limit);
            await pool.DrainAsync().WaitAsync(Patience.Limit);
            int consumed = callbacks + (signal.WaitOne(0) ? 1 : 0);
            consumed.ShouldBe(1, $"round {i}, seed {seed}");
            callbacks = 0;
        }
    }
}
