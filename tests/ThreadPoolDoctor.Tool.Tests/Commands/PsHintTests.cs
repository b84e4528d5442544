using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Commands;

namespace ThreadPoolDoctor.Tool.Tests.Commands;

public sealed class PsHintTests
{
    private static readonly DateTimeOffset s_now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_few_idle_workers_give_no_hint() => Hint(workers: 4, ageSeconds: 5).ShouldBe("");

    [Fact]
    public void A_pool_without_workers_is_not_in_use() => Hint(workers: 0, ageSeconds: 0).ShouldBe("pool not in use");

    [Fact]
    public void Many_new_workers_may_starve() => Hint(workers: 30, ageSeconds: 5).ShouldBe("many workers, 30 of them new: may be starving");

    [Fact]
    public void Many_old_workers_may_block() =>
        Hint(workers: 30, ageSeconds: 600).ShouldBe("many workers: may block, made up for by extra threads");

    [Fact]
    public void Many_workers_on_many_processors_are_usual() => Hint(workers: 30, ageSeconds: 5, processors: 16).ShouldBe("");

    [Fact]
    public void Wait_threads_come_first() =>
        Hint(workers: 30, ageSeconds: 5, waitThreads: 100).ShouldBe("100 wait threads: many registered waits");

    private static string Hint(int workers, double ageSeconds, int waitThreads = 0, int processors = 2)
    {
        List<ThreadSight> threads = [];
        for (int i = 0; i < workers; i++) threads.Add(Thread(ThreadRole.Worker, ageSeconds));
        for (int i = 0; i < waitThreads; i++) threads.Add(Thread(ThreadRole.WaitThread, ageSeconds));
        return PsHint.Of(new ThreadCensus(0, threads, 0), processors, s_now);
    }

    private static ThreadSight Thread(ThreadRole role, double ageSeconds) =>
        new(1, role, s_now.AddSeconds(-ageSeconds), Asleep: true, CpuSeconds: 0);
}
