using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>When the minimum falls again.</summary>
public class GivingBackTests
{
    private const int Set = 50;
    private const int Asked = 2;

    [Fact]
    public void Workers_that_are_needed_again_soon_after_are_kept_for_twice_as_long()
    {
        GivingBack giving = new();
        giving.Need(Sample(0));
        double first = Falls(ref giving, from: 0);
        giving.Need(Sample(first + 1));
        double second = Falls(ref giving, from: first + 1) - (first + 1);
        second.ShouldBe(2 * first, 1);
    }

    [Fact]
    public void Workers_that_are_needed_again_long_after_are_kept_for_as_long_as_before()
    {
        GivingBack giving = new();
        giving.Need(Sample(0));
        double first = Falls(ref giving, from: 0);
        giving.Need(Sample(first + 100));
        (Falls(ref giving, from: first + 100) - (first + 100)).ShouldBe(first, 1);
    }

    /// <summary>When the minimum falls for the first time.</summary>
    private static double Falls(ref GivingBack giving, double from)
    {
        double at = from;
        while (!giving.IsDue(Sample(at)) && at < from + 1_000) at += 0.1;
        giving.Lower(Sample(at), Set, Asked).ShouldBeLessThan(Set);
        return at;
    }

    private static PoolSample Sample(double at) => new()
    {
        At = at,
        Waiting = 0,
        Completed = 0,
        Threads = Asked,
        Minimum = Set,
        Maximum = 32_767,
        Processors = 2,
    };
}
