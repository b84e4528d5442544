using System.CommandLine;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary><c>ps</c>: the .NET processes of this machine with a hint each, without attaching to any of them.</summary>
internal static class PsCommand
{
    public static Command Create()
    {
        Option<string> format = new("--format")
        {
            Description = "How to print the list.",
            DefaultValueFactory = _ => "text",
        };
        format.AcceptOnlyFromAmong("text", "json");
        Command command = new("ps", "Lists the .NET processes that can be observed, without attaching.") { format };
        command.SetAction(parsed =>
        {
            IReadOnlyList<PsRow> rows = [.. ProcessIds().Select(Look).OfType<PsRow>()];
            TextWriter output = parsed.InvocationConfiguration.Output;
            if (parsed.GetValue(format) == "json") StandardStream.Print(PsReport.Json(rows) + "\n", utf8: true);
            else PsReport.WriteText(rows, output);
            return ExitCodes.Done;
        });
        return command;
    }

    /// <summary>Those with a diagnostics port, and those that run the runtime without one.</summary>
    private static IEnumerable<int> ProcessIds() =>
        DotNetProcesses.Ids().Concat(DotNetProcesses.WithRuntimeInMemory()).Distinct().Order();

    /// <summary>Null when the process ended meanwhile.</summary>
    private static PsRow? Look(int id)
    {
        if (!ProcFiles.Available) return new(id, DotNetProcesses.NameOf(id), null, null, PsHint.NotHere);
        return new ThreadWatch(id).Read(at: 0, BootClock.Read()) is { } census
            ? new(id, DotNetProcesses.NameOf(id), RuntimeVersion.Of(id), census, PsHint.Of(census, Processors.Of(id), DateTimeOffset.UtcNow))
            : null;
    }
}
