namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>Wrong usage is told apart from trouble: exit code 2, and nothing is observed.</summary>
public sealed class UsageTests
{
    [Theory]
    [InlineData]
    [InlineData("attach")]
    [InlineData("attach", "1", "2")]
    [InlineData("attach", "1", "--duration", "soon")]
    [InlineData("attach", "1", "--duration", "-3s")]
    [InlineData("attach", "1", "--duration", "0")]
    [InlineData("attach", "1", "--duration", "500h")]
    [InlineData("attach", "1", "--format", "poem")]
    [InlineData("attach", "1", "--fail-on", "")]
    [InlineData("attach", "1", "--fail-on", ",")]
    [InlineData("attach", "1", "--fail-on", "healthy")]
    [InlineData("attach", "1", "--no-such-option")]
    [InlineData("attach", "1", "--for", "3s")]
    [InlineData("attach", "1", "--wait")]
    [InlineData("attach", "1", "--until", "inconclusive")]
    [InlineData("launch")]
    [InlineData("monitor")]
    [InlineData("monitor", "1", "--format", "html")]
    [InlineData("read")]
    [InlineData("compare", "one")]
    [InlineData("demo", "--patient", "nobody")]
    [InlineData("explain", "TPD999")]
    [InlineData("no-such-command")]
    public void Exits_with_2_and_points_to_the_help(params string[] arguments)
    {
        Run run = Run.Tool(arguments);

        run.ExitCode.ShouldBe(2, run.ToString());
        run.Errors.ShouldContain("help", customMessage: run.ToString());
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("attach", "--help")]
    [InlineData("--version")]
    public void Help_and_version_are_no_mistakes(params string[] arguments)
    {
        Run run = Run.Tool(arguments);

        run.ExitCode.ShouldBe(0, run.ToString());
        run.Output.ShouldNotBeEmpty();
    }
}
