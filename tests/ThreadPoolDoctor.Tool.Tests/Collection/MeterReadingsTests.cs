using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public class MeterReadingsTests
{
    private readonly MeterReadings _readings = new();

    [Fact]
    public void The_first_reading_has_nothing_to_be_compared_with() => Read(at: 1, items: 100, cpu: 1).ShouldBeNull();

    [Fact]
    public void A_reading_that_lacks_an_instrument_is_left_out()
    {
        Read(at: 1, items: 100, cpu: 1);
        _readings.Add("dotnet.thread_pool.thread.count", 7);
        _readings.Complete(1.5).ShouldBeNull();

        Read(at: 2, items: 300, cpu: 1)!.CompletedPerSecond.ShouldBe(200);
    }

    [Fact]
    public void Rates_are_differences_of_absolute_values_and_processor_time_is_that_of_all_modes()
    {
        Read(at: 1, items: 100, cpu: 1);

        Read(at: 1.5, items: 150, cpu: 1.5).ShouldBe(new CounterTick(1.5, 7, 12, 100, 0.5, 3));
    }

    [Fact]
    public void A_count_that_goes_backwards_is_no_negative_rate()
    {
        Read(at: 1, items: 100, cpu: 1);

        Read(at: 2, items: 90, cpu: 0.9)!.CompletedPerSecond.ShouldBe(0);
    }

    [Theory]
    [InlineData("8.0.31", false)]
    [InlineData("unknown", false)]
    [InlineData("", false)]
    [InlineData("9.0.20", true)]
    [InlineData("10.0.12", true)]
    public void Only_runtimes_from_9_on_have_a_meter(string runtime, bool has) => WatchProviders.HasMeters(runtime).ShouldBe(has);

    [Theory]
    [InlineData("8.0.31")]
    [InlineData("10.0.12")]
    public void Counters_are_never_asked_for_more_often_than_once_a_second(string runtime)
    {
        // The runtime keeps the shortest interval for all listeners until the process ends.
        EventPipeProvider[] all = [.. WatchProviders.Watch(runtime, TimeSpan.FromSeconds(1)), .. WatchProviders.CountersOnly];
        string[] intervals = [.. all
            .Where(provider => provider.Arguments?.ContainsKey("EventCounterIntervalSec") == true)
            .Select(provider => provider.Arguments["EventCounterIntervalSec"])];

        intervals.ShouldNotBeEmpty();
        intervals.ShouldAllBe(interval => interval == "1");
    }

    [Theory]
    [InlineData(1, 0.2)]
    [InlineData(5, 0.5)]
    [InlineData(600, 1)]
    public void Meters_are_read_some_times_in_a_short_look_and_as_others_read_them_in_a_long_one(double duration, double interval) =>
        WatchProviders.MeterInterval(TimeSpan.FromSeconds(duration)).ShouldBe(interval);

    private CounterTick? Read(double at, double items, double cpu)
    {
        _readings.Add("dotnet.thread_pool.thread.count", 7);
        _readings.Add("dotnet.thread_pool.queue.length", 12);
        _readings.Add("dotnet.thread_pool.work_item.count", items);
        _readings.Add("dotnet.timer.count", 3);
        _readings.Add("dotnet.process.cpu.time", cpu * 0.75);
        _readings.Add("dotnet.process.cpu.time", cpu * 0.25);
        _readings.Add("dotnet.process.cpu.count", 2);
        return _readings.Complete(at);
    }
}
