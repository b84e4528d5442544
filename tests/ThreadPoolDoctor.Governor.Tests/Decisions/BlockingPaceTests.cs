using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>How many workers are provided for those that will be blocked until the next turn.</summary>
public class BlockingPaceTests
{
    [Fact]
    public void Workers_that_stay_blocked_ask_for_no_others()
    {
        BlockingPace pace = new();
        for (int look = 0; look < 400; look++) pace.Look(Sample(look * 0.005, blocked: 50));

        pace.SoonBlocked.ShouldBe(0);
    }

    [Fact]
    public void Those_that_end_and_begin_again_at_the_same_rate_ask_for_few()
    {
        BlockingPace pace = new();
        for (int look = 0; look < 400; look++) pace.Look(Sample(look * 0.005, blocked: 50 + (look % 2)));

        pace.SoonBlocked.ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void A_hundred_a_second_ask_for_those_of_a_twentieth_of_a_second()
    {
        BlockingPace pace = new();
        for (int look = 0; look < 60; look++) pace.Look(Sample(look * 0.01, blocked: look));

        pace.SoonBlocked.ShouldBe(5);
    }

    [Fact]
    public void A_look_that_did_not_see_the_workers_says_nothing()
    {
        BlockingPace pace = new();
        pace.Look(Sample(0, blocked: 40));
        pace.Look(Sample(0.005, blocked: 0) with { WorkersSeen = false });
        pace.Look(Sample(0.01, blocked: 40));

        pace.SoonBlocked.ShouldBe(0);
    }

    private static PoolSample Sample(double at, int blocked) => new()
    {
        At = at,
        Waiting = 0,
        Completed = 0,
        Threads = blocked,
        Minimum = 2,
        Maximum = 32_767,
        Processors = 2,
        WorkersSeen = true,
        Blocked = blocked,
    };
}
