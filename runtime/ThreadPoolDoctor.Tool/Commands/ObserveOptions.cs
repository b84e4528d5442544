using System.CommandLine;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The options that every command shares which observes a process and reports a verdict.</summary>
internal sealed class ObserveOptions
{
    private readonly Option<TimeSpan> _duration =
        DurationOption.Create("--duration", TimeSpan.FromSeconds(5), "How long to observe.");

    private readonly Option<TimeSpan> _timeout =
        DurationOption.Create("--timeout", TimeSpan.FromSeconds(10), "How long the process may take to answer one request.");

    private readonly Option<string> _format = new("--format", "-f")
    {
        Description = "How to print the verdict.",
        DefaultValueFactory = _ => ReportFormats.Text,
    };

    private readonly Option<FileInfo?> _output = new("--output", "-o")
    {
        Description = "Write the report to this file instead of the terminal.",
        HelpName = "file",
    };

    private readonly Option<Verdict[]> _failOn = new("--fail-on")
    {
        Description = "Verdicts that make the tool exit with a code of its own: starving (10), compensated (11), inconclusive (12), at-risk (13). Separate several by commas.",
        HelpName = "verdicts",
        Arity = ArgumentArity.OneOrMore,
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [],
        CustomParser = result =>
        {
            List<Verdict> verdicts = [];
            foreach (string label in result.Tokens.SelectMany(token => token.Value.Split(',', StringSplitOptions.RemoveEmptyEntries)))
            {
                if (Labels.Parse(label.Trim()) is { } verdict && ExitCodes.Failures.Contains(verdict)) verdicts.Add(verdict);
                else result.AddError($"--fail-on takes {string.Join(", ", ExitCodes.Failures.Select(Labels.Of))}, not '{label}'.");
            }
            // An empty list would pass whatever the verdict: a script that lost its variable must not stay green for ever.
            if (verdicts.Count == 0 && !result.Errors.Any()) result.AddError("--fail-on needs at least one verdict.");
            return [.. verdicts];
        },
    };

    public ObserveOptions() => _format.AcceptOnlyFromAmong([.. ReportFormats.All]);

    public void AddTo(Command command)
    {
        command.Options.Add(_duration);
        command.Options.Add(_format);
        command.Options.Add(_output);
        command.Options.Add(_failOn);
        command.Options.Add(_timeout);
    }

    /// <summary>Observes, prints the verdict where the options say, and returns the exit code.</summary>
    public async Task<int> ObserveAsync(Target target, ParseResult parsed, CancellationToken cancel)
    {
        ObservationOptions options = new()
        {
            Duration = parsed.GetValue(_duration),
            Timeout = parsed.GetValue(_timeout),
        };
        Observation observation = new(target, options);
        var recording = await Progress.ShowAsync(target, options.Duration, progress => observation.RunAsync(progress, cancel));
        PoolDiagnosis diagnosis = Doctor.Diagnose(recording);
        ReportPrinter.Print(diagnosis, parsed.GetValue(_format)!, parsed.GetValue(_output));
        return ExitCodes.For(diagnosis.Verdict, parsed.GetValue(_failOn) ?? []);
    }
}
