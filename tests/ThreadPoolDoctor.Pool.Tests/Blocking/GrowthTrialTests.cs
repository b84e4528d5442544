namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// When a worker for each item that waits is tried, and what is made of it. Before the trial ten workers end half an
/// item in each millisecond, and a hundred items wait.
/// </summary>
public class GrowthTrialTests
{
    private readonly GrowthTrial _trial = new();
    private long _now = 1000;
    private double _ended, _unblocked;

    [Theory]
    [InlineData(10.0)]
    [InlineData(0.0)]
    public void A_quick_line_and_one_that_stands_still_are_left_alone(double endedPerMillisecond) =>
        Hold(1000, endedPerMillisecond).ShouldBe(0);

    [Fact]
    public void More_items_than_workers_may_be_are_left_alone() => Hold(1000, waiting: static _ => 60_000).ShouldBe(0);

    [Fact]
    public void A_queue_that_is_served_is_left_alone() => Hold(1000, waiting: static left => left / 10).ShouldBe(0);

    [Fact]
    public void Growth_that_has_gone_on_meanwhile_needs_no_trial()
    {
        Hold(300).ShouldBe(0);
        _trial.Cancel();
        Hold(300).ShouldBe(0);
    }

    [Fact]
    public void Growth_that_is_held_is_followed_by_a_worker_for_each_that_waits()
    {
        Hold(1000).ShouldBe(110);
        _trial.GoesOn.ShouldBeTrue();
    }

    [Fact]
    public void What_raises_the_rate_helps() => Try(endedPerMillisecond: 0.8).ShouldBe(true);

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.55)]
    public void What_does_not_raise_it_does_not(double endedPerMillisecond) => Try(endedPerMillisecond).ShouldBe(false);

    /// <summary>One that no worker of the line would have come to for long.</summary>
    [Fact]
    public void What_brings_others_to_their_end_helps() => Try(0.5, static trial => trial._unblocked++).ShouldBe(true);

    [Fact]
    public void What_did_not_help_is_tried_again_later_each_time()
    {
        Try(0.5).ShouldBe(false);
        int first = UntilTried(), second = 0;
        Try(0.5, isBegun: true).ShouldBe(false);
        second = UntilTried();
        first.ShouldBeInRange(2000, 3000);
        second.ShouldBeInRange(8000, 9000);
    }

    /// <summary>What it showed was that more do no better, not that fewer do as well.</summary>
    [Fact]
    public void Fewer_workers_than_a_trial_began_with_may_be_tried_at_once()
    {
        Try(0.5).ShouldBe(false);
        Hold(1000, added: 4).ShouldBeGreaterThan(0);
    }

    /// <summary>Nothing comes any more: that is no verdict, and no reason to wait for longer.</summary>
    [Fact]
    public void A_load_that_ends_meanwhile_does_not_put_the_next_trial_off()
    {
        Try(0).ShouldBe(false);
        UntilTried();
        Try(0, isBegun: true).ShouldBe(false);
        UntilTried().ShouldBeInRange(2000, 3000);
    }

    private GrowthGuard.Ends Ends => new((long)_ended + (long)_unblocked, (long)_ended);

    /// <summary>Growth is held for so long; how many may be added at the first look that says so, or 0.</summary>
    private int Hold(
        int milliseconds, double endedPerMillisecond = 0.5, Func<int, long>? waiting = null, int added = 10)
    {
        for (int left = milliseconds; left > 0; left--)
        {
            (_now, _ended) = (_now + 1, _ended + endedPerMillisecond);
            int all = _trial.Begin(added, workers: 10, waiting?.Invoke(left) ?? 100, Ends, _now);
            if (all > 0) return all;
        }
        return 0;
    }

    private bool? Try(double endedPerMillisecond, Action<GrowthTrialTests>? first = null, bool isBegun = false)
    {
        if (!isBegun) Hold(1000).ShouldBeGreaterThan(0);
        first?.Invoke(this);
        for (int i = 0; i < 3000; i++)
        {
            (_now, _ended) = (_now + 1, _ended + endedPerMillisecond);
            if (_trial.Look(isFull: i > 20, workers: 110, Ends, _now) is { } helps) return helps;
        }
        return null;
    }

    private int UntilTried()
    {
        long since = _now;
        Hold(100_000).ShouldBeGreaterThan(0);
        return (int)(_now - since);
    }
}
