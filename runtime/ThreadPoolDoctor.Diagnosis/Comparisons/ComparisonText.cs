using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Comparisons;

/// <summary>A comparison for people.</summary>
public static class ComparisonText
{
    private const int MostPlaces = 20;

    // Wide enough for any label of a row, and for any verdict.
    private const int LabelWidth = 18;
    private const int ColumnWidth = 14;

    private static readonly Dictionary<Change, string> s_changes = new()
    {
        [Change.Same] = "SAME",
        [Change.Better] = "BETTER",
        [Change.Worse] = "WORSE",
    };

    /// <summary>The lines, without control characters of the observed processes.</summary>
    public static string Write(Comparison comparison) =>
        string.Concat(Lines(comparison).Select(line => Visible(line).TrimEnd() + "\n"));

    private static IEnumerable<string> Lines(Comparison comparison)
    {
        (LookFacts before, LookFacts after) = (comparison.Before, comparison.After);
        yield return $"{s_changes[comparison.Change]}: {Labels.Of(before.Verdict)} before, {Labels.Of(after.Verdict)} after";
        yield return "  before  " + Look(before);
        yield return "  after   " + Look(after);
        if (before.Program != after.Program) yield return "  Note: these are looks at two different programs.";
        yield return "";
        yield return Row("", "before", "after");
        yield return Row("verdict", Labels.Of(before.Verdict), Labels.Of(after.Verdict));
        yield return Row("workers", Count(before.Workers), Count(after.Workers));
        yield return Row("blocked", Count(before.BlockedWorkers), Count(after.BlockedWorkers));
        yield return Row("waiting items", Count(before.QueueLength), Count(after.QueueLength));
        yield return Row("completed per s", Number(before.CompletedPerSecond), Number(after.CompletedPerSecond), Times(comparison.Throughput));
        yield return Row("processors in use", Percent(before.CpuUsage), Percent(after.CpuUsage));
        foreach (string line in Ailments("No more", comparison.AilmentsGone)) yield return line;
        foreach (string line in Ailments("New", comparison.AilmentsNew)) yield return line;
        foreach (string line in Places("Causes gone", comparison.Gone)) yield return line;
        foreach (string line in Places("Causes new", comparison.New)) yield return line;
        foreach (string line in Section("Causes changed", comparison.Changed, place => $"{place.Before.Threads} -> {Place(place.After)}")) yield return line;
        foreach (string line in Places("Causes that remain as they were", comparison.Unchanged)) yield return line;
    }

    private static string Look(LookFacts look) => string.Create(CultureInfo.InvariantCulture,
        $"{look.Program} (.NET {look.Runtime}), {look.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {look.Seconds:0.0} s");

    private static string Row(string label, string before, string after, string note = "") =>
        $"  {label.PadRight(LabelWidth)}{before.PadRight(ColumnWidth)}{after.PadRight(ColumnWidth)}{note}";

    private static string Times(double? throughput) => throughput switch
    {
        null or > 0.95 and < 1.05 => "",
        { } times => $"{Number(times)} times as many",
    };

    private static string Count(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    private static string Percent(double share) => Number(share * 100) + " %";

    private static IEnumerable<string> Ailments(string title, IReadOnlyList<FoundAilment> ailments) =>
        Section(title, ailments, ailment => $"{ailment.Id} {ailment.Title}");

    private static IEnumerable<string> Places(string title, IReadOnlyList<BlamedPlace> places) => Section(title, places, Place);

    private static IEnumerable<string> Section<T>(string title, IReadOnlyList<T> items, Func<T, string> line)
    {
        if (items.Count == 0) yield break;
        yield return "";
        yield return title;
        foreach (T item in items.Take(MostPlaces)) yield return "  " + line(item);
        if (items.Count > MostPlaces) yield return $"  and {items.Count - MostPlaces} more (see --format json)";
    }

    private static string Place(BlamedPlace place) =>
        $"{Words.Count(place.Threads, "thread")} in {place.Method} ({place.Id}){(place.File is null ? "" : $"  {place.File}:{place.Line}")}";
}
