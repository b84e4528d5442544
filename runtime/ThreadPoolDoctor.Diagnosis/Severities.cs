namespace ThreadPoolDoctor.Diagnosis;

/// <summary>Which of two verdicts is the worse.</summary>
internal static class Severities
{
    // From well to ill.
    private static readonly Verdict[] s_order =
        [Verdict.Healthy, Verdict.CpuBound, Verdict.Inconclusive, Verdict.Compensated, Verdict.AtRisk, Verdict.Starving];

    /// <summary>Above 0 when the first is worse, below 0 when the second is, 0 for the same.</summary>
    public static int Compare(Verdict one, Verdict other) => Array.IndexOf(s_order, one).CompareTo(Array.IndexOf(s_order, other));
}
