using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>The one sentence of a diagnosis.</summary>
internal static class Summaries
{
    public static string Of(PoolSignals signals, Verdict verdict, IReadOnlyList<Finding> findings) =>
        signals.Recording.IsOfBundledPool
            ? Sentence(signals, verdict, findings)
                .Replace("The thread pool", "The bundled pool", StringComparison.Ordinal)
                .Replace("The pool", "The bundled pool", StringComparison.Ordinal)
            : Sentence(signals, verdict, findings);

    private static string Sentence(PoolSignals signals, Verdict verdict, IReadOnlyList<Finding> findings) => verdict switch
    {
        Verdict.Starving =>
            $"The thread pool starves: {signals.Blocked} of {Count(signals.Workers, "worker")} sit blocked"
            + $" while {Backlog.Clause(signals)}{Blame(findings)}.",
        Verdict.Compensated =>
            $"{signals.Blocked} of {Count(signals.Workers, "worker")} sit blocked, and enough extra threads make up for"
            + $" it so far{Blame(findings)}.",
        Verdict.AtRisk =>
            $"The pool is at risk: {string.Join(", ", findings.Select(finding => Lower(finding.Title)))}{Blame(findings)}.",
        Verdict.CpuBound when signals.CrowdedOut =>
            $"Threads wait for processors, of which the process gets {Number(signals.CpuUsage * 100)} %: the machine is busy"
            + " with others; threads are not blocked.",
        Verdict.CpuBound =>
            $"Processors are busy ({Number(signals.CpuUsage * 100)} %), threads are not blocked.",
        Verdict.Inconclusive =>
            $"Not enough evidence: {Verdicts.Missing(signals)}.",
        _ => $"The thread pool is healthy: {Count(signals.Workers, "worker")},"
            + $" {Number(signals.CompletedPerSecond)} work items completed per second,"
            + $" {(signals.QueueLength == 0 ? "nothing waits" : "none of them waits long")}.",
    };

    private static string Blame(IReadOnlyList<Finding> findings) =>
        findings.SelectMany(finding => finding.Causes).FirstOrDefault() is { } worst
            ? $", mostly in {worst.Method}"
            : "";

    private static string Lower(string title) => char.ToLowerInvariant(title[0]) + title[1..];
}
