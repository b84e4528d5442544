using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>The words that stand for enumerations in every report and on the command line.</summary>
public static class Labels
{
    private static readonly Dictionary<Verdict, string> s_verdicts = new()
    {
        [Verdict.Healthy] = "healthy",
        [Verdict.Starving] = "starving",
        [Verdict.Compensated] = "compensated",
        [Verdict.AtRisk] = "at-risk",
        [Verdict.CpuBound] = "cpu-bound",
        [Verdict.Inconclusive] = "inconclusive",
    };

    public static string Of(Verdict verdict) => s_verdicts[verdict];

    /// <summary>The verdict with this label, or null.</summary>
    public static Verdict? Parse(string label)
    {
        foreach ((Verdict verdict, string text) in s_verdicts)
        {
            if (string.Equals(text, label, StringComparison.OrdinalIgnoreCase)) return verdict;
        }
        return null;
    }

    public static string Of(PoolKind pool) => pool switch
    {
        PoolKind.Portable => "portable",
        PoolKind.Windows => "windows",
        _ => "unknown",
    };
}
