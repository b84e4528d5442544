using ThreadPoolDoctor.Diagnosis;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Monitoring.Hosting;

/// <summary>What a closer look found, as lines of a log.</summary>
internal static class WarningText
{
    // A log is read in passing; the report of the tool has them all.
    private const int MostCauses = 5;

    /// <summary>The summary, and below it a line for each of the worst causes and its cure.</summary>
    public static string Of(PoolDiagnosis diagnosis) =>
        string.Join('\n', Causes(diagnosis).Select(cause => "  " + cause).Prepend(Visible(diagnosis.Summary)).Concat(Unseen(diagnosis)));

    /// <summary>"TPD002 3 threads in Shop.Orders.Load(int) Orders.cs:29: await Task.Delay(...) instead ..."</summary>
    public static IEnumerable<string> Causes(PoolDiagnosis diagnosis) => diagnosis.Findings
        .SelectMany(finding => finding.Causes)
        .Take(MostCauses)
        .Select(cause => $"{cause.Id} {Count(cause.Threads, "thread")} in {Visible(cause.Method)}{Place(cause)}:"
            + $" {Visible(cause.Leaf)}; cure: {cause.Remedy}");

    private static string Place(Cause cause) =>
        cause.File is null ? "" : $" in {(cause.Approximate ? "~" : "")}{Visible(cause.File)}:line {cause.Line}";

    private static IEnumerable<string> Unseen(PoolDiagnosis diagnosis) =>
        diagnosis.Unseen.Select(sentence => "  Not seen: " + Visible(sentence));
}
