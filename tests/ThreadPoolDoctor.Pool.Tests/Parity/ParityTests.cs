using System.Collections.Concurrent;
using Microsoft.Win32.SafeHandles;

namespace ThreadPoolDoctor.Pool.Tests.Parity;

public class OnThreadPool() : ParityTests(new SystemPoolUnderTest());

public class OnDoctorThreadPool() : ParityTests(new DoctorPoolUnderTest(ownEvents: true));

public class OnDoctorThreadPoolWithSystemEvents() : ParityTests(new DoctorPoolUnderTest(ownEvents: false));

/// <summary>
/// What ThreadPool, RegisteredWaitHandle, Timer and TaskScheduler document, as facts that hold on both pools.
/// </summary>
public abstract partial class ParityTests(IPoolUnderTest pool)
{
    private static readonly AsyncLocal<string?> s_local = new();

    private readonly IPoolUnderTest _pool = pool;

    [Fact]
    public void A_callback_gets_its_state_on_a_pool_thread()
    {
        using var done = new ManualResetEventSlim();
        object? seen = null;
        bool onPool = false;
        var state = new object();
        _pool.Queue(s =>
        {
            seen = s;
            onPool = _pool.OnPool && Thread.CurrentThread.IsBackground;
            done.Set();
        }, state).ShouldBeTrue();
        done.Wait();
        seen.ShouldBeSameAs(state);
        onPool.ShouldBeTrue();
    }

    [Fact]
    public void A_null_callback_is_refused()
    {
        Should.Throw<ArgumentNullException>(() => _pool.Queue(null!, null));
        Should.Throw<ArgumentNullException>(() => _pool.UnsafeQueue((WaitCallback)null!, null));
        Should.Throw<ArgumentNullException>(() => _pool.UnsafeQueue((IThreadPoolWorkItem)null!, false));
        Should.Throw<ArgumentNullException>(() => _pool.Queue<int>(null!, 1, false));
        using WaitHandle handle = _pool.NewAutoResetEvent(false);
        Should.Throw<ArgumentNullException>(() => _pool.Register(handle, null!, null, -1, true));
        Should.Throw<ArgumentNullException>(() => _pool.Register(null!, (_, _) => { }, null, -1, true));
        Should.Throw<ArgumentOutOfRangeException>(() => _pool.Register(handle, (_, _) => { }, null, -2, true));
    }

    [Fact]
    public void A_task_is_no_work_item() =>
        Should.Throw<ArgumentOutOfRangeException>(() => _pool.UnsafeQueue(new TaskItem(), false));

    [Fact]
    public void Queue_flows_the_execution_context_and_UnsafeQueue_does_not()
    {
        using var done = new CountdownEvent(3);
        string? flowed = null, typed = null, unsafely = "unset";
        s_local.Value = "mine";
        _pool.Queue(_ => { flowed = s_local.Value; done.Signal(); }, null);
        _pool.Queue(_ => { typed = s_local.Value; done.Signal(); }, 1, preferLocal: false);
        _pool.UnsafeQueue(_ => { unsafely = s_local.Value; done.Signal(); }, null);
        s_local.Value = null;
        done.Wait(Patience.Limit).ShouldBeTrue();
        flowed.ShouldBe("mine");
        typed.ShouldBe("mine");
        unsafely.ShouldBeNull();
    }

    [Fact]
    public void What_an_item_does_to_its_thread_does_not_reach_the_next()
    {
        var names = new ConcurrentBag<string?>();
        using var done = new CountdownEvent(200);
        for (int i = 0; i < 200; i++)
        {
            _pool.UnsafeQueue(_ =>
            {
                names.Add(s_local.Value);
                if (SynchronizationContext.Current is Spoiler) names.Add("context");
                if (Thread.CurrentThread.Priority != ThreadPriority.Normal) names.Add("priority");
                s_local.Value = "dirt";
                SynchronizationContext.SetSynchronizationContext(new Spoiler());
                Thread.CurrentThread.Priority = ThreadPriority.Lowest;
                done.Signal();
            }, null);
        }
        done.Wait(Patience.Limit).ShouldBeTrue();
        names.ShouldAllBe(name => name == null);
    }

    [Fact]
    public void Each_item_runs_once_and_is_counted()
    {
        const int items = 10_000;
        long before = _pool.Completed;
        int[] runs = new int[items];
        using var done = new CountdownEvent(items);
        for (int i = 0; i < items; i++)
        {
            _pool.Queue(k =>
            {
                Interlocked.Increment(ref runs[k]);
                done.Signal();
            }, i, preferLocal: i % 2 == 0);
        }
        done.Wait(Patience.Limit).ShouldBeTrue();
        runs.ShouldAllBe(n => n == 1);
        Patience.Until(() => _pool.Completed >= before + items);
    }

    [Fact]
    public void Limits_that_make_no_sense_are_refused()
    {
        (int maxWorkers, int maxPorts) = _pool.Max;
        (int minWorkers, int minPorts) = _pool.Min;
        _pool.SetMin(-1, minPorts).ShouldBeFalse();
        _pool.SetMin(maxWorkers + 1, minPorts).ShouldBeFalse();
        _pool.SetMax(0, maxPorts).ShouldBeFalse();
        _pool.SetMax(-1, maxPorts).ShouldBeFalse();
        _pool.SetMin(minWorkers, minPorts).ShouldBeTrue();
        _pool.SetMax(maxWorkers, maxPorts).ShouldBeTrue();
        _pool.Max.ShouldBe((maxWorkers, maxPorts));
        _pool.Min.ShouldBe((minWorkers, minPorts));
    }

    [Fact]
    public async Task A_task_on_the_scheduler_runs_on_the_pool_and_its_children_too()
    {
        (bool outer, bool inner) = await Task.Factory.StartNew(() =>
        {
            bool child = Task.Factory.StartNew(() => _pool.OnPool, default, TaskCreationOptions.None, _pool.Scheduler).Result;
            return (_pool.OnPool, child);
        }, default, TaskCreationOptions.None, _pool.Scheduler).WaitAsync(Patience.Limit);
        outer.ShouldBeTrue();
        inner.ShouldBeTrue();
    }

    [Fact]
    public async Task A_long_running_task_gets_a_thread_of_its_own()
    {
        bool onPool = await Task.Factory.StartNew(
            () => _pool.OnPool, default, TaskCreationOptions.LongRunning, _pool.Scheduler).WaitAsync(Patience.Limit);
        onPool.ShouldBeFalse();
    }

    private sealed class TaskItem() : Task(() => { }), IThreadPoolWorkItem
    {
        public void Execute() => throw new InvalidOperationException();
    }

    private sealed class Spoiler : SynchronizationContext;

    /// <summary>A handle whose value is -1 asks Unregister to wait.</summary>
    private sealed class AndWait : WaitHandle
    {
        public AndWait() => SafeWaitHandle = new SafeWaitHandle(-1, ownsHandle: false);
    }
}
