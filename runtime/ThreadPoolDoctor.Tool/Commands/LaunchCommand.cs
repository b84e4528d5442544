using System.CommandLine;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Launching;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>launch</c>: runs a program under observation from its first instruction, and passes its exit code on.
/// </summary>
internal static class LaunchCommand
{
    public const string Name = "launch";

    public static Command Create()
    {
        Argument<string[]> program = new("command")
        {
            Description = "The program and its arguments, after --.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        Option<string?> port = new("--diagnostic-port")
        {
            Description = "Open a port at this path, for processes whose DOTNET_DiagnosticPorts names it."
                + " Without a command, one that is started elsewhere is waited for.",
            HelpName = "path",
        };
        ObserveOptions observe = new();
        Command command = new(
            Name,
            "Runs a program and observes all its .NET processes from their start to their end."
                + " Prints the verdict on the worst of them and passes the exit code on.")
        {
            program, port,
        };
        observe.AddAllButDurationTo(command);
        command.Validators.Add(result =>
        {
            bool names = result.GetValue(program) is { Length: > 0 };
            if (!names && result.GetResult(port) is null) result.AddError("Name the program to launch after --, or a --diagnostic-port.");
        });
        command.SetAction((parsed, cancel) => RunAsync(parsed.GetValue(program) ?? [], parsed.GetValue(port), observe, parsed, cancel));
        return command;
    }

    private static async Task<int> RunAsync(string[] command, string? path, ObserveOptions observe, ParseResult parsed, CancellationToken asked)
    {
        TextWriter notes = TextWriter.Synchronized(parsed.InvocationConfiguration.Error);
        using ReversePort port = ReversePort.Open(path);
        LaunchedRuntimes runtimes = new(observe.ForLife(parsed), port.Path, notes.WriteLine);
        using CancellationTokenSource over = new();
        Task listening = port.ListenAsync(runtimes.Receive, over.Token);
        int code = command.Length > 0
            ? await RunProgramAsync(command, port.Path, asked)
            : await RunElsewhereAsync(port.Path, runtimes, notes, asked);
        await over.CancelAsync();
        await listening;
        IReadOnlyList<Recording> looks = await runtimes.EndAsync();
        if (looks.Count == 0)
        {
            await notes.WriteLineAsync("No .NET process came that could be observed.");
            return code == ExitCodes.Done ? ExitCodes.CouldNotObserve : code;
        }
        int verdict = observe.Report(Worst(looks, notes), parsed);
        return code == ExitCodes.Done ? verdict : code;
    }

    private static async Task<int> RunProgramAsync(string[] command, string port, CancellationToken asked)
    {
        using LaunchedProgram program = LaunchedProgram.Start(command, port);
        await program.WaitAsync(asked);
        return program.ExitCode;
    }

    /// <summary>Until the processes that came have ended, or Ctrl-C.</summary>
    private static async Task<int> RunElsewhereAsync(string port, LaunchedRuntimes runtimes, TextWriter notes, CancellationToken asked)
    {
        await notes.WriteLineAsync($"Waiting for a process that was started with {LaunchedProgram.PortsVariable}={port} ...");
        Task interrupted = Task.Delay(Timeout.Infinite, asked);
        if (await Task.WhenAny(runtimes.First, interrupted) != interrupted) await Task.WhenAny(runtimes.Ended, interrupted);
        return ExitCodes.Done;
    }

    /// <summary>The one to report; the others are told in a line each.</summary>
    private static Recording Worst(IReadOnlyList<Recording> looks, TextWriter notes)
    {
        List<(Recording Look, Verdict Verdict)> judged = [.. looks.Select(look => (look, Doctor.Diagnose(look).Verdict))];
        List<(Recording Look, Verdict Verdict)> own = [.. judged.Where(one => !BuildTools.Contains(one.Look.Process.Name))];
        (Recording worst, _) = (own.Count > 0 ? own : judged)
            .Aggregate((one, other) => Severities.Compare(other.Verdict, one.Verdict) > 0 ? other : one);
        foreach ((Recording look, Verdict verdict) in judged.Where(one => one.Look != worst))
        {
            notes.WriteLine($"{Words.Visible(look.Process.Name)} (pid {look.Process.Id}) was {Labels.Of(verdict)}.");
        }
        return worst;
    }
}
