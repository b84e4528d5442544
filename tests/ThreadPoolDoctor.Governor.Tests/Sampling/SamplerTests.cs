using ThreadPoolDoctor.Governor.Decisions;
using ThreadPoolDoctor.Governor.Sampling;

namespace ThreadPoolDoctor.Governor.Tests.Sampling;

/// <summary>What the sampler sees of this very process.</summary>
public class SamplerTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public void A_look_at_a_pool_without_a_queue_allocates_nothing()
    {
        Sampler sampler = new();
        for (int i = 0; i < 100; i++) sampler.Take(seeWorkers: false);
        long before = GC.GetAllocatedBytesForCurrentThread();
        int looks = 0;
        while (looks < 1_000)
        {
            if (sampler.Take(seeWorkers: false).Waiting == 0) looks++;
            else before = GC.GetAllocatedBytesForCurrentThread();
        }
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    /// <summary>The number is a private field of the runtime's: this fails when a version names it otherwise.</summary>
    [Fact]
    public void Workers_that_wait_for_a_task_are_counted()
    {
        TaskCompletionSource awaited = new();
        int before = TaskWaits.Count();
        for (int i = 0; i < 3; i++) ThreadPool.UnsafeQueueUserWorkItem(_ => awaited.Task.Wait(), null);
        SpinWait.SpinUntil(() => TaskWaits.Count() >= before + 3, s_limit).ShouldBeTrue();
        awaited.SetResult();
        SpinWait.SpinUntil(() => TaskWaits.Count() <= before, s_limit).ShouldBeTrue();
    }

    /// <summary>The word is private and so is its layout: this fails when a version has another.</summary>
    [Fact]
    public void Workers_without_an_item_are_counted()
    {
        const int Items = 8;
        ThreadPool.GetMinThreads(out int minimum, out int completionPorts);
        ThreadPool.SetMinThreads(2 * Items, completionPorts);
        using CountdownEvent begun = new(Items);
        using ManualResetEventSlim release = new();
        try
        {
            for (int i = 0; i < Items; i++) ThreadPool.UnsafeQueueUserWorkItem(_ => { begun.Signal(); release.Wait(); }, null);
            begun.Wait(s_limit).ShouldBeTrue();
            PoolCounts counts = PoolCounts.Read();
            counts.Goal.ShouldBeGreaterThanOrEqualTo(2 * Items);
            counts.Idle.ShouldBeLessThanOrEqualTo(ThreadPool.ThreadCount - Items);
            release.Set();
            SpinWait.SpinUntil(() => PoolCounts.Read().Idle >= Items - 2, s_limit).ShouldBeTrue();
        }
        finally
        {
            release.Set();
            ThreadPool.SetMinThreads(minimum, completionPorts);
        }
    }

    [Theory]
    [InlineData(0x0000_0007_0005_0002UL, 3, 7)]
    [InlineData(0x0000_7FFF_7FFF_7FFFUL, 0, 0x7FFF)]
    [InlineData(0x0000_0002_0000_0000UL, 0, 0)]
    [InlineData(0x0000_0000_0003_0001UL, 0, 0)]
    public void The_pool_s_word_is_read_by_its_parts(ulong data, int idle, int goal) =>
        PoolCounts.Of(data).ShouldBe(new PoolCounts(idle, goal));

    [Fact]
    public void Blocked_workers_are_told_from_those_that_run()
    {
        Sampler sampler = new();
        using ManualResetEventSlim release = new();
        using CountdownEvent begun = new(4);
        bool stop = false;
        for (int i = 0; i < 3; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ => { begun.Signal(); release.Wait(); }, null);
        }
        ThreadPool.UnsafeQueueUserWorkItem(_ => { begun.Signal(); while (!Volatile.Read(ref stop)) { } }, null);
        begun.Wait(s_limit).ShouldBeTrue();
        try
        {
            PoolSample seen = default;
            sampler.Take(seeWorkers: true);
            SpinWait.SpinUntil(() =>
            {
                Thread.Sleep(20);
                seen = sampler.Take(seeWorkers: true);
                return seen.WorkersSeen && seen.Blocked >= 3 && seen.Running > 0.5;
            }, s_limit).ShouldBeTrue(seen.ToString());
            seen.Blocked.ShouldBeLessThan(seen.Threads);
        }
        finally
        {
            Volatile.Write(ref stop, true);
            release.Set();
        }
    }

    /// <summary>The first wait for the same event, but for a minute at most.</summary>
    [Fact]
    public void Workers_that_wait_without_a_limit_are_told_from_those_with_one()
    {
        if (!OperatingSystem.IsLinux()) return;
        const int Items = 2 * LinuxWorkerProbe.ManyWorkers;
        ThreadPool.GetMinThreads(out int minimum, out int completionPorts);
        ThreadPool.SetMinThreads(2 * Items, completionPorts);
        using ManualResetEvent release = new(false);
        try
        {
            Standing(() => release.WaitOne(s_limit), Items, () => release.Set(), out int resumed).ShouldBeLessThan(Items / 4);
            resumed.ShouldBeLessThan(Items / 4);
            release.Reset();
            Standing(() => release.WaitOne(), Items, () => release.Set(), out resumed).ShouldBeInRange(3 * Items / 4, 2 * Items);
            resumed.ShouldBeInRange(3 * Items / 4, 2 * Items);
        }
        finally
        {
            release.Set();
            ThreadPool.SetMinThreads(minimum, completionPorts);
        }
    }

    /// <summary>Half of those that wait are let go on, first the oldest or first the newest.</summary>
    [Fact]
    public void Workers_whose_turn_it_was_are_told_from_others_that_go_on()
    {
        if (!OperatingSystem.IsLinux()) return;
        const int Items = 16;
        ThreadPool.GetMinThreads(out int minimum, out int completionPorts);
        ThreadPool.SetMinThreads(2 * Items, completionPorts);
        try
        {
            InTurn(Items, static released => released).ShouldBeInRange(Items / 4, Items);
            InTurn(Items, static released => Items - 1 - released).ShouldBeLessThan(Items / 4);
        }
        finally
        {
            ThreadPool.SetMinThreads(minimum, completionPorts);
        }
    }

    /// <summary>
    /// How many of them are told to go on in turn, where they begin one after the other and half are released.
    /// </summary>
    private static int InTurn(int items, Func<int, int> next)
    {
        ManualResetEventSlim[] waits = [.. Enumerable.Range(0, items).Select(static _ => new ManualResetEventSlim(false, 0))];
        LinuxWorkerProbe probe = new();
        double at = 0;
        int inTurn = 0;
        void Look()
        {
            Thread.Sleep(5);
            inTurn += probe.Look(at += 0.005, ThreadPool.ThreadCount).InTurn;
        }
        using CountdownEvent begun = new(items), ended = new(items);
        foreach (ManualResetEventSlim wait in waits)
        {
            int before = begun.CurrentCount;
            ThreadPool.UnsafeQueueUserWorkItem(_ => { begun.Signal(); wait.Wait(s_limit); ended.Signal(); }, null);
            SpinWait.SpinUntil(() => begun.CurrentCount < before, s_limit).ShouldBeTrue();
            for (int look = 0; look < 3; look++) Look();
        }
        inTurn = 0;
        for (int released = 0; released < items / 2; released++)
        {
            waits[next(released)].Set();
            int before = items - released - 1;
            SpinWait.SpinUntil(() => ended.CurrentCount <= before, s_limit).ShouldBeTrue();
            for (int look = 0; look < 3; look++) Look();
        }
        foreach (ManualResetEventSlim wait in waits) wait.Set();
        ended.Wait(s_limit).ShouldBeTrue();
        probe.Rest();
        return inTurn;
    }

    /// <summary>
    /// How many are seen to stand while so many items are blocked, and how many of those to go on afterwards.
    /// </summary>
    private static int Standing(Action block, int items, Action release, out int resumed)
    {
        using CountdownEvent begun = new(items), ended = new(items);
        for (int i = 0; i < items; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ => { begun.Signal(); block(); ended.Signal(); }, null);
        }
        begun.Wait(s_limit).ShouldBeTrue();
        LinuxWorkerProbe probe = new();
        int standing = 0;
        double second = 0;
        // The last to begin are on their way to their wait. Each look is a second after the one before, so that it
        // asks.
        bool Stand()
        {
            probe.Look(++second, ThreadPool.ThreadCount);
            return (standing = probe.Waits(second, ThreadPool.ThreadCount).Standing) >= 3 * items / 4;
        }
        SpinWait.SpinUntil(Stand, TimeSpan.FromSeconds(1));
        release();
        ended.Wait(s_limit).ShouldBeTrue();
        resumed = probe.Look(second + 0.1, ThreadPool.ThreadCount).Resumed;
        probe.Rest();
        return standing;
    }
}
