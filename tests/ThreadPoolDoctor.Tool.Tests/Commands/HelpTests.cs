using System.CommandLine;
using ThreadPoolDoctor.Tests;
using ThreadPoolDoctor.Tool.Commands;

namespace ThreadPoolDoctor.Tool.Tests.Commands;

/// <summary>What each command says of itself.</summary>
public class HelpTests
{
    [Fact]
    public async Task The_help_of_the_tool() => await Verifier.Verify(HelpOf("--help"));

    [Fact]
    public async Task The_help_of_every_command() => await Verifier.Verify(string.Concat(
        CommandTree.Build().Subcommands.Select(command => $"---- {command.Name}\n{HelpOf(command.Name, "--help")}")));

    private static string HelpOf(params string[] arguments)
    {
        using StringWriter output = new();
        CommandTree.Build().Parse(arguments).Invoke(new InvocationConfiguration { Output = output }).ShouldBe(0);
        // The program is the test runner here.
        return output.ToString().Replace($"{RootCommand.ExecutableName} ", "dotnet tpdoctor ");
    }
}
