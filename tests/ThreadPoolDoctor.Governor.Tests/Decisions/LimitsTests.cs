using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>What no step may pass, and the numbers that are set.</summary>
public class LimitsTests
{
    [Fact]
    public void The_least_of_the_limits_counts_and_is_named()
    {
        PoolSample sample = new()
        {
            At = 0,
            Waiting = 1,
            Completed = 0,
            Threads = 10,
            Minimum = 2,
            Maximum = 50,
            Processors = 2,
            MemoryLeft = 1L << 40,
        };

        Limits.Of(sample, 1_000).ShouldBe((50, GovernorReason.Maximum));
        Limits.Of(sample, 20).ShouldBe((20, GovernorReason.Maximum));
        Limits.Of(sample with { MemoryLeft = 5 << 20 }, 1_000).ShouldBe((15, GovernorReason.Memory));
        Limits.Of(sample with { MemoryLeft = -(100L << 20) }, 1_000).ShouldBe((0, GovernorReason.Memory));
    }

    [Theory]
    [InlineData(8, 1_000, 9)]
    [InlineData(10, 1_000, 11)]
    [InlineData(15, 1_000, 17)]
    [InlineData(64, 1_000, 67)]
    [InlineData(100, 1_000, 101)]
    [InlineData(100, 100, 100)]
    public void Numbers_that_people_type_are_not_set(int wanted, int limit, int set) =>
        Limits.Unlikely(wanted, limit).ShouldBe(set);
}
