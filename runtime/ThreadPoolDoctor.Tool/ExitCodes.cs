using ThreadPoolDoctor.Diagnosis;

namespace ThreadPoolDoctor.Tool;

/// <summary>The exit codes of the tool; scripts lean on them.</summary>
internal static class ExitCodes
{
    public const int Done = 0;
    public const int CouldNotObserve = 1;
    public const int WrongUsage = 2;
    /// <summary>EX_SOFTWARE of sysexits.h: the tool itself is at fault.</summary>
    public const int Bug = 70;

    private static readonly Dictionary<Verdict, int> s_failOn = new()
    {
        [Verdict.Starving] = 10,
        [Verdict.Compensated] = 11,
        [Verdict.Inconclusive] = 12,
        [Verdict.AtRisk] = 13,
    };

    /// <summary>Verdicts that --fail-on accepts.</summary>
    public static IReadOnlyCollection<Verdict> Failures => s_failOn.Keys;

    /// <summary>0 unless <paramref name="verdict"/> is one of those that the user wants to fail on.</summary>
    public static int For(Verdict verdict, IReadOnlyCollection<Verdict> failOn) =>
        failOn.Contains(verdict) ? s_failOn[verdict] : Done;
}
