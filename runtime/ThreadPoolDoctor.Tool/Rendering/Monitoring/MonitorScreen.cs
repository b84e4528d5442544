using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection.Monitoring;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Tool.Rendering.Monitoring;

/// <summary>A line of the screen, and the verdict whose colour it bears, if any.</summary>
internal readonly record struct ScreenLine(LineKind Kind, string Text, Verdict? Verdict = null);

/// <summary>The screen of <c>monitor</c> as lines: pure, so that it can be tested without a terminal.</summary>
internal static class MonitorScreen
{
    private const int LabelColumns = 14;

    // What stands to the right of a history at most.
    private const int NumberColumns = 34;

    private const int LongestHistory = 60;

    /// <summary>Lines that fit into the screen; of several processes each gets its part.</summary>
    public static IEnumerable<ScreenLine> Lines(IReadOnlyList<MonitorView> views, int columns, int rows, string footer)
    {
        int history = Math.Clamp(columns - LabelColumns - NumberColumns, 0, LongestHistory);
        // The footer and the line before it; each process has a line between it and the next.
        int each = views.Count == 0 ? 0 : Math.Max(1, (rows - 2) / views.Count);
        foreach (MonitorView view in views)
        {
            foreach (ScreenLine line in Of(view, history).Take(each - 1)) yield return Fit(line, columns);
            yield return new(LineKind.Plain, "");
        }
        yield return Fit(new(LineKind.Quiet, footer), columns);
    }

    private static IEnumerable<ScreenLine> Of(MonitorView view, int history)
    {
        PoolDiagnosis diagnosis = view.Diagnosis;
        yield return new(LineKind.Verdict, Headline(view), diagnosis.Verdict);
        PoolState pool = diagnosis.Pool;
        yield return Row("workers", tick => tick.Workers, 4, $"{pool.Workers}, {pool.BlockedWorkers} blocked");
        yield return Row("queue", tick => tick.QueueLength, 10, $"{Count(pool.QueueLength, "item")} waiting");
        yield return Row("completed", tick => tick.CompletedPerSecond, 10, $"{Number(pool.CompletedPerSecond)} per second");
        yield return Row("processors", tick => tick.CpuUsage, 1, $"{Number(pool.CpuUsage * diagnosis.Process.Capacity)} of {Number(diagnosis.Process.Capacity)} in use");
        foreach (Cause cause in view.Blockers)
        {
            string place = cause.File is null ? "" : $"  {Path.GetFileName(cause.File.Replace('\\', '/'))}:{(cause.Approximate ? "~" : "")}{cause.Line}";
            yield return new(LineKind.Cause, $"  {Count(cause.Threads, "thread"),-12}{cause.Id} {cause.Method}{place}");
        }

        ScreenLine Row(string label, Func<CounterTick, double> value, double least, string numbers) =>
            new(LineKind.Plain, $"  {label,-LabelColumns + 2}{Sparkline.Of([.. view.History.Select(value)], history, least)}  {numbers}");
    }

    private static string Headline(MonitorView view)
    {
        PoolDiagnosis diagnosis = view.Diagnosis;
        string since = diagnosis.Since is { } at ? $" since {at.UtcDateTime:HH:mm:ss} UTC" : "";
        string notice = view.Notice is null ? "" : $" [{view.Notice}]";
        return $"{Labels.Of(diagnosis.Verdict).ToUpperInvariant()}{since}: {diagnosis.Process.Name} (pid {diagnosis.Process.Id},"
            + $" .NET {diagnosis.Process.Runtime}){notice}";
    }

    /// <summary>Cut where the screen ends, and without what could steer the terminal.</summary>
    private static ScreenLine Fit(ScreenLine line, int columns) => line with { Text = ProgressLine.Cut(Visible(line.Text), columns) };
}
