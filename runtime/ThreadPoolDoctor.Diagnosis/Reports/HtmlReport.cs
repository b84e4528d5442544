using System.Text;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports.Html;
using static ThreadPoolDoctor.Diagnosis.Reports.Html.HtmlText;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// One HTML file that needs nothing beside it, and makes no request: verdict and causes, a time line, a flame graph of
/// blocked time. Without its script it still shows all of it.
/// </summary>
public static class HtmlReport
{
    /// <summary>One document; everything that came from the observed process is escaped.</summary>
    /// <param name="diagnosis">What is told.</param>
    /// <param name="recording">What it was made of: the readings of the time line and the stacks of the flame
    /// graph.</param>
    public static string Write(PoolDiagnosis diagnosis, Recording recording)
    {
        recording = Plausible.Of(recording);
        StringBuilder html = new();
        string headline = Label(TextReport.Lines(diagnosis).First().Text, 1000);
        html.Append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
            .Append("<meta http-equiv=\"Content-Security-Policy\" content=\"").Append(HtmlParts.Policy).Append("\">")
            .Append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
            .Append("<title>").Append(headline).Append("</title><style>").Append(HtmlParts.Style).Append("</style></head><body><main>\n");
        html.Append("<h1>").Append(headline).Append("</h1>\n<p>").Append(Escape(diagnosis.Summary)).Append("</p>\n");
        AppendPool(html, diagnosis.Pool);
        AppendEvidence(html, diagnosis);
        foreach (Finding finding in diagnosis.Findings) Append(html, finding);
        // The pool that the diagnosis speaks of.
        Timeline.Append(html, diagnosis.Pool.Lanes is null ? recording : recording.OfBundledPool() ?? recording);
        GrowthChart.Append(html, diagnosis);
        FlameGraph.Append(html, recording);
        foreach (string unseen in diagnosis.Unseen) html.Append("<p class=\"quiet\">Not seen: ").Append(Escape(unseen)).Append("</p>\n");
        return html.Append("<p class=\"quiet\">").Append(Escape(TextReport.CostLine(diagnosis))).Append("</p>\n</main><script>")
            .Append(HtmlParts.Script).Append("</script></body></html>\n").ToString();
    }

    private static void AppendPool(StringBuilder html, PoolState pool)
    {
        (string Name, string Value)[] cells =
        [
            ("workers", $"{pool.Workers}"), ("blocked", $"{pool.BlockedWorkers}"), ("queue", $"{pool.QueueLength}"),
            ("completed/s", Words.Number(pool.CompletedPerSecond)), ("processors in use", Words.Number(pool.CpuUsage * 100) + " %"),
            ("threads added/s", Words.Number(pool.ThreadsAddedPerSecond)),
        ];
        html.Append("<table><tr>").AppendJoin("", cells.Select(cell => $"<th scope=\"col\">{cell.Name}</th>"))
            .Append("</tr><tr>").AppendJoin("", cells.Select(cell => $"<td>{cell.Value}</td>")).Append("</tr></table>\n");
    }

    private static void AppendEvidence(StringBuilder html, PoolDiagnosis diagnosis)
    {
        if (EvidenceText.Delay(diagnosis) is { } delay) html.Append("<p>In the queue ").Append(Escape(delay)).Append(".</p>\n");
        if (diagnosis.QueuedBy.Count > 0)
        {
            html.Append("<details><summary>who queues the work</summary><ul>\n");
            foreach (Queuer queuer in diagnosis.QueuedBy)
            {
                html.Append("<li>").Append(Label(EvidenceText.QueuedBy(queuer), 1000))
                    .Append("<pre>").AppendJoin("\n", queuer.Stack.Select(Escape)).Append("</pre></li>\n");
            }
            html.Append("</ul></details>\n");
        }
        AppendRequests(html, diagnosis);
        foreach (AwaitedTask task in diagnosis.Awaited)
        {
            html.Append("<p>Waits: ").Append(Label(EvidenceText.Awaited(task, diagnosis.Pool.QueueLength), 1000)).Append(".</p>\n");
        }
        foreach (IReadOnlyList<WaitEdge> circle in diagnosis.Deadlocks) html.Append("<p>").Append(Label(EvidenceText.Deadlock(circle), 4000)).Append(".</p>\n");
        AppendEdges(html, diagnosis.WaitsFor);
        foreach (Advice advice in diagnosis.Advice) html.Append("<p>Until it is cured: <span class=\"cure\">").Append(Escape(advice.Text)).Append("</span></p>\n");
    }

    private static void AppendRequests(StringBuilder html, PoolDiagnosis diagnosis)
    {
        if (EvidenceText.Requests(diagnosis) is { } text) html.Append("<p>Requests: ").Append(Label(text, 1000)).Append(".</p>\n");
        if (diagnosis.Requests is not { Routes.Count: > 0 } requests) return;
        html.Append("<details><summary>which requests suffer</summary><table><tr>")
            .AppendJoin("", new[] { "request", "ended", "failed", "s on average", "s at most" }.Select(cell => $"<th scope=\"col\">{cell}</th>")).Append("</tr>\n");
        foreach (RouteFacts route in requests.Routes)
        {
            string[] cells = [Label(EvidenceText.Route(route)), $"{route.Ended}", $"{route.Failed}", Words.Number(route.MeanSeconds), Words.Number(route.SlowestSeconds)];
            html.Append("<tr>").AppendJoin("", cells.Select(cell => $"<td>{cell}</td>")).Append("</tr>\n");
        }
        html.Append("</table></details>\n");
    }

    private static void AppendEdges(StringBuilder html, IReadOnlyList<WaitEdge> edges)
    {
        if (edges.Count == 0) return;
        html.Append("<details><summary>which thread waits for which</summary><table><tr>")
            .AppendJoin("", new[] { "thread", "in", "lock", "held by", "in", "certain" }.Select(cell => $"<th scope=\"col\">{cell}</th>")).Append("</tr>\n");
        foreach (WaitEdge edge in edges)
        {
            string[] cells =
                [$"{edge.Thread}", Escape(edge.Method), Escape(edge.Lock ?? "?"), $"{edge.Owner}", Escape(edge.OwnerMethod ?? "?"), edge.Certain ? "yes" : "likely"];
            html.Append("<tr>").AppendJoin("", cells.Select(cell => $"<td>{cell}</td>")).Append("</tr>\n");
        }
        html.Append("</table></details>\n");
    }

    private static void Append(StringBuilder html, Finding finding)
    {
        html.Append($"<section><h2>{finding.Id} {Escape(finding.Title)}</h2>\n<p>{Escape(finding.Evidence)}</p>\n");
        foreach (Cause cause in finding.Causes)
        {
            string where = cause.File is null ? "" : $"<br><code>{Escape(cause.File)}:{(cause.Approximate ? "~" : "")}{cause.Line}</code>";
            html.Append($"<div class=\"cause\"><p><a href=\"{Escape(cause.Help)}\">{cause.Id}</a> {Words.Count(cause.Threads, "thread")} in <code>{Escape(cause.Method)}</code>{where}")
                .Append($"<br>in <code>{Escape(cause.Leaf)}</code><br><span class=\"cure\">{Escape(cause.Remedy)}</span></p>\n")
                .Append("<details><summary>stack</summary><pre>").AppendJoin("\n", cause.Stack.Select(Escape)).Append("</pre></details></div>\n");
        }
        html.Append("</section>\n");
    }
}
