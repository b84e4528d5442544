using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>Which still workers have an item, and which of the others the pool would use.</summary>
public class IdleWorkersTests
{
    [Fact]
    public void Nothing_changes_where_the_pool_does_not_tell()
    {
        PoolSample sample = Sample(threads: 40, idle: 0, goal: 0, blocked: 39);
        new IdleWorkers().Without(sample).ShouldBe(sample);
    }

    [Fact]
    public void Workers_without_an_item_are_not_blocked()
    {
        PoolSample sample = Seen(Sample(threads: 24, idle: 22, goal: 24, blocked: 23));
        sample.Threads.ShouldBe(24);
        sample.Idle.ShouldBe(22);
        sample.Blocked.ShouldBe(1);
    }

    [Fact]
    public void One_that_was_without_an_item_in_a_part_of_the_window_has_run()
    {
        IdleWorkers idle = new();
        idle.Without(Sample(threads: 10, idle: 0, goal: 10, blocked: 6));
        idle.Without(Sample(threads: 10, idle: 3, goal: 10, blocked: 6)).Blocked.ShouldBe(6);
        idle.Without(Sample(threads: 10, idle: 3, goal: 10, blocked: 9)).Blocked.ShouldBe(6);
    }

    [Fact]
    public void Workers_beyond_what_the_pool_lets_work_do_not_count()
    {
        PoolSample sample = Seen(Sample(threads: 40, idle: 36, goal: 4, blocked: 39));
        sample.Threads.ShouldBe(4);
        sample.Idle.ShouldBe(0);
        sample.Blocked.ShouldBe(3);
    }

    [Fact]
    public void Those_that_still_have_an_item_count_though_the_pool_wants_fewer()
    {
        PoolSample sample = Seen(Sample(threads: 40, idle: 10, goal: 4, blocked: 40));
        sample.Threads.ShouldBe(30);
        sample.Blocked.ShouldBe(30);
    }

    [Fact]
    public void Workers_that_the_pool_has_yet_to_start_are_coming()
    {
        Seen(Sample(threads: 7, idle: 2, goal: 9, blocked: 2)).Coming.ShouldBe(4);
        Seen(Sample(threads: 7, idle: 0, goal: 7, blocked: 2)).Coming.ShouldBe(0);
        Seen(Sample(threads: 7, idle: 0, goal: 0, blocked: 2)).Coming.ShouldBe(0, "the pool does not tell");
    }

    /// <summary>Threads that workers have started are taken for workers on Linux.</summary>
    [Fact]
    public void No_more_are_told_to_be_blocked_than_have_an_item()
    {
        Sample(threads: 12, idle: 0, goal: 12, blocked: 20).BlockedWithItem.ShouldBe(12);
        Sample(threads: 12, idle: 3, goal: 12, blocked: 12).BlockedWithItem.ShouldBe(9);
        Sample(threads: 12, idle: 3, goal: 12, blocked: 4).BlockedWithItem.ShouldBe(4);
    }

    /// <summary>The second of two looks that see the same.</summary>
    private static PoolSample Seen(PoolSample sample)
    {
        IdleWorkers idle = new();
        idle.Without(sample);
        return idle.Without(sample);
    }

    private static PoolSample Sample(int threads, int idle, int goal, int blocked) => new()
    {
        At = 1,
        Waiting = 1,
        Completed = 1_000,
        Threads = threads,
        Minimum = 2,
        Maximum = 32_767,
        Processors = 2,
        WorkersSeen = true,
        Blocked = blocked,
        Idle = idle,
        Goal = goal,
    };
}
