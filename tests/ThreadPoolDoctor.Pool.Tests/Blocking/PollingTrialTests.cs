namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>Whether fewer workers do as well, in simulated series: one look each two milliseconds.</summary>
public class PollingTrialTests
{
    private const int Processors = 2, MayBeAny = 2;

    [Fact]
    public void Where_all_items_block_no_trial_begins()
    {
        var series = new Series { Rate = static workers => workers / 100.0, BlockedShare = 1 };
        series.Run(10_000);
        series.Trials.ShouldBe(0);
    }

    [Fact]
    public void Where_blocked_items_do_not_poll_no_trial_begins()
    {
        var series = new Series { Rate = static _ => 1.3, PollerShare = 0.1 };
        series.Run(10_000);
        series.Trials.ShouldBe(0);
    }

    [Fact]
    public void Where_hardly_more_workers_are_added_than_may_be_in_any_case_no_trial_begins()
    {
        var series = new Series { Rate = static _ => 1.3, Added = 2 * MayBeAny };
        series.Run(10_000);
        series.Trials.ShouldBe(0);
    }

    [Fact]
    public void Where_too_few_end_to_tell_a_rate_no_trial_begins()
    {
        var series = new Series { Rate = static _ => 0.2 };
        series.Run(10_000);
        series.Trials.ShouldBe(0);
    }

    /// <summary>Sixty writers before one file, which serves as many whoever waits.</summary>
    [Fact]
    public void Items_that_compete_are_left_with_few_workers()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(20_000);
        series.Added.ShouldBe(0);
        series.Trials.ShouldBe(1);
    }

    /// <summary>
    /// For as long as they last: each time that they were added again a trial would be a time of waiting.
    /// </summary>
    [Fact]
    public void What_has_passed_is_held_for_longer_each_time()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(200_000);
        series.Trials.ShouldBeInRange(2, 4);
    }

    /// <summary>
    /// Requests with several waits each, beside quick ones: where the workers for the former are missing, the quick
    /// ones stand behind them.
    /// </summary>
    [Fact]
    public void Items_that_only_wait_several_times_get_their_workers_back_within_a_moment()
    {
        var series = new Series { Rate = static workers => workers >= 55 ? 5 : 0.15 };
        series.Run(60_000);
        series.Trials.ShouldBeInRange(1, 4);
        series.BelowRate.ShouldBeLessThan(series.Trials * 150);
        series.Added.ShouldBe(60);
    }

    [Fact]
    public void A_rate_that_only_falls_a_little_at_the_end_is_no_proof_either()
    {
        var series = new Series { Rate = static workers => workers > 10 ? 1.3 : 1.0 };
        series.Run(60_000);
        series.Added.ShouldBe(60);
    }

    /// <summary>Items that poll and never end: others that block beside them need workers.</summary>
    [Fact]
    public void A_trial_in_which_hardly_anybody_leaves_is_not_held()
    {
        var series = new Series { Rate = static _ => 1.3, Leave = false };
        series.Run(20_000);
        series.Trials.ShouldBeInRange(1, 4);
        series.Shrunk.ShouldBeLessThan(series.Trials * 600);
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.0)]
    public void Held_workers_are_added_again_when_the_rate_falls(double rate)
    {
        bool slow = false;
        var series = new Series { Rate = workers => !slow || workers > 20 ? 1.3 : rate };
        series.Run(10_000);
        series.Added.ShouldBe(0);
        slow = true;
        series.Run(1500);
        series.Added.ShouldBe(60);
    }

    /// <summary>A tenth of the rate is not silence, and a whole second of it would be long.</summary>
    [Fact]
    public void Held_workers_are_added_again_within_a_few_sleeps_when_the_rate_collapses()
    {
        bool slow = false;
        var series = new Series { Rate = workers => !slow || workers > 20 ? 1.3 : 0.13 };
        series.Run(10_000);
        slow = true;
        series.Run(600);
        series.Added.ShouldBe(60);
    }

    [Fact]
    public void Held_workers_are_added_again_when_most_items_block()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(10_000);
        series.BlockedShare = 1;
        series.Run(2500);
        series.Added.ShouldBe(60);
    }

    [Fact]
    public void What_is_held_is_over_when_nothing_waits()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(10_000);
        series.Waits = false;
        series.Run(2500);
        series.Added.ShouldBe(60);
    }

    [Fact]
    public void A_program_that_asks_for_more_workers_gets_them()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(10_000);
        series.Free = 20;
        series.Run(4);
        series.Added.ShouldBe(60);
    }

    /// <summary>What comes next may be a hot lock, for which sixty workers without a proof would be too many.</summary>
    [Fact]
    public void After_a_pause_in_which_nobody_looked_no_more_are_granted_than_there_are()
    {
        var series = new Series { Rate = static _ => 1.3 };
        series.Run(10_000);
        series.Pause(60_000).ShouldBe(0);
    }

    [Fact]
    public void An_item_polls_once_it_has_been_on_a_processor_twice_in_between()
    {
        var turns = new ItemTurns();
        turns.Count(item: 7, turns: 100, now: 1000);
        turns.Polls.ShouldBeFalse();
        turns.Count(7, 101, 1150);
        turns.Polls.ShouldBeFalse();
        turns.IsDue(7, 1160).ShouldBeFalse();
        turns.Count(7, 102, 1300);
        turns.Polls.ShouldBeTrue();
        turns.Period.ShouldBe(150);
        turns.IsDue(8, 1301).ShouldBeTrue();
        turns.Count(8, 103, 1301);
        turns.Polls.ShouldBeFalse();
    }

    /// <summary>
    /// A pool whose added workers, but for one, sit in items that poll; what is granted is added at once.
    /// </summary>
    private sealed class Series
    {
        private const int Step = 2, Pace = 10, Before = 60;
        private const double Period = 150;

        private readonly PollingTrial _trial = new();
        private long _now = 1000, _leftAt;
        private double _ended, _blocked;

        public required Func<int, double> Rate { get; init; }

        public double BlockedShare { get; set; } = 0.05;

        public double PollerShare { get; init; } = 0.5;

        public int Added { get; set; } = Before;

        public int Free { get; set; } = MayBeAny;

        public bool Waits { get; set; } = true;

        public bool Leave { get; init; } = true;

        /// <summary>Milliseconds in which nobody was to be added.</summary>
        public long Shrunk { get; private set; }

        public int Trials { get; private set; }

        /// <summary>Milliseconds in which less than a tenth of the rate at first ended.</summary>
        public long BelowRate { get; private set; }

        public void Run(int milliseconds)
        {
            for (long end = _now + milliseconds; _now < end;) Look();
        }

        /// <summary>Nobody looks, and nothing ends; then the first look with work: what it grants.</summary>
        public int? Pause(int milliseconds)
        {
            _now += milliseconds;
            return Look();
        }

        private int? Look()
        {
            _now += Step;
            double rate = Rate(Added + Processors);
            if (rate < Rate(Before + Processors) / 10) BelowRate += Step;
            _ended += rate * Step;
            _blocked += rate * Step * BlockedShare;
            bool shrank = _trial.Shrinks;
            var seen = new PollingTrial.Seen(_now, Waits, (long)_ended, (long)_blocked, Added, Free, (int)(PollerShare * Added), Period);
            int? granted = _trial.Look(seen);
            if (_trial.Shrinks && !shrank) Trials++;
            if (_trial.Shrinks) Shrunk += Step;
            if (granted is not null) Added = Before;
            if (Leave && _trial.Shrinks && _now - _leftAt >= Pace && Added > 0) (Added, _leftAt) = (Added - 1, _now);
            return granted;
        }
    }
}
