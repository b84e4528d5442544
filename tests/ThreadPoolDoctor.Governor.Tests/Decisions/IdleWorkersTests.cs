using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>Which workers of a pool that was brought back to fewer are idle, and which are blocked.</summary>
public class IdleWorkersTests
{
    [Fact]
    public void A_pool_that_was_never_brought_back_has_none()
    {
        IdleWorkers idle = new();

        idle.Without(Sample(1, threads: 40, completed: 1_000)).ShouldBe(Sample(1, threads: 40, completed: 1_000));
    }

    [Fact]
    public void Workers_that_came_back_from_their_items_are_not_blocked()
    {
        IdleWorkers idle = Brought(backTo: 4);

        PoolSample without = idle.Without(Sample(2, threads: 40, completed: 1_000));

        without.Threads.ShouldBe(4);
        without.Blocked.ShouldBe(3);
    }

    [Fact]
    public void In_a_deadlock_all_stay_blocked()
    {
        IdleWorkers idle = Brought(backTo: 4);

        idle.Without(Sample(2, threads: 40, completed: 0)).Blocked.ShouldBe(39);
    }

    [Fact]
    public void A_higher_minimum_takes_them_into_use_again()
    {
        IdleWorkers idle = Brought(backTo: 4);
        PoolSample sample = Sample(2, threads: 40, completed: 1_000);
        idle.Decided(sample, new(Minimum: 30, GovernorReason.Blocked, 0, true));

        idle.Without(sample).Threads.ShouldBe(30);
    }

    private static IdleWorkers Brought(int backTo)
    {
        IdleWorkers idle = new();
        idle.Decided(Sample(1, threads: 40, completed: 0), new(2, GovernorReason.NoGain, 0, true, backTo));
        return idle;
    }

    private static PoolSample Sample(double at, int threads, long completed) => new()
    {
        At = at,
        Waiting = 100,
        Completed = completed,
        Threads = threads,
        Minimum = 2,
        Maximum = 32_767,
        Processors = 2,
        WorkersSeen = true,
        Blocked = threads - 1,
    };
}
