using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>
/// The workers that are kept ready while the queue is empty, after a growth that short items proved: one for each that
/// is blocked, and one for each processor.
/// </summary>
public class ReserveTests
{
    private readonly Policy _policy = new();
    private int _minimum = 2;

    [Fact]
    public void It_follows_the_items_that_block() => MinimumBesideBlocked(contentions: 0).ShouldBeGreaterThan(12);

    /// <summary>
    /// The patient "shared-lazy" had 42 workers instead of 30 without it, and "two-locks" 16 instead of 14.
    /// </summary>
    [Fact]
    public void It_does_not_follow_those_that_met_a_lock() => MinimumBesideBlocked(contentions: 20).ShouldBe(_minimum);

    private int MinimumBesideBlocked(long contentions)
    {
        Look(Sample(0, waiting: 0));
        Look(Sample(0.010, waiting: 5));
        Look(Sample(0.012, waiting: 5) with { WorkersSeen = true, Blocked = 2 });
        _minimum.ShouldBeGreaterThan(2);
        Look(Sample(0.05, waiting: 0) with { Threads = 6, Completed = 10 });
        return _policy.Next(Sample(0.1, waiting: 0) with
        {
            Minimum = _minimum,
            Threads = 12,
            Completed = 10,
            WorkersSeen = true,
            Blocked = 12,
            Contentions = contentions,
        }).Minimum;
    }

    private void Look(in PoolSample sample) => _minimum = _policy.Next(sample with { Minimum = _minimum }).Minimum;

    private static PoolSample Sample(double at, long waiting) => new()
    {
        At = at,
        Waiting = waiting,
        Completed = 0,
        Threads = 2,
        Minimum = 2,
        Maximum = 1_000,
        Processors = 2,
        MemoryLeft = 1L << 40,
    };
}
