using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Tests.Rendering;

/// <summary>
/// The line that moves: it must never be longer than the terminal is wide, or each report begins another line.
/// </summary>
public class ProgressLineTests
{
    private const string Rest = " (pid 15651) for 5 s";

    [Fact]
    public void A_short_name_stands_in_full_beside_the_bar() => new ProgressLine("shop", Rest).At(0.5, 79).TrimEnd()
        .ShouldBe("Observing shop (pid 15651) for 5 s [##########..........]");

    [Fact]
    public void A_long_name_gives_way_to_the_bar() => new ProgressLine(new string('n', 120), Rest).At(0, 79)
        .ShouldBe("Observing nnnnnnnnnnnnnnnnnnnnnnn... (pid 15651) for 5 s [....................]");

    [Fact]
    public void Where_there_is_no_room_for_both_the_bar_is_left_out() => new ProgressLine("ThreadPoolDoctor.Patients", Rest).At(1, 50)
        .ShouldBe("Observing ThreadPoolDoctor.... (pid 15651) for 5 s");

    [Theory]
    [InlineData("shop")]
    [InlineData("a name of seventy letters and more, as the programs of some companies have")]
    [InlineData("店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗店舗")]
    [InlineData("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦")]
    public void It_is_as_wide_as_the_terminal_and_no_wider(string name)
    {
        foreach (int columns in (int[])[79, 131, 60, 40, 20, 5, 1, 0])
        {
            string line = new ProgressLine(name, Rest).At(0.7, columns);
            new Spectre.Console.Rendering.Segment(line).CellCount().ShouldBe(columns);
        }
    }
}
