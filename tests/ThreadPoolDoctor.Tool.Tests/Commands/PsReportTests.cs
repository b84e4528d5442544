using ThreadPoolDoctor.Tool.Commands;

namespace ThreadPoolDoctor.Tool.Tests.Commands;

/// <summary>The list of processes as text and as JSON.</summary>
public class PsReportTests
{
    [Fact]
    public void The_json_has_null_for_what_the_system_does_not_tell() =>
        PsReport.Json([new(7, "<shop> \"é\"", null, null, "hint")]).ReplaceLineEndings("\n").ShouldBe("""
            [
              {
                "id": 7,
                "name": "<shop> \"é\"",
                "runtime": null,
                "threads": null,
                "workers": null,
                "waitThreads": null,
                "hint": "hint"
              }
            ]
            """.ReplaceLineEndings("\n"));

    [Fact]
    public void A_name_cannot_steer_the_terminal_nor_break_the_table()
    {
        StringWriter output = new();
        PsReport.WriteText([new(7, "\u001b[31mshop\nevil", "10.0.12", null, ""), new(8, "b", null, null, "hint")], output);
        output.ToString().Split(Environment.NewLine).ShouldBe(
        [
            "     PID  NAME            RUNTIME  WORKERS  HINT",
            "       7  ?[31mshop?evil  10.0.12        ?",
            "       8  b               ?              ?  hint",
            "",
        ]);
    }
}
