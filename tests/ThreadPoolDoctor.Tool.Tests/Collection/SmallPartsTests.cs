using System.Text;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public class PausesTests
{
    private readonly Pauses _pauses = new();

    [Fact]
    public void Garbage_collections_are_not_the_tools_doing()
    {
        _pauses.Begin(5, 1, GCSuspendEEReason.SuspendForGC);
        _pauses.End(5, 9);
        _pauses.Count.ShouldBe(0);
    }

    [Fact]
    public void A_pause_that_has_not_ended_is_not_counted()
    {
        _pauses.Begin(5, 1, GCSuspendEEReason.SuspendOther);
        _pauses.End(6, 2);
        _pauses.Count.ShouldBe(0);
    }

    [Fact]
    public void Pauses_of_the_sampler_are_added_up()
    {
        _pauses.Begin(5, 1, GCSuspendEEReason.SuspendOther);
        _pauses.End(5, 1.5);
        _pauses.Begin(5, 2, GCSuspendEEReason.SuspendOther);
        _pauses.End(5, 4);
        _pauses.Count.ShouldBe(2);
        _pauses.Milliseconds.ShouldBe(2.5);
    }
}

public class TroubleSignsTests
{
    [Fact]
    public void A_pool_at_its_own_size_with_nothing_waiting_shows_none()
    {
        TroubleSigns.Shows(new CounterTick(1, 3, 0, 100, 0.9, 5), processors: 2).ShouldBeFalse();
        TroubleSigns.Shows(new WorkerAdjustment(1, 3, AdjustmentReason.ClimbingMove)).ShouldBeFalse();
    }

    [Theory]
    [InlineData(3, 1)]
    [InlineData(4, 0)]
    public void Waiting_work_and_more_workers_than_processors_do(int workers, long queue) =>
        TroubleSigns.Shows(new CounterTick(1, workers, queue, 100, 0.9, 5), processors: 2).ShouldBeTrue();

    [Theory]
    [InlineData(AdjustmentReason.Starvation)]
    [InlineData(AdjustmentReason.CooperativeBlocking)]
    public void Threads_that_the_pool_adds_for_blocking_do(AdjustmentReason reason) =>
        TroubleSigns.Shows(new WorkerAdjustment(1, 3, reason)).ShouldBeTrue();
}

public class EventSourcesTests
{
    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"runtimeOptions":{}}""")]
    [InlineData("""{"runtimeOptions":{"configProperties":{"System.GC.Server":false}}}""")]
    [InlineData("""{"runtimeOptions":{"configProperties":{"System.Diagnostics.Tracing.EventSource.IsSupported":true}}}""")]
    public void Are_not_off_where_nothing_says_so(string configuration) =>
        EventSources.IsOff(Encoding.UTF8.GetBytes(configuration)).ShouldBeFalse();

    [Theory]
    [InlineData("false")]
    [InlineData("\"false\"")]
    public void Are_off_where_the_configuration_says_so(string value) => EventSources.IsOff(Encoding.UTF8.GetBytes(
        """{"runtimeOptions":{"configProperties":{"System.Diagnostics.Tracing.EventSource.IsSupported":VALUE}}}"""
            .Replace("VALUE", value))).ShouldBeTrue();
}

public class TimeLimitedTests
{
    [Fact]
    public void Work_that_never_ends_is_left_to_itself()
    {
        using ManualResetEventSlim never = new();
        TimeLimited.TryRun("test", () => { never.Wait(); return 1; }, TimeSpan.FromMilliseconds(20), out _).ShouldBeFalse();
        never.Set();
    }

    [Fact]
    public void Work_for_which_memory_does_not_suffice_has_no_result() =>
        TimeLimited.TryRun<int>("test", () => throw new InsufficientMemoryException(), TimeSpan.FromMinutes(1), out _).ShouldBeFalse();

    [Fact]
    public void Any_other_failure_is_ours_and_is_shown() =>
        Should.Throw<AggregateException>(() => TimeLimited.TryRun<int>("test", () => throw new FormatException(), TimeSpan.FromMinutes(1), out _));

    [Fact]
    public void Work_that_ends_in_time_has_its_result()
    {
        TimeLimited.TryRun("test", () => 7, TimeSpan.FromMinutes(1), out int result).ShouldBeTrue();
        result.ShouldBe(7);
    }
}
