using System.Text;
using ThreadPoolDoctor.Diagnosis.Evidence;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>The report to paste into a ticket or a pull request.</summary>
public static class MarkdownReport
{
    /// <summary>One Markdown document; names of the observed process are shown as they are, never as mark-up.</summary>
    public static string Write(PoolDiagnosis diagnosis)
    {
        StringBuilder text = new();
        ReportLine headline = TextReport.Lines(diagnosis).First();
        text.Append("## ").AppendLine(Plain(headline.Text)).AppendLine();
        text.AppendLine(Plain(diagnosis.Summary)).AppendLine();
        AppendPool(text, diagnosis.Pool);
        AppendEvidence(text, diagnosis);
        foreach (Finding finding in diagnosis.Findings) Append(text, finding);
        foreach (string unseen in diagnosis.Unseen) text.Append("- Not seen: ").AppendLine(Plain(unseen));
        text.Append('_').Append(Plain(TextReport.CostLine(diagnosis))).AppendLine("_");
        return text.ToString().Replace("\r\n", "\n");
    }

    private static void AppendPool(StringBuilder text, PoolState pool)
    {
        text.AppendLine("| workers | blocked | queue | completed/s | processors in use | threads added/s |");
        text.AppendLine("|---|---|---|---|---|---|");
        text.AppendLine($"| {pool.Workers} | {pool.BlockedWorkers} | {pool.QueueLength} | {Number(pool.CompletedPerSecond)}"
            + $" | {Number(pool.CpuUsage * 100)} % | {Number(pool.ThreadsAddedPerSecond)} |").AppendLine();
    }

    private static void AppendEvidence(StringBuilder text, PoolDiagnosis diagnosis)
    {
        int before = text.Length;
        if (EvidenceText.Delay(diagnosis) is { } delay) text.AppendLine($"- In the queue {Plain(delay)}.");
        foreach (Queuer queuer in diagnosis.QueuedBy) text.AppendLine($"- Queued by {Plain(EvidenceText.QueuedBy(queuer))}.");
        if (EvidenceText.Requests(diagnosis) is { } requests) text.AppendLine($"- Requests: {Plain(requests)}.");
        foreach (AwaitedTask task in diagnosis.Awaited) text.AppendLine($"- Waits: {Plain(EvidenceText.Awaited(task, diagnosis.Pool.QueueLength))}.");
        foreach (IReadOnlyList<WaitEdge> circle in diagnosis.Deadlocks) text.AppendLine($"- {Plain(EvidenceText.Deadlock(circle))}.");
        foreach (Advice advice in diagnosis.Advice) text.AppendLine($"- Until it is cured: {Plain(advice.Text)}");
        if (text.Length > before) text.AppendLine();
    }

    private static void Append(StringBuilder text, Finding finding)
    {
        text.AppendLine($"### {finding.Id} {finding.Title}").AppendLine();
        text.AppendLine(Plain(finding.Evidence)).AppendLine();
        if (finding.Causes.Count == 0) return;
        text.AppendLine("| cause | threads | method | where | blocks in | cure |");
        text.AppendLine("|---|---|---|---|---|---|");
        foreach (Cause cause in finding.Causes)
        {
            string where = cause.File is null ? "" : $"{cause.File}:{(cause.Approximate ? "~" : "")}{cause.Line}";
            text.AppendLine($"| [{cause.Id}]({cause.Help}) | {cause.Threads} | {Code(cause.Method)} | {Code(where)}"
                + $" | {Code(cause.Leaf)} | {Plain(cause.Remedy)} |");
        }
        text.AppendLine();
    }

    /// <summary>A code span. A bar would end the table's cell even in there, and a backtick the span.</summary>
    private static string Code(string name) =>
        name.Length == 0 ? "" : $"`{Visible(name).Replace("|", "\\|", StringComparison.Ordinal).Replace('`', '\'')}`";

    private static string Plain(string text) =>
        string.Concat(Visible(text).Select(c => "\\`*_{}[]<>#|".Contains(c) ? $"\\{c}" : c.ToString()));
}
