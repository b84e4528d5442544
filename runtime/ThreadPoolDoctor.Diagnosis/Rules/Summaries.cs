using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>The one sentence of a diagnosis.</summary>
internal static class Summaries
{
    /// <param name="signals">What was seen while the pool was as the verdict says.</param>
    /// <param name="verdict">The verdict.</param>
    /// <param name="findings">Its findings, worst first.</param>
    /// <param name="busiest">The methods that burn, where the processors are busy.</param>
    /// <param name="starved">When it starved, where it did.</param>
    public static string Of(
        PoolSignals signals, Verdict verdict, IReadOnlyList<Finding> findings, IReadOnlyList<Cause> busiest, StarvedMoments? starved)
    {
        bool bundled = signals.Recording.IsOfBundledPool;
        return verdict switch
        {
            Verdict.Starving when starved is { IsLasting: false } =>
                $"The {(bundled ? "bundled" : "thread")} pool {starved.Sentence}: {signals.Blocked} of"
                + $" {Count(signals.Workers, "worker")} sat blocked while {Backlog.PastClause(signals)}{Blame(findings)}.",
            Verdict.Starving =>
                $"The {(bundled ? "bundled" : "thread")} pool starves: {signals.Blocked} of"
                + $" {Count(signals.Workers, "worker")} sit blocked while {Backlog.Clause(signals)}{Blame(findings)}.",
            Verdict.Compensated =>
                $"{signals.Blocked} of {Count(signals.Workers, "worker")} sit blocked, and enough extra threads make up for"
                + $" it so far{Blame(findings)}{Governed(signals)}.",
            Verdict.AtRisk =>
                $"The {(bundled ? "bundled " : "")}pool is at risk:"
                + $" {string.Join(", ", findings.Select(finding => Lower(finding.Title)))}{Blame(findings)}.",
            Verdict.CpuBound => Blame(findings, busiest) is { Length: > 0 } busy
                ? $"{Processors(signals)}; threads are not blocked but at work{busy}."
                : $"{Processors(signals)}; threads are not blocked.",
            Verdict.Inconclusive => $"Not enough evidence: {Verdicts.Missing(signals)}.",
            _ => $"The {(bundled ? "bundled" : "thread")} pool is healthy: {Count(signals.Workers, "worker")},"
                + $" {Number(signals.CompletedPerSecond)} work items completed per second,"
                + $" {Waiting(signals)}.",
        };
    }

    private static string Waiting(PoolSignals signals) => signals switch
    {
        { WorkWaits: true, HeldByTestRunner: > 0 and var held } => $"work waits only because the test runner itself holds {Count(held, "worker")}",
        { WorkWaits: true } => $"each of which waited about {Number(signals.QueueDelay)} s in the queue",
        { QueueLength: 0 } => "nothing waits",
        _ => "none of them waits long",
    };

    /// <summary>Who has the processors that are short.</summary>
    private static string Processors(PoolSignals signals) => signals switch
    {
        { Throttled: true } =>
            $"Threads wait for processors: the control group's quota of {Number(signals.Recording.Process.Capacity)}"
            + $" is spent, and the kernel stopped it in {Periods(signals)}",
        { CrowdedOut: true } =>
            $"Threads wait for processors, of which the process gets {Number(signals.CpuUsage * 100)} %: the machine is busy"
            + " with others",
        _ => $"Processors are busy ({Number(signals.CpuUsage * 100)} %)",
    };

    private static string Periods(PoolSignals signals) =>
        $"{signals.Recording.Throttling!.Value.Throttled} of {Count(signals.Recording.Throttling.Value.Periods, "period")}";

    private static string Blame(IReadOnlyList<Finding> findings, IReadOnlyList<Cause>? busiest = null) =>
        findings.SelectMany(finding => finding.Causes).Concat(busiest ?? []).FirstOrDefault() is { } worst
            ? $", mostly in {worst.Method}"
            : "";

    private static string Governed(PoolSignals signals) => signals.Recording.Governor is { Since: { } since } governor
        ? $"; governed: {Count(governor.Added, "worker")} added since {since.UtcDateTime:HH:mm:ss} UTC, the cause remains"
        : "";

    /// <summary>As in the middle of a sentence: "CPU saturation" stays as it is.</summary>
    private static string Lower(string title) =>
        title.Length > 1 && char.IsUpper(title[1]) ? title : char.ToLowerInvariant(title[0]) + title[1..];
}
