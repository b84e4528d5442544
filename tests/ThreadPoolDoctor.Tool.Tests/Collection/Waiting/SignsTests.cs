using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Waiting;

namespace ThreadPoolDoctor.Tool.Tests.Collection.Waiting;

/// <summary>What the cheap tiers must see before a look is taken, and how often one is.</summary>
public class SignsTests
{
    private static readonly Verdict[] s_starving = [Verdict.Starving];

    private static WatchSample Quiet { get; } = new(new CounterTick(1, 2, 0, 900, 0.1, 0), null, null, Injected: false, Processors: 2);

    [Fact]
    public void Nothing_is_a_sign_before_the_first_reading() =>
        Signs.Show(Quiet with { Tick = null }, Signs.Verdicts).ShouldBeFalse();

    [Fact]
    public void A_quiet_pool_shows_no_sign_but_that_of_health()
    {
        Signs.Show(Quiet, Signs.Verdicts.Except([Verdict.Healthy])).ShouldBeFalse();
        Signs.Show(Quiet, [Verdict.Healthy]).ShouldBeTrue();
    }

    [Fact]
    public void A_queue_that_is_gone_the_next_moment_is_no_sign_of_starvation() =>
        Signs.Show(Quiet with { Tick = new(1, 2, 10, 5_000, 0.5, 0) }, s_starving).ShouldBeFalse();

    [Fact]
    public void Work_that_waits_is_a_sign_of_starvation_and_none_of_health()
    {
        WatchSample waits = Quiet with { Tick = new(1, 2, 30, 4, 0, 0) };

        Signs.Show(waits, s_starving).ShouldBeTrue();
        Signs.Show(waits, [Verdict.Healthy]).ShouldBeFalse();
    }

    [Fact]
    public void So_is_the_pools_own_word_and_the_bundled_pools_queue()
    {
        Signs.Show(Quiet with { Injected = true }, s_starving).ShouldBeTrue();
        Signs.Show(Quiet with { Bundled = new(1, 2, 30, 4, 0, 0) }, s_starving).ShouldBeTrue();
    }

    [Fact]
    public void Many_workers_are_a_sign_of_compensation_and_busy_processors_of_load()
    {
        Signs.Show(Quiet with { Tick = new(1, 40, 0, 80, 0, 0) }, [Verdict.Compensated]).ShouldBeTrue();
        Signs.Show(Quiet with { Tick = new(1, 2, 0, 80, 0.97, 0) }, [Verdict.CpuBound]).ShouldBeTrue();
    }

    [Fact]
    public void A_sign_that_leads_to_nothing_is_followed_ever_more_seldom()
    {
        LookPace pace = new();
        List<double> looks = [];
        for (double now = 0; now < 1_800; now += 0.25)
        {
            if (!pace.IsDue(now)) continue;
            looks.Add(now);
            pace.FoundNothing(now);
        }

        looks[0].ShouldBe(0);
        looks[1].ShouldBe(5);
        looks.Count.ShouldBeLessThan(25);
        (looks[^1] - looks[^2]).ShouldBe(120);
    }

    [Fact]
    public void A_sign_that_was_away_for_long_is_a_new_one()
    {
        LookPace pace = new();
        for (int i = 0; i < 8; i++) pace.FoundNothing(i * 100);

        pace.FoundNothing(1_700);

        pace.IsDue(1_704).ShouldBeFalse();
        pace.IsDue(1_705).ShouldBeTrue();
    }
}
