using System.CommandLine;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>All commands of the tool; adding one is one line.</summary>
internal static class CommandTree
{
    internal static RootCommand Build() => new(
        "Says whether the thread pool of a live .NET process starves, since when, which line of whose code is to blame,\n"
        + "and what to do. Start with: dotnet tpdoctor demo")
    {
        AttachCommand.Create(),
        MonitorCommand.Create(),
        LaunchCommand.Create(),
        ReadCommand.Create(),
        CompareCommand.Create(),
        RelieveCommand.Create(),
        PsCommand.Create(),
        ExplainCommand.Create(),
        DemoCommand.Create(),
    };

    /// <summary>
    /// Runs the command line. 0 done, 1 could not observe, 2 wrong usage, 10 to 13 with --fail-on, 70 our own fault.
    /// </summary>
    public static async Task<int> RunAsync(string[] args)
    {
        StandardStream.Install();
        ParseResult parsed = Build().Parse(args);
        if (parsed.Errors.Count > 0)
        {
            foreach (var error in parsed.Errors) await Console.Error.WriteLineAsync(error.Message);
            await Console.Error.WriteLineAsync($"Run 'dotnet tpdoctor {NameOf(parsed)}--help' for the usage.");
            return ExitCodes.WrongUsage;
        }
        using Interruption interruption = new();
        using LastResort? resort = HasNoEnd(parsed) ? null : new(LongestTime(parsed), End);
        try
        {
            // The library's own answer to Ctrl-C would end the tool after two seconds, without the verdict so far.
            InvocationConfiguration ours = new() { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null };
            return await parsed.InvokeAsync(ours, interruption.Asked);
        }
        catch (OperationCanceledException) when (interruption.Asked.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync("Interrupted before there was anything to see.");
            return ExitCodes.CouldNotObserve;
        }
        catch (ExpectedTrouble trouble)
        {
            // Line by line: what another program said of itself may have several.
            foreach (string line in trouble.Message.Split('\n').Append(trouble.Remedy)) await Console.Error.WriteLineAsync(Words.Visible(line));
            return ExitCodes.CouldNotObserve;
        }
        catch (Exception bug)
        {
            await Console.Error.WriteLineAsync("This is a bug in tpdoctor; please report it with the lines below.");
            await Console.Error.WriteLineAsync(bug.ToString());
            return ExitCodes.Bug;
        }
    }

    /// <summary>A file may be of any length, and what waits without a limit ends with what it waits for.</summary>
    private static bool HasNoEnd(ParseResult parsed) =>
        parsed.CommandResult.Command.Name is ReadCommand.Name or CompareCommand.Name or LaunchCommand.Name or MonitorCommand.Name
        || RelieveCommand.LastsUntilEnded(parsed) || AttachCommand.HasNoEnd(parsed);

    // What a command needs beside the times that it was given.
    private static readonly TimeSpan s_margin = TimeSpan.FromSeconds(30);

    /// <summary>The sum of the times that the command was given; a demo waits for its patient, too.</summary>
    private static TimeSpan LongestTime(ParseResult parsed) => parsed.CommandResult.Command.Options.OfType<Option<TimeSpan>>()
        .Aggregate(
            s_margin + (parsed.CommandResult.Command.Name == DemoCommand.Name ? RunningPatient.TimeToGetReady : TimeSpan.Zero),
            (sum, option) => sum + parsed.GetValue(option));

    private static void End()
    {
        Console.Error.WriteLine("The tool does not come on: the system, or the runtime that it runs on, stands still. It is ended.");
        Console.Error.WriteLine("Try again; if it happens again, please report it with the system and the version of .NET.");
        Environment.Exit(ExitCodes.CouldNotObserve);
    }

    private static string NameOf(ParseResult parsed) =>
        parsed.CommandResult.Command is RootCommand ? "" : parsed.CommandResult.Command.Name + " ";
}
