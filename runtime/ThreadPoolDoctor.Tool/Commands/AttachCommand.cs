using System.CommandLine;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>attach</c>: observes a live process and prints the verdict, at once or as soon as there is trouble.
/// </summary>
internal static class AttachCommand
{
    private const string Name = "attach";

    private static readonly WaitOptions s_wait = new();

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
        Command command = new(Name, "Attaches to a live process, observes it, and prints the verdict. Ctrl-C ends early with the verdict so far.")
        {
            process,
        };
        observe.AddTo(command);
        s_wait.AddTo(command, process);
        command.SetAction(async (parsed, cancel) => s_wait.Of(parsed) is { } plan
            ? await new AttachUntil(parsed.GetValue(process)!, plan, observe, parsed).RunAsync(cancel)
            : await observe.ObserveAsync(await Target.FindAsync(parsed.GetValue(process)!), parsed, cancel));
        return command;
    }

    /// <summary>Whether it waits for as long as it takes.</summary>
    public static bool HasNoEnd(ParseResult parsed) => parsed.CommandResult.Command.Name == Name && s_wait.HasNoEnd(parsed);
}
