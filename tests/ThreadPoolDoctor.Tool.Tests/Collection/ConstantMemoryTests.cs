using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>What a look keeps does not grow with its length.</summary>
public class ConstantMemoryTests
{
    [Fact]
    public void A_series_that_is_not_full_is_kept_as_it_came()
    {
        Series<int> series = new(8, (a, b) => a + b);
        series.Items.ShouldBeEmpty();
        foreach (int i in Enumerable.Range(1, 7)) series.Add(i);

        series.Items.ShouldBe([1, 2, 3, 4, 5, 6, 7]);
        series.Latest.ShouldBe(7);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(1_000_001)]
    public void A_series_covers_all_of_a_long_look_and_its_newest(int count)
    {
        Series<(int First, int Last)> series = new(8, (a, b) => (a.First, b.Last));
        for (int i = 0; i < count; i++) series.Add((i, i));

        series.Count.ShouldBeInRange(4, 8);
        series.Count.ShouldBe(series.Items.Count);
        series.Items[0].First.ShouldBe(0);
        series.Items[^1].Last.ShouldBe(count - 1);
        foreach (((int First, int Last) a, (int First, int Last) b) in series.Items.Zip(series.Items.Skip(1))) b.First.ShouldBe(a.Last + 1);
    }

    [Fact]
    public void Two_readings_as_one_keep_what_was_worst()
    {
        CounterTick one = WatchListener.Merge(new(1, 3, 500, 10, 0.2, 4), new(2, 9, 0, 30, 0.4, 1));

        one.ShouldBe(new CounterTick(2, 9, 500, 20, 0.30000000000000004, 4));
    }

    [Fact]
    public void Of_many_the_first_and_the_newest_are_remembered()
    {
        Remembered<int> numbers = new(first: 2, newest: 3);
        foreach (int i in Enumerable.Range(0, 1_000)) numbers.Add(i);

        numbers.Items.ShouldBe([0, 1, 997, 998, 999]);
    }

    [Fact]
    public void Counting_a_thousand_threads_takes_a_thousandth_of_a_processor()
    {
        CensusBook book = new();
        double now = 0, counting = 0;
        for (; now < 600; now += 0.05)
        {
            if (!book.IsDue(now)) continue;
            book.Add(Census(now, threads: 1_000), now, now + 0.01);
            counting += 0.01;
        }

        (counting / now).ShouldBeLessThan(0.00102);
        book.Kept.Sum(census => census.Threads.Count).ShouldBeLessThanOrEqualTo(50_000);
    }

    [Fact]
    public void Counting_few_threads_is_done_ten_times_a_second_and_thinned_evenly()
    {
        CensusBook book = new();
        for (int i = 0; i < 6_000; i++) book.Add(Census(i * 0.1, threads: 3), i * 0.1, i * 0.1 + 0.00005);

        book.IsDue(600.1).ShouldBeTrue();
        book.Kept.Count.ShouldBeInRange(30, 64);
        book.Kept[0].At.ShouldBe(0);
        book.Latest!.At.ShouldBe(599.9, 0.01);
    }

    [Fact]
    public void The_first_and_the_last_census_of_a_giant_are_kept()
    {
        CensusBook book = new();
        foreach (int i in Enumerable.Range(0, 10)) book.Add(Census(i, threads: 40_000), i, i);

        book.Kept.Select(census => census.At).ShouldBe([0.0, 9.0]);
    }

    private static ThreadCensus Census(double at, int threads) =>
        new(at, [.. Enumerable.Repeat(new ThreadSight(1, ThreadRole.Worker, default, true, 0), threads)], 0);
}
