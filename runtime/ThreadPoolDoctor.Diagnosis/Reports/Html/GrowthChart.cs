using System.Globalization;
using System.Text;
using ThreadPoolDoctor.Diagnosis.Evidence;
using static ThreadPoolDoctor.Diagnosis.Reports.Html.HtmlText;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>
/// How the pool grew, before the look, too: a step for each worker, where the look began, and as a table with the
/// reasons.
/// </summary>
internal static class GrowthChart
{
    private const double Width = 1000;
    private const double Height = 100;

    // Workers of long ago would press the steps of today into one.
    private const double LongestSeconds = 600;

    public static void Append(StringBuilder html, PoolDiagnosis diagnosis)
    {
        DateTimeOffset end = diagnosis.Observed.StartedAt.AddSeconds(diagnosis.Observed.Seconds);
        List<GrowthStep> steps = [.. diagnosis.Growth.Where(step => (end - step.At).TotalSeconds is >= 0 and <= LongestSeconds)];
        if (steps.Count < 2) return;
        DateTimeOffset begin = steps[0].At < diagnosis.Observed.StartedAt ? steps[0].At : diagnosis.Observed.StartedAt;
        double seconds = Math.Max((end - begin).TotalSeconds, 1e-3);
        string X(DateTimeOffset at) => Number(Math.Clamp((at - begin).TotalSeconds / seconds, 0, 1) * Width);
        string Y(int workers) => Number(Height - 2 - (double)workers / steps[^1].Workers * (Height - 6));

        html.Append("<section><h2>How the pool grew</h2>\n")
            .Append($"<div class=\"chart\"><p><span>workers by when they were started, from {Time(begin)} UTC</span>")
            .Append($"<span class=\"quiet\">shaded: the look</span></p>")
            .Append($"<svg viewBox=\"0 0 {Width} {Height}\" preserveAspectRatio=\"none\" role=\"img\"")
            .Append($" aria-label=\"workers, {steps[0].Workers} to {steps[^1].Workers} in {Words.Number(seconds)} s\">")
            .Append($"<rect x=\"{X(diagnosis.Observed.StartedAt)}\" y=\"0\" width=\"{Number(Math.Min(diagnosis.Observed.Seconds / seconds, 1) * Width)}\" height=\"{Height}\"></rect>")
            .Append($"<path d=\"M0 {Y(steps[0].Workers - 1)}")
            .AppendJoin("", steps.Select(step => $"H{X(step.At)}V{Y(step.Workers)}"))
            .Append($"H{Width}\"></path></svg></div>\n");
        html.Append("<details><summary>steps</summary><table><thead><tr><th scope=\"col\">time, UTC</th><th scope=\"col\">workers</th>")
            .Append("<th scope=\"col\">reason</th></tr></thead><tbody>\n");
        foreach (GrowthStep step in steps)
        {
            html.Append($"<tr><th scope=\"row\">{Time(step.At)}</th><td>{step.Workers}</td><td>{step.Reason}</td></tr>\n");
        }
        html.Append("</tbody></table></details></section>\n");
    }

    private static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("HH:mm:ss.f", CultureInfo.InvariantCulture);
}
