namespace ThreadPoolDoctor.Pool.Tests.Parity;

public abstract partial class ParityTests
{
    [Fact]
    public async Task A_timer_fires_once_not_before_its_time()
    {
        var fired = new TaskCompletionSource<double>(TaskCreationOptions.RunContinuationsAsynchronously);
        int runs = 0;
        double start = _pool.Milliseconds;
        await using ITimer timer = _pool.Time.CreateTimer(_ =>
        {
            Interlocked.Increment(ref runs);
            fired.TrySetResult(_pool.Milliseconds);
        }, null, TimeSpan.FromMilliseconds(30), Timeout.InfiniteTimeSpan);
        double end = await fired.Task.WaitAsync(Patience.Limit);
        (end - start).ShouldBeGreaterThanOrEqualTo(29);
        runs.ShouldBe(1);
    }

    [Fact]
    public async Task A_periodic_timer_fires_until_it_is_disposed()
    {
        using var ran = new SemaphoreSlim(0);
        ITimer timer = _pool.Time.CreateTimer(_ => ran.Release(), null, TimeSpan.Zero, TimeSpan.FromMilliseconds(5));
        for (int i = 0; i < 5; i++) (await ran.WaitAsync(Patience.Limit)).ShouldBeTrue();
        await timer.DisposeAsync();
        timer.Change(TimeSpan.Zero, TimeSpan.Zero).ShouldBeFalse("it has been disposed");
    }

    [Fact]
    public async Task DisposeAsync_waits_for_the_callback_that_runs()
    {
        using var inside = new ManualResetEventSlim();
        using var leave = new ManualResetEventSlim();
        ITimer timer = _pool.Time.CreateTimer(_ =>
        {
            inside.Set();
            leave.Wait(Patience.Limit);
        }, null, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        inside.Wait();
        ValueTask disposal = timer.DisposeAsync();
        disposal.IsCompleted.ShouldBeFalse();
        leave.Set();
        await disposal.AsTask().WaitAsync(Patience.Limit);
    }

    [Fact]
    public async Task A_timer_that_was_changed_to_never_does_not_fire()
    {
        int runs = 0;
        await using ITimer timer = _pool.Time.CreateTimer(_ => Interlocked.Increment(ref runs), null, TimeSpan.FromSeconds(100), Timeout.InfiniteTimeSpan);
        timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan).ShouldBeTrue();
        // A later timer of the same clock has fired, so the changed one would have as well.
        await Task.Delay(TimeSpan.FromMilliseconds(30), _pool.Time).WaitAsync(Patience.Limit);
        runs.ShouldBe(0);
    }

    [Fact]
    public void A_time_out_of_range_is_refused()
    {
        Should.Throw<ArgumentOutOfRangeException>(() => _pool.Time.CreateTimer(_ => { }, null, TimeSpan.FromMilliseconds(-2), Timeout.InfiniteTimeSpan));
        Should.Throw<ArgumentOutOfRangeException>(() => _pool.Time.CreateTimer(_ => { }, null, TimeSpan.Zero, TimeSpan.FromDays(60)));
        Should.Throw<ArgumentNullException>(() => _pool.Time.CreateTimer(null!, null, TimeSpan.Zero, TimeSpan.Zero));
    }

    [Fact]
    public async Task A_timer_flows_the_execution_context()
    {
        var seen = new TaskCompletionSource<string?>();
        s_local.Value = "mine";
        await using ITimer timer = _pool.Time.CreateTimer(_ => seen.TrySetResult(s_local.Value), null, TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan);
        s_local.Value = null;
        (await seen.Task.WaitAsync(Patience.Limit)).ShouldBe("mine");
    }

    [Fact]
    public async Task Delays_periods_and_cancellation_run_on_the_clock()
    {
        await Task.Delay(TimeSpan.FromMilliseconds(5), _pool.Time).WaitAsync(Patience.Limit);
        using var period = new PeriodicTimer(TimeSpan.FromMilliseconds(5), _pool.Time);
        for (int i = 0; i < 3; i++) (await period.WaitForNextTickAsync().AsTask().WaitAsync(Patience.Limit)).ShouldBeTrue();
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(5), _pool.Time);
        await Should.ThrowAsync<TaskCanceledException>(() => Task.Delay(Patience.Limit, cancel.Token));
        await Should.ThrowAsync<TimeoutException>(() => new TaskCompletionSource().Task.WaitAsync(TimeSpan.FromMilliseconds(5), _pool.Time));
    }
}
