using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>When a young runtime may be asked for events.</summary>
public class RuntimeStartTests
{
    [Fact]
    public void One_that_has_run_for_a_while_is_asked_at_once() => HasSettled(60, Stat('R', 0.1), Stat('R', 0.2)).ShouldBeTrue();

    [Fact]
    public void One_that_sleeps_after_a_second_is_asked_then() => HasSettled(1.1, Stat('S', 0.05), Stat('S', 0.05)).ShouldBeTrue();

    [Fact]
    public void One_that_has_computed_for_long_is_asked_though_it_goes_on() => HasSettled(1.1, Stat('R', 0.8), Stat('R', 0.9)).ShouldBeTrue();

    [Fact]
    public void A_clock_that_was_set_back_delays_nothing() => HasSettled(-5, null, Stat('R', 0.1)).ShouldBeTrue();

    [Fact]
    public void Where_the_kernel_does_not_tell_the_age_counts() => HasSettled(1.1, null, null).ShouldBeTrue();

    [Fact]
    public void A_young_one_is_left_to_start() => HasSettled(0.3, Stat('S', 0.05), Stat('S', 0.05)).ShouldBeFalse();

    [Fact]
    public void One_that_sleeps_after_half_a_second_is_asked_then() => HasSettled(0.6, Stat('S', 0.05), Stat('S', 0.05)).ShouldBeTrue();

    [Fact]
    public void One_that_computes_is_not_asked_within_its_first_second() => HasSettled(0.9, Stat('R', 0.8), Stat('R', 0.9)).ShouldBeFalse();

    [Fact]
    public void Where_the_kernel_does_not_tell_a_whole_second_passes_first() => HasSettled(0.9, null, null).ShouldBeFalse();

    [Fact]
    public void One_that_still_starts_on_a_busy_machine_is_left_to_start() => HasSettled(1.5, Stat('R', 0.05), Stat('S', 0.06)).ShouldBeFalse();

    [Fact]
    public void One_that_was_looked_at_only_once_is_looked_at_again() => HasSettled(1.5, null, Stat('S', 0.06)).ShouldBeFalse();

    private static bool HasSettled(double seconds, StatLine? before, StatLine? now) =>
        RuntimeStart.HasSettled(TimeSpan.FromSeconds(seconds), before, now);

    private static StatLine Stat(char state, double cpu) => new(state, (ulong)(cpu * StatLine.TicksPerSecond), 0);

    [Theory]
    [InlineData("PATH=/bin\0HOME=/root\0", false)]
    [InlineData("DOTNET_DiagnosticPorts=/tmp/port\0", true)]
    [InlineData("DOTNET_DiagnosticPorts=/tmp/port,suspend\0", true)]
    [InlineData("DOTNET_DiagnosticPorts=/tmp/port,nosuspend\0", false)]
    [InlineData("DOTNET_DiagnosticPorts=/tmp/one,connect,nosuspend;/tmp/two\0", true)]
    [InlineData("DOTNET_DiagnosticPorts=\0", false)]
    public void Only_one_that_was_told_to_wait_waits(string environment, bool waits) =>
        RuntimeStart.TellsToWait(environment).ShouldBe(waits);
}
