using ThreadPoolDoctor.Governor.Decisions;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>The policy's table, and what the page says of it.</summary>
public class RulesTests
{
    private static readonly Rule[] s_rows = [.. Rules.InOrder, .. Rules.WhenLacking];

    /// <summary>In order, each under its number, with what it tells.</summary>
    [Fact]
    public void The_page_lists_the_rows_in_order()
    {
        string[] lines = RepositoryFiles.Read("docs/design/governor.md").Split('\n');
        string[] page = [.. lines.Where(static line => line is ['|', ' ', >= '0' and <= '9', ..])];
        page.Length.ShouldBe(s_rows.Length);
        for (int row = 0; row < s_rows.Length; row++)
        {
            page[row].ShouldStartWith($"| {row + 1} | ");
            page[row].ShouldContain($"| {s_rows[row].Why} |");
            if (s_rows[row].Reason is { } reason) page[row].ShouldContain($"| `{reason}` |");
        }
    }

    /// <summary>Otherwise a look could be left without a decision.</summary>
    [Fact]
    public void The_last_row_of_a_table_always_applies()
    {
        Knowledge nothing = new();
        Rules.InOrder[^1].When(nothing).ShouldBeTrue();
        Rules.WhenLacking[^1].When(nothing).ShouldBeTrue();
    }
}
