using System.CommandLine;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>All commands of the tool; adding one is one line.</summary>
internal static class CommandTree
{
    private static RootCommand Build() => new(
        "Says whether the thread pool of a live .NET process starves, since when, which line of whose code is to blame,\n"
        + "and what to do. Start with: dotnet tpdoctor demo")
    {
        AttachCommand.Create(),
        PsCommand.Create(),
        ExplainCommand.Create(),
        DemoCommand.Create(),
    };

    /// <summary>Runs the command line. 0 done, 1 could not observe, 2 wrong usage, 10 to 13 with --fail-on.</summary>
    public static async Task<int> RunAsync(string[] args)
    {
        ParseResult parsed = Build().Parse(args);
        if (parsed.Errors.Count > 0)
        {
            foreach (var error in parsed.Errors) await Console.Error.WriteLineAsync(error.Message);
            await Console.Error.WriteLineAsync($"Run 'dotnet tpdoctor {NameOf(parsed)}--help' for the usage.");
            return ExitCodes.WrongUsage;
        }
        try
        {
            return await parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (ExpectedTrouble trouble)
        {
            await Console.Error.WriteLineAsync(trouble.Message);
            await Console.Error.WriteLineAsync(trouble.Remedy);
            return ExitCodes.CouldNotObserve;
        }
        catch (Exception bug)
        {
            await Console.Error.WriteLineAsync("This is a bug in tpdoctor; please report it with the lines below.");
            await Console.Error.WriteLineAsync(bug.ToString());
            return ExitCodes.Bug;
        }
    }

    private static string NameOf(ParseResult parsed) =>
        parsed.CommandResult.Command is RootCommand ? "" : parsed.CommandResult.Command.Name + " ";
}
