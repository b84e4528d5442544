using System.CommandLine;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Recorded;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary><c>read</c>: the verdict on a recording in a file.</summary>
internal static class ReadCommand
{
    public const string Name = "read";

    public static Command Create()
    {
        Argument<FileInfo> file = new("file")
        {
            Description = "A file that 'attach --save' wrote, or a .nettrace of dotnet-trace.",
        };
        ReportOptions report = new();
        Command command = new(Name, "Prints the verdict on a recording: the same as when it was made, also on another machine.") { file };
        report.AddTo(command);
        command.SetAction((parsed, cancel) =>
        {
            Recording recording = RecordingStore.Read(parsed.GetValue(file)!, cancel);
            return Task.FromResult(report.Report(recording, parsed));
        });
        return command;
    }
}
