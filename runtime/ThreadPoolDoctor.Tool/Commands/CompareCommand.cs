using System.CommandLine;
using ThreadPoolDoctor.Diagnosis.Comparisons;
using ThreadPoolDoctor.Tool.Collection.Recorded;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary><c>compare</c>: two looks side by side, for before and after a fix.</summary>
internal static class CompareCommand
{
    public const string Name = "compare";

    public static Command Create()
    {
        Argument<FileInfo> before = new("before") { Description = "A recording, a .nettrace, or a report in JSON." };
        Argument<FileInfo> after = new("after") { Description = "Another one, of later." };
        Option<string> format = new("--format", "-f") { Description = "How to print the comparison.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        Option<FileInfo?> output = new("--output", "-o") { Description = "Write it to this file instead of the terminal.", HelpName = "file" };
        Command command = new(Name, "Compares two looks: verdict, throughput, and which causes are gone, new or changed.") { before, after, format, output };
        command.SetAction((parsed, cancel) =>
        {
            Comparison comparison = Comparison.Of(
                RecordingStore.ReadFacts(parsed.GetValue(before)!, cancel), RecordingStore.ReadFacts(parsed.GetValue(after)!, cancel));
            bool json = parsed.GetValue(format) == "json";
            string text = json ? ComparisonJson.Write(comparison, ToolVersion.Text) + "\n" : ComparisonText.Write(comparison);
            ReportPrinter.Print(text, utf8: json, parsed.GetValue(output));
            return Task.FromResult(ExitCodes.Done);
        });
        return command;
    }
}
