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

    private readonly Option<bool> _noStacks = new("--no-stacks")
    {
        Description = "Take no stacks: no thread of the process is ever stopped, and code that blocks is not named.",
    };

    private readonly Option<int> _maxSuspensions = new("--max-suspensions")
    {
        Description = "How often, in each minute of the look, all threads of the process may be stopped to take stacks.",
        HelpName = "number",
        DefaultValueFactory = _ => new ObservationOptions().MaxSuspensions,
    };

    private readonly Option<string?> _format = new("--format", "-f")
    {
        Description = "How to print the verdict; text, where the name of the file does not tell.",
    };

    private readonly Option<FileInfo[]> _output = new("--output", "-o")
    {
        Description = "Write the report to this file instead of the terminal, in the format that its name tells (.json, .md, .html, .sarif). May be given several times.",
        HelpName = "file",
        Arity = ArgumentArity.OneOrMore,
        DefaultValueFactory = _ => [],
    };

    private readonly Option<SourceRoots> _sourceRoot = new("--source-root")
    {
        Description = "Where sources are here, as in /_/=src: what the compiler recorded, and what it is. May be given several times.",
        HelpName = "recorded=here",
        Arity = ArgumentArity.OneOrMore,
        DefaultValueFactory = _ => SourceRoots.Parse([])!,
        CustomParser = result =>
        {
            SourceRoots? roots = SourceRoots.Parse(result.Tokens.Select(token => token.Value));
            if (roots is null) result.AddError("--source-root takes what the compiler recorded, =, and what it is here, as in /_/=src.");
            return roots ?? SourceRoots.Parse([])!;
        },
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

    public ObserveOptions()
    {
        _format.AcceptOnlyFromAmong([.. ReportFormats.Names]);
        _maxSuspensions.Validators.Add(result =>
        {
            if (!result.Errors.Any() && result.GetValueOrDefault<int>() < 0) result.AddError("--max-suspensions cannot be below 0.");
        });
    }

    public void AddTo(Command command)
    {
        command.Options.Add(_duration);
        command.Options.Add(_format);
        command.Options.Add(_output);
        command.Options.Add(_failOn);
        command.Options.Add(_sourceRoot);
        command.Options.Add(_timeout);
        command.Options.Add(_noStacks);
        command.Options.Add(_maxSuspensions);
    }

    /// <summary>Observes, prints the verdict where the options say, and returns the exit code.</summary>
    public async Task<int> ObserveAsync(Target target, ParseResult parsed, CancellationToken cancel)
    {
        ObservationOptions options = new()
        {
            Duration = parsed.GetValue(_duration),
            Timeout = parsed.GetValue(_timeout),
            AskedForTimeout = parsed.GetResult(_timeout) is { Implicit: false },
            Stacks = !parsed.GetValue(_noStacks),
            MaxSuspensions = parsed.GetValue(_maxSuspensions),
        };
        Observation observation = new(target, options);
        var recording = await Progress.ShowAsync(target, options.Duration, progress => observation.RunAsync(progress, cancel));
        PoolDiagnosis diagnosis = parsed.GetValue(_sourceRoot)!.Map(Doctor.Diagnose(recording));
        ReportFormat? format = parsed.GetValue(_format) is { } name ? ReportFormats.Get(name) : null;
        ReportPrinter.Print(diagnosis, ReportOutput.Of(format, parsed.GetValue(_output) ?? []));
        return ExitCodes.For(diagnosis.Verdict, parsed.GetValue(_failOn) ?? []);
    }
}
