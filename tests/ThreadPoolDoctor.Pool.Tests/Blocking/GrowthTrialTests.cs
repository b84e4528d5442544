namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>Workers that add nothing are taken away again, in simulated series: one look each millisecond.</summary>
public class GrowthTrialTests
{
    private const int Free = 2, Processors = 2, Needed = 62;

    [Fact]
    public void Sleeping_items_keep_their_workers()
    {
        // All that end have blocked.
        var series = new Series(static workers => workers / 20.0) { BlockedShare = 1 };
        series.Run(20_000);
        series.Least.ShouldBe(Needed);
    }

    [Fact]
    public void Where_no_processor_is_used_nothing_is_tried()
    {
        var series = new Series(_ => 2) { Had = 0.1 };
        series.Run(20_000);
        series.Least.ShouldBe(Needed);
    }

    [Fact]
    public void A_few_that_may_be_added_in_any_case_are_not_on_trial()
    {
        var series = new Series(_ => 2, added: 2 * Free);
        series.Run(20_000);
        series.Least.ShouldBe(2 * Free);
    }

    [Fact]
    public void Where_as_many_items_end_without_them_those_added_leave_as_they_come_back()
    {
        var series = new Series(_ => 2);
        series.Run(20_000);
        series.Found.ShouldBe(1);
        series.Added.ShouldBe(Free);
    }

    /// <summary>One item of ten sleeps, and the more of these the workers hold the more end.</summary>
    [Fact]
    public void Where_fewer_end_without_them_they_come_again_and_the_next_trial_is_later()
    {
        var series = new Series(static workers => Math.Min(workers, Needed) / 20.0);
        series.Run(60_000);
        series.Found.ShouldBe(0);
        series.Failed.ShouldBeInRange(2, 7);
        series.Least.ShouldBeGreaterThan(Needed / 2);
        series.Average.ShouldBeGreaterThan(0.97 * Needed);
    }

    /// <summary>Requests come at their own pace: fewer workers end as many at first, while ever more wait.</summary>
    [Fact]
    public void Where_the_queue_grows_meanwhile_they_come_again()
    {
        var series = new Series(static workers => Math.Min(3, workers / 20.0)) { Arriving = 3 };
        series.Run(60_000);
        series.Found.ShouldBe(0);
        series.Failed.ShouldBeInRange(2, 7);
    }

    [Fact]
    public void A_stall_of_the_disk_does_not_end_a_trial_in_which_more_ended_before()
    {
        var series = new Series(static workers => workers < 40 ? 3 : 2) { Stall = (1500, 1900) };
        series.Run(20_000);
        series.Failed.ShouldBe(0);
        series.Found.ShouldBe(1);
    }

    [Fact]
    public void A_trial_takes_no_worker_that_is_blocked()
    {
        var trial = new GrowthTrial();
        for (int now = 1; now <= 10_000; now++)
        {
            var ends = new GrowthGuard.Ends(2 * now, now / 5, 0, Had: now);
            trial.Limit(60, Free, blocked: 55, inside: 62, ends, now).ShouldBeGreaterThanOrEqualTo(55);
        }
    }

    /// <summary>As many items as workers at first, or so many arriving for each millisecond; one blocked comes back each ten.</summary>
    private sealed class Series(Func<int, double> endedPerMillisecond, int added = Needed)
    {
        private readonly GrowthTrial _trial = new();
        private readonly int _most = added;
        private double _ended, _blockedEnded, _had, _inside = added + Processors;
        private long _now, _sum;
        private int _before = GrowthTrial.NoLimit;

        public double BlockedShare { get; init; } = 0.1;

        public double Had { get; init; } = 1;

        /// <summary>Null for as many as end.</summary>
        public double? Arriving { get; init; }

        public (int From, int To) Stall { get; init; }

        public int Added { get; private set; } = added;

        public int Least { get; private set; } = added;

        public int Found { get; private set; }

        public int Failed { get; private set; }

        public double Average => (double)_sum / _now;

        public void Run(int milliseconds)
        {
            for (int i = 0; i < milliseconds; i++)
            {
                _now++;
                bool stalls = _now >= Stall.From && _now < Stall.To;
                double ended = stalls ? 0 : endedPerMillisecond(Added + Processors);
                (_ended, _blockedEnded, _had) = (_ended + ended, _blockedEnded + ended * BlockedShare, _had + Had);
                if (Arriving is { } arriving) _inside = Math.Max(Added + Processors, _inside + arriving - ended);
                // One comes back, and on trial nobody replaces it.
                int blocked = _now % 10 == 0 && !stalls ? Added - 1 : Added;
                var ends = new GrowthGuard.Ends((long)_ended, (long)_blockedEnded, 0, _had);
                int limit = _trial.Limit(Added, Free, blocked, (long)_inside, ends, _now);
                if (_trial.Found) Found++;
                else if (_before != GrowthTrial.NoLimit && limit == GrowthTrial.NoLimit) Failed++;
                _before = limit;
                Added = Found > 0 ? Free : Math.Min(limit, _most);
                Least = Math.Min(Least, Added);
                _sum += Added;
            }
        }
    }
}
