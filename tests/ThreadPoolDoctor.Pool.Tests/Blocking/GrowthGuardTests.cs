namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// Growth must raise the number of items that end, in simulated series: one look each millisecond while work waits.
/// </summary>
public class GrowthGuardTests
{
    private const int Free = 4, Processors = 2, Many = 60_000;

    /// <summary>Items that sleep for half a second each, as many as there are workers: nothing ends at first.</summary>
    [Fact]
    public void Sleeping_items_get_as_many_workers_as_they_want()
    {
        var series = new Series(static workers => workers / 500.0, firstEndsAfter: 500);
        series.Run(200);
        series.Added.ShouldBeGreaterThan(100);
        series.Run(2000);
        series.Limit.ShouldBeGreaterThan(200);
    }

    /// <summary>Each waits for an item that waits in the queue: parts of them end, but none that blocked.</summary>
    [Fact]
    public void Items_that_wait_for_queued_ones_get_workers_though_others_end()
    {
        var series = new Series(static workers => workers / 10.0, blockedShare: 0);
        series.Run(300);
        series.Added.ShouldBeGreaterThan(200);
    }

    /// <summary>Twenty thousand items a second, however many workers there are.</summary>
    [Theory]
    [InlineData(20.0)]
    [InlineData(2.0)]
    [InlineData(0.2)]
    public void A_lock_for_which_all_wait_gets_a_handful(double endedPerMillisecond)
    {
        var series = new Series(_ => endedPerMillisecond);
        series.Run(10_000);
        // A doubling is tried, and with few ends two or three before they tell; all of it is taken back.
        series.Most.ShouldBeLessThanOrEqualTo(endedPerMillisecond >= 2 ? 4 * Free : 16 * Free);
        series.Average.ShouldBeLessThan(endedPerMillisecond >= 2 ? 1.5 * Free : 3 * Free);
    }

    /// <summary>The first holds it for a second and sleeps; a few more ends do not tell a rate.</summary>
    [Theory]
    [InlineData(0.0)]
    [InlineData(0.01)]
    public void A_lock_that_is_held_for_long_gets_some_tens_of_workers(double endedPerMillisecond)
    {
        var series = new Series(_ => endedPerMillisecond) { LocksMet = 1 };
        series.Run(950);
        series.Most.ShouldBeLessThanOrEqualTo(32);
    }

    /// <summary>The level before was passed in silence, so no rate is known that this one could have raised.</summary>
    [Theory]
    [InlineData(0.3)]
    [InlineData(2.0)]
    [InlineData(20.0)]
    public void A_lock_that_is_let_go_gets_no_more_workers_because_its_line_moves(double endedPerMillisecond)
    {
        var series = new Series(_ => endedPerMillisecond, firstEndsAfter: 500) { LocksMet = 1 };
        series.Run(10_000);
        series.Most.ShouldBeLessThanOrEqualTo(32);
    }

    /// <summary>The monitor looks so late that most of the items that waited in between were not seen to.</summary>
    [Fact]
    public void A_line_that_moves_quicker_than_the_monitor_looks_is_still_one()
    {
        var guard = Fresh();
        GrowthGuard.Ends ends = default;
        int added = Free, limit = Free;
        for (long now = 1000; now < 1400; now++)
        {
            ends = new GrowthGuard.Ends(0, 0, Contentions: added);
            limit = guard.Limit(added, added + Processors, Free, Many, ends, now);
            added = Math.Min(limit, added + 1);
        }
        limit.ShouldBe(32);
        ends = new GrowthGuard.Ends(200, 34, Contentions: 132);
        guard.Limit(added, added + Processors, Free, Many, ends, now: 1440).ShouldBeLessThan(32);
    }

    /// <summary>Each meets the lock as it comes, and sleeps for half a second once it has had it.</summary>
    [Fact]
    public void Sleeping_items_that_stood_in_a_line_get_as_many_workers_as_they_want()
    {
        var series = new Series(static workers => workers / 500.0, firstEndsAfter: 500) { LocksMet = 1 };
        series.Run(10_000);
        series.Added.ShouldBeGreaterThan(200);
    }

    /// <summary>Perhaps its holder waits for an item that stands behind all who wait for the lock.</summary>
    [Fact]
    public void A_lock_behind_which_nothing_ends_at_all_gets_more_workers_each_second()
    {
        var series = new Series(static _ => 0) { LocksMet = 1 };
        series.Run(5000);
        series.Added.ShouldBeInRange(128, 1024);
    }

    /// <summary>
    /// Of 125 requests each waits for one of sixteen locks, held for so many milliseconds. Each new worker takes
    /// another of them, and raises nothing; but what wants no lock stands behind them until each has a worker.
    /// </summary>
    [Theory]
    [InlineData(100, false)]
    [InlineData(10, false)]
    [InlineData(10, true)]
    public void A_slow_line_that_has_others_behind_it_gets_a_worker_for_each_in_it(int held, bool computes)
    {
        Series series = SlowLine(rest: 130, unblockedPerMillisecond: 0.002, held, computes ? static _ => 1 : null);
        series.Run(3000);
        series.Most.ShouldBeGreaterThan(125);
    }

    [Fact]
    public void A_slow_line_without_end_gets_some_tens()
    {
        Series series = SlowLine(rest: Many, unblockedPerMillisecond: 0.002);
        series.Run(3000);
        series.Most.ShouldBeLessThanOrEqualTo(64);
    }

    /// <summary>It is tried, and then again later each time.</summary>
    [Fact]
    public void A_slow_line_that_has_none_behind_it_has_a_worker_for_each_for_moments_only()
    {
        Series series = SlowLine(rest: 130, unblockedPerMillisecond: 0);
        series.Run(60_000);
        series.Average.ShouldBeLessThan(32);
        series.Limit.ShouldBeLessThanOrEqualTo(64);
    }

    private static Series SlowLine(int rest, double unblockedPerMillisecond, int held = 100, Func<long, double>? share = null) =>
        new(workers => Math.Min(workers, 16) / (double)held, firstEndsAfter: held)
        {
            Share = share,
            LocksMet = 1,
            UnblockedPerMillisecond = unblockedPerMillisecond,
            Waiting = added => Math.Max(1, rest - added),
        };

    /// <summary>Five end each millisecond, so all of them have soon had it.</summary>
    [Fact]
    public void A_quick_line_that_nearly_all_have_joined_gets_a_handful()
    {
        var series = new Series(static _ => 5) { UnblockedPerMillisecond = 0.1, Waiting = static added => Math.Max(1, 60 - added) };
        series.Run(10_000);
        series.Most.ShouldBeLessThanOrEqualTo(4 * Free);
    }

    /// <summary>
    /// What the holder waits for, link by link: an item that a new worker ends, although all others wait for the lock.
    /// </summary>
    [Fact]
    public void A_lock_behind_which_an_item_has_ended_gets_more_workers_at_once()
    {
        var series = new Series(static _ => 0) { LocksMet = 1, EndedUnblocked = static added => added > 40 ? 1 : 0 };
        series.Run(950);
        series.Most.ShouldBeLessThanOrEqualTo(32);
        series.Run(650);
        series.Added.ShouldBeGreaterThan(200);
    }

    /// <summary>Half of the workers sleep, or other threads meet locks all the time.</summary>
    [Theory]
    [InlineData(0.5, 0.0)]
    [InlineData(0.0, 20.0)]
    [InlineData(1.0, 20.0)]
    public void Other_locks_do_not_keep_blocked_items_from_their_workers(double locksMet, double locksOfOthers)
    {
        var series = new Series(static _ => 0) { LocksMet = locksMet, LocksOfOthers = locksOfOthers };
        series.Run(400);
        series.Added.ShouldBeGreaterThan(100);
    }

    [Fact]
    public void A_database_that_serves_ten_at_a_time_gets_some_ten_workers()
    {
        var series = new Series(static workers => Math.Min(workers, 10) / 20.0);
        series.Run(10_000);
        series.Average.ShouldBeInRange(8, 24);
    }

    [Fact]
    public void What_was_held_grows_again_when_nothing_ends_any_more()
    {
        bool silent = false;
        var series = new Series(_ => silent ? 0 : 20);
        series.Run(1000);
        silent = true;
        series.Run(400);
        series.Added.ShouldBeGreaterThan(32);
    }

    /// <summary>
    /// One worker always wants a processor, and other programs leave it now a third of one and now all of it.
    /// </summary>
    [Theory]
    [InlineData(10)]
    [InlineData(40)]
    [InlineData(200)]
    public void What_a_busy_machine_gives_back_is_no_merit_of_more_workers(int milliseconds)
    {
        double Share(long now) => now / milliseconds % 2 == 0 ? 0.3 : 1;
        var series = new Series(_ => 20) { Share = Share };
        series.Run(10_000);
        series.Average.ShouldBeLessThan(1.5 * Free);
    }

    /// <summary>
    /// One worker always wants a processor and gets a hundredth of one: the fewer end, the less that tells.
    /// </summary>
    [Theory]
    [InlineData(20.0)]
    [InlineData(2.0)]
    [InlineData(0.2)]
    public void Silence_for_lack_of_a_processor_does_not_make_the_pool_grow_at_once(double endedPerMillisecond)
    {
        var series = new Series(_ => endedPerMillisecond) { Share = static _ => 0.01 };
        series.Run(300);
        series.Most.ShouldBeLessThanOrEqualTo(2 * Free);
    }

    /// <summary>
    /// On a busy machine new workers take long to come to what they wait for; once all of them wait, none lacks a
    /// processor.
    /// </summary>
    [Fact]
    public void Silence_while_nobody_wants_a_processor_is_told_at_once_though_one_was_lacked_before()
    {
        var guard = Fresh();
        for (int look = 1; look <= 50; look++)
            guard.Limit(Free, Free + Processors, Free, Many, new GrowthGuard.Ends(0, 0, Wanted: 4 * look, Had: 0.2 * look), 1000 + 2 * look).ShouldBe(Free);
        int looks = 0;
        while (guard.Limit(Free, Free + Processors, Free, Many, new GrowthGuard.Ends(0, 0, Wanted: 200, Had: 10), 1100 + 2 * ++looks) == Free)
            looks.ShouldBeLessThan(30);
    }

    /// <summary>The monitor lacks a processor itself: blocked items are seen to end at its looks only.</summary>
    [Fact]
    public void Silence_that_a_few_looks_saw_does_not_make_the_pool_grow_at_once()
    {
        var guard = Fresh();
        for (int look = 1; look <= 5; look++)
            guard.Limit(Free, Free + Processors, Free, Many, new GrowthGuard.Ends(0, 0), 1000 + 60 * look).ShouldBe(Free);
    }

    /// <summary>
    /// Workers that may be added in any case are one level: with the same workers, a rate that falls a little meanwhile
    /// would say that they do not help.
    /// </summary>
    [Fact]
    public void A_rate_that_falls_before_the_first_doubling_is_no_failure_of_growth()
    {
        var series = new Series(static workers => workers / 5.0) { Share = static now => 1 - (now - 1000) / 1000.0, Runs = false };
        series.Run(400);
        series.Added.ShouldBeGreaterThan(4 * Free);
    }

    [Fact]
    public void A_few_more_are_always_allowed_when_nothing_waited_a_moment_ago()
    {
        var guard = new GrowthGuard();
        guard.Reset(added: 50, default, now: 900);
        guard.Limit(50, 52, Free, Many, new GrowthGuard.Ends(0, 0), now: 1000).ShouldBeGreaterThan(60);
    }

    /// <summary>
    /// A burst of four hundred items, each of which sleeps for so long, on a pool that has just begun: the workers of a
    /// doubling have ended none of theirs when those of the one before have.
    /// </summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public void A_doubling_is_not_judged_before_its_workers_can_have_ended_an_item(int millisecondsBetweenLooks)
    {
        foreach (int free in (int[])[2, 4, 8])
        {
            for (int sleeps = 3; sleeps <= 250; sleeps++)
            {
                int took = BurstOfSleepers(400, sleeps, free, millisecondsBetweenLooks);
                took.ShouldBeLessThan(500 + 8 * sleeps, $"free {free}, sleeps {sleeps}");
            }
        }
    }

    /// <summary>A load of requests that each wait for so long: one item of each worker tells a level's rate.</summary>
    [Theory]
    [InlineData(10, 150)]
    [InlineData(20, 250)]
    public void Items_that_only_sleep_get_their_workers_within_a_few_of_their_times(int sleeps, int milliseconds)
    {
        var series = new Series(workers => workers / (double)sleeps);
        series.Run(milliseconds);
        series.Added.ShouldBeGreaterThan(100);
    }

    /// <summary>
    /// Two items of the level before have ended, and one worker runs since: the rate of two would be chance for long.
    /// </summary>
    [Fact]
    public void A_level_that_saw_hardly_any_end_is_no_measure_for_the_next()
    {
        const int Added = 16;
        var guard = Fresh();
        long now = 1000, ended = 0;
        double ran = 0;
        int Look(int added, long ends, double runs)
        {
            (now, ended, ran) = (now + 1, ended + ends, ran + runs);
            return guard.Limit(added, added + Processors, Added, Many, new GrowthGuard.Ends(ended, ended, Wanted: ran, Had: ran), now);
        }
        Look(Added, ends: 0, runs: 0);
        int limit = Look(Added, ends: 2, runs: 0);
        while (limit == Added && now < 1050) limit = Look(Added, ends: 0, runs: 0);
        limit.ShouldBe(2 * Added);
        long since = now;
        while (limit == 2 * Added && now < since + 120) limit = Look(2 * Added, ends: now % 2, runs: 1);
        limit.ShouldBe(4 * Added);
    }

    /// <summary>Items of ten milliseconds had a hundred workers and more; then nothing waits for so long.</summary>
    [Theory]
    [InlineData(1_000, true)]
    [InlineData(15_000, true)]
    [InlineData(30_000, false)]
    public void A_burst_after_a_pause_has_at_once_half_of_the_workers_that_helped_before_it(int pause, bool atOnce)
    {
        Series series = Sleepers(10, pause);
        series.Run(2);
        (series.Limit > 60).ShouldBe(atOnce);
    }

    /// <summary>
    /// Each of 125 had a worker in the end, so that nothing waited; half of them would leave the others behind a line
    /// as long.
    /// </summary>
    [Theory]
    [InlineData(100)]
    [InlineData(10)]
    public void A_slow_line_after_a_pause_has_at_once_a_worker_for_each_in_it(int held)
    {
        Series series = SlowLine(rest: 130, unblockedPerMillisecond: 0.002, held);
        series.Items = 125;
        HasAllAgainAfterAPause(series);
    }

    /// <summary>
    /// Sixteen have ended, all at one time: too few to tell a rate, so nothing was lost by a worker for each.
    /// </summary>
    [Fact]
    public void Items_of_which_few_end_have_their_workers_at_once_after_a_pause()
    {
        int looks = 0;
        HasAllAgainAfterAPause(new Series(_ => ++looks == 60 ? 16 : 0) { Items = 125 });
    }

    private static void HasAllAgainAfterAPause(Series series)
    {
        series.Run(3000);
        int added = series.Added;
        added.ShouldBeGreaterThanOrEqualTo(series.Items);
        series.Pause(1000);
        series.Run(2);
        series.Limit.ShouldBe(added);
    }

    /// <summary>
    /// Each takes seconds, so that none ends; the time that was reckoned from the few of the first burst says nothing.
    /// </summary>
    [Fact]
    public void More_items_of_which_few_end_have_their_workers_after_a_pause_as_well()
    {
        int looks = 0;
        var series = new Series(_ => ++looks == 60 ? 16 : 0) { Items = 125 };
        series.Run(1000);
        series.Pause(1000);
        series.Items = 1000;
        series.Run(600);
        series.Least.ShouldBeGreaterThanOrEqualTo(125);
        series.Added.ShouldBeGreaterThan(400);
    }

    [Fact]
    public void What_was_recalled_for_a_slow_line_is_taken_back_at_a_quick_one()
    {
        Series series = SlowLine(rest: 130, unblockedPerMillisecond: 0.002, held: 10);
        series.Items = 125;
        series.Run(3000);
        series.Pause(1000);
        (series.Items, series.Ended) = (int.MaxValue, static _ => 20);
        series.Run(100);
        series.Least.ShouldBe(Free);
    }

    [Fact]
    public void What_was_recalled_for_items_of_the_same_kind_stays_and_may_grow()
    {
        Series series = Sleepers(10, pause: 1000);
        series.Run(200);
        series.Limit.ShouldBeGreaterThan(200);
        series.Least.ShouldBeGreaterThan(60);
    }

    /// <summary>
    /// A lock for which all wait, with as many workers quicker than what was proven, or as long, so that a doubling has
    /// to tell; ten that a database serves; items that wait for others, so that none ends.
    /// </summary>
    [Theory]
    [InlineData(20.0, 100, 70)]
    [InlineData(7.0, 200, 140)]
    [InlineData(0.5, 100, 70)]
    [InlineData(0.0, 100, 70)]
    public void What_was_recalled_for_items_of_another_kind_is_taken_back_soon(double endedPerMillisecond, int milliseconds, int atMost)
    {
        Series series = Sleepers(10, pause: 1000);
        series.Ended = _ => endedPerMillisecond;
        series.Run(milliseconds);
        series.Least.ShouldBe(Free);
        series.Most.ShouldBeLessThanOrEqualTo(atMost);
    }

    /// <summary>A thousand sleepers had a worker each; then a semaphore lets one in at a time.</summary>
    [Fact]
    public void What_was_recalled_goes_before_all_are_there_if_hardly_any_ends()
    {
        Series series = Sleepers(10, pause: 1000, items: 1000);
        series.Ended = static _ => 1;
        series.Run(100);
        series.Most.ShouldBeLessThan(250);
        series.Least.ShouldBe(Free);
    }

    /// <summary>
    /// Hardly any of a hundred ends for 45 ms, then all at once; by then a few workers are left, and their rate is
    /// another.
    /// </summary>
    [Fact]
    public void What_those_still_end_that_were_taken_back_is_no_rate_of_the_few_that_stay()
    {
        Series series = Sleepers(10, pause: 1000, items: 1000);
        int looks = 0;
        series.Ended = workers => ++looks <= 45 ? 0.2 : looks <= 55 ? 20 : workers / 10.0;
        series.Run(400);
        series.Added.ShouldBeGreaterThan(100);
    }

    [Fact]
    public void Items_that_wait_for_one_another_have_their_workers_after_a_pause_as_well()
    {
        Series series = Sleepers(10, pause: 1000);
        series.Ended = static _ => 0;
        series.Run(400);
        series.Added.ShouldBeGreaterThan(100);
    }

    [Fact]
    public void What_did_not_help_is_not_recalled()
    {
        var series = new Series(static _ => 20);
        series.Run(1000);
        series.Pause(1000);
        series.Run(2);
        series.Limit.ShouldBeLessThanOrEqualTo(Free);
    }

    [Fact]
    public void What_was_found_to_do_as_well_with_fewer_is_not_recalled()
    {
        Series series = Sleepers(10, pause: 0);
        series.Forget();
        series.Pause(1000);
        series.Run(2);
        series.Limit.ShouldBeLessThanOrEqualTo(Free);
    }

    /// <summary>
    /// Of the same kind and then of another: what the second has taken back does not come with a third.
    /// </summary>
    [Theory]
    [InlineData(20.0)]
    [InlineData(7.0)]
    public void What_was_taken_back_is_not_recalled(double endedPerMillisecond)
    {
        Series series = Sleepers(10, pause: 1000);
        series.Ended = _ => endedPerMillisecond;
        series.Run(200);
        series.Pause(1000);
        series.Run(2);
        series.Limit.ShouldBeLessThanOrEqualTo(2 * Free);
    }

    private static Series Sleepers(int milliseconds, int pause, int items = 125)
    {
        var series = new Series(workers => workers / (double)milliseconds, firstEndsAfter: milliseconds) { Items = items };
        series.Run(400 + 8 * milliseconds);
        series.Added.ShouldBeGreaterThanOrEqualTo(items);
        series.Pause(pause);
        series.Items = int.MaxValue;
        return series;
    }

    /// <summary>Milliseconds until all have begun; the limit must never fall.</summary>
    private static int BurstOfSleepers(int items, int sleeps, int free, int millisecondsBetweenLooks)
    {
        var guard = Fresh();
        var ends = new Queue<long>();
        int waiting = items, added = 0, limit = 0;
        long ended = 0, now = 1000;
        for (; waiting > 0; now += millisecondsBetweenLooks)
        {
            for (; ends.TryPeek(out long end) && end <= now; ended++) ends.Dequeue();
            int next = guard.Limit(added, added + Processors, free, Many, new GrowthGuard.Ends(ended, ended), now);
            next.ShouldBeGreaterThanOrEqualTo(limit, $"free {free}, sleeps {sleeps}, after {now - 1000} ms");
            limit = next;
            added = Math.Min(limit, added + millisecondsBetweenLooks * (1 + added / 16));
            for (; ends.Count < added + Processors && waiting > 0; waiting--) ends.Enqueue(now + sleeps);
        }
        return (int)(now - 1000);
    }

    private static GrowthGuard Fresh()
    {
        var guard = new GrowthGuard();
        guard.Reset(added: 0, default, now: 0);
        return guard;
    }

    /// <summary>
    /// A pool whose workers are all blocked, and which takes every worker it is allowed, one a millisecond and a
    /// sixteenth more.
    /// </summary>
    private sealed class Series(Func<int, double> endedPerMillisecond, long firstEndsAfter = 0, double blockedShare = 1)
    {
        private readonly GrowthGuard _guard = Fresh();
        private double _ended, _wanted, _had;
        private long _now = 1000, _sum, _looks;

        public Func<int, double> Ended { get; set; } = endedPerMillisecond;

        public int Added { get; private set; }

        /// <summary>The least limit since the last pause.</summary>
        public int Least { get; private set; } = int.MaxValue;

        public int Most { get; private set; }

        public int Limit { get; private set; }

        /// <summary>What the machine leaves to the items of what they could do; null for all of it.</summary>
        public Func<long, double>? Share { get; init; }

        /// <summary>Whether one worker always runs, or would if it got a processor.</summary>
        public bool Runs { get; init; } = true;

        /// <summary>
        /// Of the added workers, the share that meets a held lock as it comes; and what others meet in a millisecond.
        /// </summary>
        public double LocksMet { get; init; }

        public double LocksOfOthers { get; init; }

        /// <summary>How many items have ended without having blocked, when so many are added.</summary>
        public Func<int, int>? EndedUnblocked { get; init; }

        /// <summary>And in any case in each millisecond.</summary>
        public double UnblockedPerMillisecond { get; init; }

        /// <summary>How many items wait when so many are added; null for many.</summary>
        public Func<int, int>? Waiting { get; init; }

        private bool HasPaused { get; set; }

        /// <summary>So many at a time: with a worker for each, nothing waits.</summary>
        public int Items { get; set; } = int.MaxValue;

        public double Average => (double)_sum / _looks;

        public void Forget() => _guard.Forget();

        /// <summary>Nothing waits: a quarter of what was added is given back each 100 ms.</summary>
        public void Pause(int milliseconds)
        {
            for (int passed = 0; passed <= milliseconds; passed += 100)
            {
                _guard.Reset(Added, new GrowthGuard.Ends((long)_ended, (long)(_ended * blockedShare)), _now + passed);
                Added -= (Added + 3) / 4;
            }
            _now += milliseconds;
            (Added, Most, Least, HasPaused) = (0, 0, int.MaxValue, true);
        }

        public void Run(int milliseconds)
        {
            for (int i = 0; i < milliseconds; i++)
            {
                _now++;
                double share = Share?.Invoke(_now) ?? 1;
                if (_now - 1000 > firstEndsAfter) _ended += share * Ended(Added + Processors);
                if (Share is not null && Runs) (_wanted, _had) = (_wanted + 1, _had + share);
                long locks = (long)(LocksMet * (Added + _ended) + LocksOfOthers * _now);
                long all = (long)_ended + (EndedUnblocked?.Invoke(Added) ?? 0) + (long)(UnblockedPerMillisecond * _now);
                var ends = new GrowthGuard.Ends(all, (long)(_ended * blockedShare), _wanted, _had, locks);
                if (Added >= Items)
                {
                    Added = Math.Min(Added, _guard.Reset(Added, ends, _now));
                    continue;
                }
                if (HasPaused) _guard.Recall(_now);
                Limit = _guard.Limit(Added, Added + Processors, Free, Waiting?.Invoke(Added) ?? Many, ends, _now);
                // Who says that it blocks adds so many without asking the guard.
                Added = Math.Min(Added + 1 + Added / 16, Math.Max(Limit, Free));
                Most = Math.Max(Most, Added);
                Least = Math.Min(Least, Limit);
                _sum += Added;
                _looks++;
            }
        }
    }
}
