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
}
