using ThreadPoolDoctor.Tool.Commands;

namespace ThreadPoolDoctor.Tool.Tests.Commands;

/// <summary>Time spans as people write them on the command line.</summary>
public class DurationOptionTests
{
    [Theory]
    [InlineData("500ms", 0.5)]
    [InlineData("1ms", 0.001)]
    [InlineData("3s", 3)]
    [InlineData("2m", 120)]
    [InlineData("1.5h", 5400)]
    [InlineData("480h", 1_728_000)]
    [InlineData("00:00:05", 5)]
    [InlineData("7", 7)]
    public void Are_read_with_their_unit_and_as_seconds_without(string text, double seconds) =>
        DurationOption.Parse(text)!.Value.TotalSeconds.ShouldBe(seconds);

    [Theory]
    [InlineData("soon")]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("0")]
    [InlineData("-3s")]
    [InlineData("NaN")]
    [InlineData("0.5ms")]
    [InlineData("1e-9")]
    [InlineData("481h")]
    [InlineData("1e300h")]
    public void Are_refused_when_they_are_none_or_too_short_or_too_long(string text) => DurationOption.Parse(text).ShouldBeNull();

    [Theory]
    [InlineData("1ms", "1 ms")]
    [InlineData("250ms", "250 ms")]
    [InlineData("1s", "1 s")]
    [InlineData("1.5s", "1.5 s")]
    public void Are_printed_with_a_unit_that_shows_them(string text, string printed) => Durations.Text(DurationOption.Parse(text)!.Value).ShouldBe(printed);
}
