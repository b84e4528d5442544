using System.Text;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Reports.Html.HtmlText;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>
/// The readings of the look as charts one below the other, with the times in which work waited, and as a table. A
/// slider shows the numbers of one moment.
/// </summary>
internal static class Timeline
{
    private const double Width = 1000;
    private const double Height = 100;

    private static readonly (string Name, Func<CounterTick, double> Value)[] s_series =
    [
        ("threads", tick => tick.Workers),
        ("queue", tick => tick.QueueLength),
        ("completed per second", tick => tick.CompletedPerSecond),
        ("processors in use, %", tick => tick.CpuUsage * 100),
    ];

    public static void Append(StringBuilder html, Recording recording)
    {
        html.Append("<section><h2>Time line</h2>\n");
        if (recording.Ticks.Count < 2) html.Append("<p class=\"quiet\">There were fewer than two readings.</p>\n");
        else AppendCharts(html, recording);
        html.Append("</section>\n");
    }

    private static void AppendCharts(StringBuilder html, Recording recording)
    {
        IReadOnlyList<CounterTick> ticks = recording.Ticks;
        double seconds = Math.Max(ticks.Max(tick => tick.At), 1e-3);
        string waiting = string.Concat(StarvedTime.Spans(recording).Select(span =>
            $"<rect x=\"{X(span.From, seconds)}\" y=\"0\""
            + $" width=\"{Number(Math.Max(0, span.Seconds) / seconds * Width)}\" height=\"{Height}\"></rect>"));
        html.Append("<p class=\"key\"><span class=\"starved\"></span> work waited for longer than a moment</p>\n");
        foreach ((string name, Func<CounterTick, double> value) in s_series)
        {
            double most = ticks.Max(value);
            string line = string.Join('L', ticks.Select(tick => $"{X(tick.At, seconds)} {Y(value(tick), most)}"));
            html.Append($"<div class=\"chart\"><p><span>{name}</span>")
                .Append($"<span class=\"quiet\">most {Words.Number(most)}</span></p>")
                .Append($"<svg viewBox=\"0 0 {Width} {Height}\" preserveAspectRatio=\"none\" role=\"img\"")
                .Append($" aria-label=\"{name}, {Words.Number(ticks.Min(value))} to {Words.Number(most)}\">")
                .Append(waiting).Append($"<path d=\"M{line}\"></path>")
                .Append($"<line x1=\"0\" x2=\"0\" y1=\"0\" y2=\"{Height}\"></line></svg></div>\n");
        }
        int last = ticks.Count - 1;
        html.Append("<label class=\"keys\" for=\"moment\">Moment</label>")
            .Append($"<input id=\"moment\" type=\"range\" min=\"0\" max=\"{last}\" step=\"1\" value=\"{last}\">\n")
            .Append("<p id=\"reading\" aria-live=\"polite\"></p>\n");
        AppendTable(html, ticks, seconds);
    }

    private static void AppendTable(StringBuilder html, IReadOnlyList<CounterTick> ticks, double seconds)
    {
        html.Append("<details><summary>readings</summary><table id=\"readings\"><thead><tr><th scope=\"col\">second</th>")
            .AppendJoin("", s_series.Select(series => $"<th scope=\"col\">{series.Name}</th>")).Append("</tr></thead><tbody>\n");
        foreach (CounterTick tick in ticks)
        {
            html.Append($"<tr data-x=\"{X(tick.At, seconds)}\"><th scope=\"row\">{Words.Number(tick.At)}</th>")
                .AppendJoin("", s_series.Select(series => $"<td>{Words.Number(series.Value(tick))}</td>")).Append("</tr>\n");
        }
        html.Append("</tbody></table></details>\n");
    }

    /// <summary>Downwards, with room for the line itself.</summary>
    private static string Y(double value, double most) =>
        Number(Height - 2 - (most <= 0 ? 0 : Math.Max(0, value) / most * (Height - 6)));

    private static string X(double at, double seconds) => Number(Math.Clamp(at / seconds, 0, 1) * Width);
}
