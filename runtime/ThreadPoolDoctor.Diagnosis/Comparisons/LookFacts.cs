using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Recordings.Files;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Diagnosis.Comparisons;

/// <summary>What one look found, as far as two looks are compared: read from a report of schema tpdoctor/1.</summary>
public sealed record LookFacts
{
    // More than any report has; a report may come from anybody.
    private const int MostFindings = 1_000;
    private const int MostCauses = 10_000;

    /// <summary>Name of the program.</summary>
    public required string Program { get; init; }

    /// <summary>Version of its runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>When the look began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How long it lasted.</summary>
    public required double Seconds { get; init; }

    public required Verdict Verdict { get; init; }

    public required long Workers { get; init; }

    public required long BlockedWorkers { get; init; }

    public required long QueueLength { get; init; }

    public required double CompletedPerSecond { get; init; }

    /// <summary>Share of the processors in use, 0 to 1.</summary>
    public required double CpuUsage { get; init; }

    /// <summary>What was found, worst first.</summary>
    public required IReadOnlyList<FoundAilment> Findings { get; init; }

    /// <summary>The places to blame, worst first: one for each ailment and method.</summary>
    public required IReadOnlyList<BlamedPlace> Places { get; init; }

    /// <summary>Reads a report. Throws InvalidDataException, whose message is a clause, for whatever is none.</summary>
    public static LookFacts Parse(ReadOnlyMemory<byte> report)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(report);
            return Of(document.RootElement);
        }
        catch (Exception broken) when (broken is JsonException or FormatException or InvalidOperationException or KeyNotFoundException)
        {
            throw new InvalidDataException("it is damaged, or ends too early", broken);
        }
    }

    private static LookFacts Of(JsonElement report)
    {
        if (report.ValueKind != JsonValueKind.Object || report.MaybeText("schema") != JsonReport.Schema)
        {
            throw new InvalidDataException($"its schema is not {JsonReport.Schema}");
        }
        JsonElement process = report.GetProperty("process");
        JsonElement observed = report.GetProperty("observed");
        JsonElement pool = report.GetProperty("pool");
        List<JsonElement> findings = [.. report.Items("findings", MostFindings)];
        return new()
        {
            Program = process.Text("name"),
            Runtime = process.Text("runtime"),
            StartedAt = observed.GetProperty("startedAt").GetDateTimeOffset(),
            Seconds = Finite(observed, "seconds"),
            Verdict = Labels.Parse(report.Text("verdict")) ?? throw new InvalidDataException("its verdict is none that is known"),
            Workers = pool.Long("workers"),
            BlockedWorkers = pool.Long("blockedWorkers"),
            QueueLength = pool.Long("queueLength"),
            CompletedPerSecond = Finite(pool, "completedPerSecond"),
            CpuUsage = Finite(pool, "cpuUsage"),
            Findings = [.. findings.Select(finding => new FoundAilment(finding.Text("id"), finding.Text("title")))],
            Places = Together(findings.SelectMany(finding => finding.Items("causes", MostCauses)).Select(PlaceOf)),
        };
    }

    private static double Finite(JsonElement item, string name) =>
        item.Double(name) is var number && double.IsFinite(number) ? number : throw new FormatException();

    private static BlamedPlace PlaceOf(JsonElement cause) => new(
        cause.Text("id"), cause.Text("method"), cause.MaybeText("file"), cause.MaybeInt("line"), cause.Int("threads"));

    /// <summary>A method may be to blame in several lines, and lines move with every change: it is one place.</summary>
    private static IReadOnlyList<BlamedPlace> Together(IEnumerable<BlamedPlace> places) => [.. places
        .GroupBy(place => (place.Id, place.Method))
        .Select(group => group.First() with { Threads = group.Sum(place => place.Threads) })
        .OrderByDescending(place => place.Threads)];
}

/// <summary>An ailment that was found.</summary>
public sealed record FoundAilment(string Id, string Title);

/// <summary>A place in the code that makes the pool ill.</summary>
/// <param name="Id">The ailment.</param>
/// <param name="Method">The method, as a person would write it.</param>
/// <param name="File">Source file, or null.</param>
/// <param name="Line">The line of it that holds most threads, or null.</param>
/// <param name="Threads">Threads that sit there.</param>
public sealed record BlamedPlace(string Id, string Method, string? File, int? Line, long Threads);
