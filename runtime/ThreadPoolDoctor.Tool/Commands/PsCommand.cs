using System.CommandLine;
using ThreadPoolDoctor.Tool.Collection;

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
            if (parsed.GetValue(format) == "json") output.WriteLine(PsReport.Json(rows));
            else PsReport.WriteText(rows, output);
            return ExitCodes.Done;
        });
        return command;
    }

    /// <summary>Those with a diagnostics port, and those that run the runtime without one.</summary>
    private static IEnumerable<int> ProcessIds() =>
        DotNetProcesses.Ids().Concat(ProcFiles.Available ? RuntimeInMemory() : []).Distinct().Order();

    private static IEnumerable<int> RuntimeInMemory() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let id = int.TryParse(Path.GetFileName(folder), out int number) ? number : 0
        where id > 0 && id != Environment.ProcessId
        where ProcFiles.TryRead(folder + "/maps")?.Contains("/libcoreclr.so", StringComparison.Ordinal) == true
        select id;

    /// <summary>Null when the process ended meanwhile.</summary>
    private static PsRow? Look(int id)
    {
        if (!ProcFiles.Available) return new(id, DotNetProcesses.NameOf(id), null, null, PsHint.NotHere);
        return ProcFiles.ReadCensus(id, at: 0) is { } census
            ? new(id, DotNetProcesses.NameOf(id), Target.RuntimeVersionOf(id), census, PsHint.Of(census, Processors.Of(id), DateTimeOffset.UtcNow))
            : null;
    }
}
