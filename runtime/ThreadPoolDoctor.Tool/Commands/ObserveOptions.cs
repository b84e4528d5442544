using System.CommandLine;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Recorded;
using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The options that every command shares which observes a process and reports a verdict.</summary>
internal sealed class ObserveOptions
{
    // Longer than any: timers count milliseconds, in 32 bits.
    private static readonly TimeSpan s_life = TimeSpan.FromDays(20);

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

    private readonly Option<FileInfo?> _save = new("--save")
    {
        Description = "Keep what was seen in this file, for 'read' and 'compare': methods and lines are told the same on any machine.",
        HelpName = "file",
    };

    private readonly ReportOptions _report = new();

    public ObserveOptions()
    {
        _maxSuspensions.Validators.Add(result =>
        {
            if (!result.Errors.Any() && result.GetValueOrDefault<int>() < 0) result.AddError("--max-suspensions cannot be below 0.");
        });
    }

    public void AddTo(Command command)
    {
        command.Options.Add(_duration);
        AddAllButDurationTo(command);
    }

    /// <summary>For a look that lasts as long as the process.</summary>
    public void AddAllButDurationTo(Command command)
    {
        _report.AddTo(command);
        command.Options.Add(_save);
        command.Options.Add(_timeout);
        command.Options.Add(_noStacks);
        command.Options.Add(_maxSuspensions);
    }

    /// <summary>Observes, prints the verdict where the options say, and returns the exit code.</summary>
    public async Task<int> ObserveAsync(Target target, ParseResult parsed, CancellationToken cancel) =>
        Report(await LookAsync(target, parsed, cancel), parsed);

    /// <summary>Observes.</summary>
    public async Task<Recording> LookAsync(Target target, ParseResult parsed, CancellationToken cancel)
    {
        ObservationOptions options = Of(parsed);
        Observation observation = new(target, options);
        return await Progress.ShowAsync(target, options.Duration, progress => observation.RunAsync(progress, cancel));
    }

    /// <summary>Prints the verdict, keeps the recording if asked to, and returns the exit code.</summary>
    public int Report(Recording recording, ParseResult parsed)
    {
        // Last, so that a file that cannot be written costs no verdict.
        int code = _report.Report(recording, parsed);
        if (parsed.GetValue(_save) is { } file) RecordingStore.Save(recording, file);
        return code;
    }

    /// <summary>How long the process may take to answer one request.</summary>
    public TimeSpan TimeoutOf(ParseResult parsed) => parsed.GetValue(_timeout);

    /// <summary>How to look at a process for as long as it lives.</summary>
    public ObservationOptions ForLife(ParseResult parsed) => Of(parsed) with { Duration = OfLife.Duration, UntilItEnds = true };

    /// <summary>The same where no option says more.</summary>
    public static ObservationOptions OfLife { get; } = new() { Duration = s_life, UntilItEnds = true };

    private ObservationOptions Of(ParseResult parsed) => new()
    {
        Duration = parsed.GetValue(_duration),
        Timeout = parsed.GetValue(_timeout),
        AskedForTimeout = parsed.GetResult(_timeout) is { Implicit: false },
        Stacks = !parsed.GetValue(_noStacks),
        MaxSuspensions = parsed.GetValue(_maxSuspensions),
    };
}
