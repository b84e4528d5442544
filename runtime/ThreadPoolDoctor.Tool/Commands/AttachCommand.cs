using System.CommandLine;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary><c>attach</c>: observes a live process and prints the verdict.</summary>
internal static class AttachCommand
{
    public static Command Create()
    {
        Argument<string> process = new("process")
        {
            Description = "Id or name of the process to observe ('dotnet tpdoctor ps' lists them).",
        };
        // The parser takes an option it does not know for the argument.
        process.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: ['-', ..] } token, ..]) result.AddError($"Unrecognized option '{token.Value}'.");
        });
        ObserveOptions observe = new();
        Command command = new("attach", "Attaches to a live process, observes it, and prints the verdict. Ctrl-C ends early with the verdict so far.")
        {
            process,
        };
        observe.AddTo(command);
        command.SetAction(async (parsed, cancel) =>
            await observe.ObserveAsync(await Target.FindAsync(parsed.GetValue(process)!), parsed, cancel));
        return command;
    }
}
