using ThreadPoolDoctor.Benchmarks.Analyzers;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>A sweep over a folder that is not there says so, and what to do.</summary>
public sealed class MissingFoldersTests
{
    [Theory]
    [InlineData("There is no folder /nowhere of libraries. Build a project", "tree", "HERE", "--libraries", "/nowhere")]
    [InlineData("There is no folder /nowhere of libraries. Build a project", "fix", "HERE", "--all", "--libraries", "/nowhere")]
    [InlineData("There is no folder /nowhere. Give the folder of a checkout: tree <folder>", "tree", "/nowhere")]
    [InlineData("There is no folder /nowhere of texts.", "hunt", "--damaged", "/nowhere")]
    [InlineData("There is no file /nowhere.", "replay", "/nowhere")]
    public void What_is_not_there_is_said_with_the_next_step(string expected, params string[] args) => In(args).ShouldNotBeNull().ShouldStartWith(expected);

    [Theory]
    [InlineData("tree", "HERE", "--libraries", "HERE")]
    [InlineData("tree", "HERE")]
    [InlineData("hunt", "--seed", "5")]
    public void What_is_there_is_not(params string[] args) => In(args).ShouldBeNull();

    private static string? In(string[] args) => MissingFolders.In([.. args.Select(each => each == "HERE" ? AppContext.BaseDirectory : each)]);
}
