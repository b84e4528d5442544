using System.CommandLine;
using System.CommandLine.Parsing;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Tool.Collection.Waiting;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The options of <c>attach</c> that make it wait: for a verdict, and for the process itself.</summary>
internal sealed class WaitOptions
{
    private static readonly TimeSpan s_withoutEnd = TimeSpan.Zero;

    private readonly Option<Verdict[]> _until = VerdictsOption.Create(
        "--until",
        "Wait for one of these verdicts: watch at next to no cost, look closely when the signs appear, and report when it holds."
        + " A process that was named is found again when it restarts.",
        Signs.Verdicts);

    private readonly Option<TimeSpan> _for =
        DurationOption.Create("--for", s_withoutEnd, "How long to wait with --until or --wait; without it, until Ctrl-C.");

    private readonly Option<bool> _wait = new("--wait") { Description = "Wait for a process of this name to start." };

    public void AddTo(Command command, Argument<string> process)
    {
        command.Options.Add(_until);
        command.Options.Add(_for);
        command.Options.Add(_wait);
        command.Validators.Add(result =>
        {
            bool waits = result.GetValue(_wait);
            if (IsGiven(result, _for) && !waits && !IsGiven(result, _until))
            {
                result.AddError("--for says how long to wait with --until or --wait.");
            }
            if (waits && result.GetValue(process) is { } name && !NamedProcesses.IsName(name))
            {
                result.AddError("--wait takes the name of a program: a process that has not started yet has no id.");
            }
        });
    }

    /// <summary>Null where nothing is to be waited for.</summary>
    public WaitPlan? Of(ParseResult parsed)
    {
        Verdict[] until = parsed.GetValue(_until) ?? [];
        bool wait = parsed.GetValue(_wait);
        if (until.Length == 0 && !wait) return null;
        TimeSpan limit = parsed.GetValue(_for);
        return new(until, wait, limit == s_withoutEnd ? null : limit);
    }

    /// <summary>Whether the command waits as long as it may take.</summary>
    public bool HasNoEnd(ParseResult parsed) => Of(parsed) is { Limit: null };

    private static bool IsGiven(SymbolResult result, Option option) => result.GetResult(option) is { Implicit: false };
}

/// <summary>What to wait for.</summary>
/// <param name="Until">Verdicts, one of which ends it; none to take the first look whatever it says.</param>
/// <param name="ForStart">Whether the process may have to start first.</param>
/// <param name="Limit">How long; null for as long as it takes.</param>
internal sealed record WaitPlan(IReadOnlyCollection<Verdict> Until, bool ForStart, TimeSpan? Limit);
