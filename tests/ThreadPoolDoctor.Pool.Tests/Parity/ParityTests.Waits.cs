namespace ThreadPoolDoctor.Pool.Tests.Parity;

public abstract partial class ParityTests
{
    [Fact]
    public void A_signal_runs_the_callback_once_and_only_once_if_so_asked()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var done = new ManualResetEventSlim();
        int runs = 0;
        bool timedOut = true;
        object? state = null;
        IRegistration registration = _pool.Register(handle, (s, t) =>
        {
            (state, timedOut) = (s, t);
            Interlocked.Increment(ref runs);
            done.Set();
        }, "state", Timeout.Infinite, true);
        _pool.Set(handle);
        done.Wait();
        state.ShouldBe("state");
        timedOut.ShouldBeFalse();
        // The second signal has no taker and stays.
        _pool.Set(handle);
        handle.WaitOne(Patience.Limit).ShouldBeTrue();
        runs.ShouldBe(1);
        registration.Unregister(null).ShouldBeTrue();
    }

    [Fact]
    public void A_handle_that_is_signalled_already_fires_at_once()
    {
        using WaitHandle auto = _pool.NewAutoResetEvent(true);
        using WaitHandle manual = _pool.NewManualResetEvent(true);
        using var done = new CountdownEvent(2);
        _pool.Register(auto, (_, t) => { if (!t) done.Signal(); }, null, Timeout.Infinite, true);
        _pool.Register(manual, (_, t) => { if (!t) done.Signal(); }, null, Timeout.Infinite, true);
        done.Wait(Patience.Limit).ShouldBeTrue();
        auto.WaitOne(0).ShouldBeFalse("the callback has consumed the signal");
        manual.WaitOne(0).ShouldBeTrue("nobody resets it");
    }

    [Fact]
    public void A_repeating_wait_runs_for_each_signal()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var ran = new SemaphoreSlim(0);
        IRegistration registration = _pool.Register(handle, (_, _) => ran.Release(), null, Timeout.Infinite, false);
        for (int i = 0; i < 20; i++)
        {
            _pool.Set(handle);
            ran.Wait(Patience.Limit).ShouldBeTrue();
        }
        registration.Unregister(null).ShouldBeTrue();
    }

    [Fact]
    public void All_waits_on_a_manual_event_fire_and_only_one_on_an_auto_event()
    {
        using WaitHandle manual = _pool.NewManualResetEvent(false);
        using var all = new CountdownEvent(5);
        for (int i = 0; i < 5; i++) _pool.Register(manual, (_, _) => all.Signal(), null, Timeout.Infinite, true);
        _pool.Set(manual);
        all.Wait(Patience.Limit).ShouldBeTrue();

        using WaitHandle auto = _pool.NewAutoResetEvent(false);
        int runs = 0;
        using var ran = new SemaphoreSlim(0);
        for (int i = 0; i < 5; i++)
        {
            _pool.Register(auto, (_, _) => { Interlocked.Increment(ref runs); ran.Release(); }, null, Timeout.Infinite, true);
        }
        for (int i = 1; i <= 5; i++)
        {
            _pool.Set(auto);
            ran.Wait(Patience.Limit).ShouldBeTrue();
            runs.ShouldBe(i);
        }
    }

    [Fact]
    public void A_wait_that_times_out_says_so()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var done = new ManualResetEventSlim();
        bool timedOut = false;
        long start = Environment.TickCount64;
        _pool.Register(handle, (_, t) => { timedOut = t; done.Set(); }, null, 50, true);
        done.Wait();
        timedOut.ShouldBeTrue();
        (Environment.TickCount64 - start).ShouldBeGreaterThanOrEqualTo(35);
    }

    [Fact]
    public void A_repeating_wait_times_out_again_and_again()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var out3 = new CountdownEvent(3);
        IRegistration registration = _pool.Register(handle, (_, t) => { if (t && !out3.IsSet) out3.Signal(); }, null, 10, false);
        out3.Wait(Patience.Limit).ShouldBeTrue();
        registration.Unregister(null).ShouldBeTrue();
    }

    [Fact]
    public void A_time_of_zero_looks_once()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var done = new ManualResetEventSlim();
        bool timedOut = false;
        _pool.Register(handle, (_, t) => { timedOut = t; done.Set(); }, null, 0, true);
        done.Wait();
        timedOut.ShouldBeTrue();
    }

    [Fact]
    public void After_Unregister_a_signal_runs_nothing()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        int runs = 0;
        IRegistration registration = _pool.Register(handle, (_, _) => Interlocked.Increment(ref runs), null, Timeout.Infinite, false);
        registration.Unregister(new AndWait()).ShouldBeTrue();
        _pool.Set(handle);
        handle.WaitOne(Patience.Limit).ShouldBeTrue("the signal is still there for a thread");
        runs.ShouldBe(0);
        registration.Unregister(null).ShouldBeFalse("it was called before");
    }

    [Fact]
    public async Task A_blocking_Unregister_waits_for_the_callback_that_runs()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        bool ended = false;
        IRegistration registration = _pool.Register(handle, (_, _) =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
            Volatile.Write(ref ended, true);
        }, null, Timeout.Infinite, false);
        _pool.Set(handle);
        inside.Wait();
        Task<bool> unregister = Task.Factory.StartNew(() => registration.Unregister(new AndWait()) && Volatile.Read(ref ended),
            default, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        leave.Set();
        (await unregister.WaitAsync(Patience.Limit)).ShouldBeTrue("it returned before the callback had ended");
    }

    [Fact]
    public void Unregister_signals_the_given_event_when_the_last_callback_has_ended()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        using var told = new ManualResetEvent(false);
        bool ended = false;
        IRegistration registration = _pool.Register(handle, (_, _) =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
            Volatile.Write(ref ended, true);
        }, null, Timeout.Infinite, false);
        _pool.Set(handle);
        inside.Wait();
        registration.Unregister(told).ShouldBeTrue();
        told.WaitOne(0).ShouldBeFalse();
        leave.Set();
        told.WaitOne(Patience.Limit).ShouldBeTrue();
        Volatile.Read(ref ended).ShouldBeTrue();
    }

    [Fact]
    public void Unregister_from_within_the_callback_ends_the_registration()
    {
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        using var told = new ManualResetEvent(false);
        var known = new TaskCompletionSource<IRegistration>();
        bool unregistered = false;
        int runs = 0;
        known.SetResult(_pool.Register(handle, (_, _) =>
        {
            Interlocked.Increment(ref runs);
            unregistered = known.Task.Result.Unregister(told);
        }, null, Timeout.Infinite, false));
        _pool.Set(handle);
        told.WaitOne(Patience.Limit).ShouldBeTrue();
        unregistered.ShouldBeTrue();
        _pool.Set(handle);
        handle.WaitOne(Patience.Limit).ShouldBeTrue();
        runs.ShouldBe(1);
    }

    [Fact]
    public void Register_flows_the_execution_context_and_UnsafeRegister_does_not()
    {
        using WaitHandle handle = _pool.NewManualResetEvent(false);
        using var done = new CountdownEvent(2);
        string? flowed = null, unsafely = "unset";
        s_local.Value = "mine";
        _pool.Register(handle, (_, _) => { flowed = s_local.Value; done.Signal(); }, null, Timeout.Infinite, true);
        _pool.UnsafeRegister(handle, (_, _) => { unsafely = s_local.Value; done.Signal(); }, null, Timeout.Infinite, true);
        s_local.Value = null;
        _pool.Set(handle);
        done.Wait(Patience.Limit).ShouldBeTrue();
        flowed.ShouldBe("mine");
        unsafely.ShouldBeNull();
    }

    [Fact]
    public void A_semaphore_fires_once_for_each_count()
    {
        using var semaphore = new Semaphore(0, 100);
        using var ran = new CountdownEvent(10);
        IRegistration registration = _pool.Register(semaphore, (_, _) => ran.Signal(), null, Timeout.Infinite, false);
        semaphore.Release(10);
        ran.Wait(Patience.Limit).ShouldBeTrue();
        registration.Unregister(null).ShouldBeTrue();
    }
}
