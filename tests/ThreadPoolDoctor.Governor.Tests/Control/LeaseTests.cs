using ThreadPoolDoctor.Governor.Control;

namespace ThreadPoolDoctor.Governor.Tests.Control;

/// <summary>For how long a governor may stay.</summary>
public class LeaseTests
{
    private static readonly DateTimeOffset s_now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Without_a_lease_it_stays()
    {
        Lease.None.Holds(s_now, toolListens: false).ShouldBeTrue();
        Lease.None.IsNone.ShouldBeTrue();
    }

    [Fact]
    public void It_goes_with_the_tool_that_holds_the_lease()
    {
        Lease lease = new(WatchesTool: true, DateTimeOffset.MaxValue);
        lease.Holds(s_now, toolListens: true).ShouldBeTrue();
        lease.Holds(s_now, toolListens: false).ShouldBeFalse();
    }

    [Fact]
    public void It_goes_when_its_time_is_over_whether_or_not_the_tool_listens()
    {
        Lease kept = new(WatchesTool: false, s_now.AddMinutes(30));
        kept.Holds(s_now.AddMinutes(29), toolListens: false).ShouldBeTrue();
        kept.Holds(s_now.AddMinutes(30), toolListens: true).ShouldBeFalse();
    }
}
