using System.Net;
using System.Text;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>One HTML file that needs nothing beside it: no script, no font, no request.</summary>
public static class HtmlReport
{
    private const string Style =
        "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}"
        + "h1{font-size:1.3rem}h2{font-size:1.1rem;margin-top:2rem}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}"
        + "table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:.3rem .6rem;text-align:left;vertical-align:top}"
        + ".cure{color:#116329}.quiet{color:#57606a}details{margin:.3rem 0}"
        + "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#30363d}.cure{color:#3fb950}.quiet{color:#8b949e}}";

    /// <summary>One document; everything that came from the observed process is escaped.</summary>
    public static string Write(PoolDiagnosis diagnosis)
    {
        StringBuilder html = new();
        string headline = Escape(TextReport.Lines(diagnosis).First().Text);
        html.Append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
            .Append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
            .Append("<title>").Append(headline).Append("</title><style>").Append(Style).Append("</style></head><body>\n");
        html.Append("<h1>").Append(headline).Append("</h1>\n<p>").Append(Escape(diagnosis.Summary)).Append("</p>\n");
        AppendPool(html, diagnosis.Pool);
        foreach (Finding finding in diagnosis.Findings) Append(html, finding);
        foreach (string unseen in diagnosis.Unseen) html.Append("<p class=\"quiet\">Not seen: ").Append(Escape(unseen)).Append("</p>\n");
        return html.Append("<p class=\"quiet\">").Append(Escape(TextReport.CostLine(diagnosis))).Append("</p>\n</body></html>\n").ToString();
    }

    private static void AppendPool(StringBuilder html, PoolState pool)
    {
        (string Name, string Value)[] cells =
        [
            ("workers", $"{pool.Workers}"), ("blocked", $"{pool.BlockedWorkers}"), ("queue", $"{pool.QueueLength}"),
            ("completed/s", Words.Number(pool.CompletedPerSecond)), ("processors in use", Words.Number(pool.CpuUsage * 100) + " %"),
            ("threads added/s", Words.Number(pool.ThreadsAddedPerSecond)),
        ];
        html.Append("<table><tr>").AppendJoin("", cells.Select(cell => $"<th>{cell.Name}</th>"))
            .Append("</tr><tr>").AppendJoin("", cells.Select(cell => $"<td>{cell.Value}</td>")).Append("</tr></table>\n");
    }

    private static void Append(StringBuilder html, Finding finding)
    {
        html.Append($"<h2>{finding.Id} {Escape(finding.Title)}</h2>\n<p>{Escape(finding.Evidence)}</p>\n");
        foreach (Cause cause in finding.Causes)
        {
            string where = cause.File is null ? "" : $"<br><code>{Escape(cause.File)}:{(cause.Approximate ? "~" : "")}{cause.Line}</code>";
            html.Append($"<p><a href=\"{Escape(cause.Help)}\">{cause.Id}</a> {Words.Count(cause.Threads, "thread")} in <code>{Escape(cause.Method)}</code>{where}")
                .Append($"<br>in <code>{Escape(cause.Leaf)}</code><br><span class=\"cure\">{Escape(cause.Remedy)}</span></p>\n")
                .Append("<details><summary>stack</summary><pre>").AppendJoin("\n", cause.Stack.Select(Escape)).Append("</pre></details>\n");
        }
    }

    private static string Escape(string text) =>
        WebUtility.HtmlEncode(Words.Visible(text));
}
