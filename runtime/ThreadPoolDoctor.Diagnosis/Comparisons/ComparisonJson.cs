using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Diagnosis.Comparisons;

/// <summary>A comparison for programs, schema "tpdoctor-comparison/1" (docs/recording.md).</summary>
public static class ComparisonJson
{
    public const string Schema = "tpdoctor-comparison/1";

    private static readonly JsonWriterOptions s_options = new()
    {
        Indented = true,
        // Source names hold < and >; the document is read by programs, not pasted into HTML.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>One JSON document.</summary>
    public static string Write(Comparison comparison, string toolVersion)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, s_options))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("toolVersion", toolVersion);
            json.WriteString("change", comparison.Change.ToString().ToLowerInvariant());
            if (comparison.Throughput is { } throughput) json.WriteNumber("throughput", Math.Round(throughput, 3));
            else json.WriteNull("throughput");
            WriteLook(json, "before", comparison.Before);
            WriteLook(json, "after", comparison.After);
            WriteAll(json, "ailmentsGone", comparison.AilmentsGone, WriteAilment);
            WriteAll(json, "ailmentsNew", comparison.AilmentsNew, WriteAilment);
            WriteAll(json, "causesGone", comparison.Gone, place => WritePlace(json, place));
            WriteAll(json, "causesNew", comparison.New, place => WritePlace(json, place));
            WriteAll(json, "causesChanged", comparison.Changed, place => WritePlace(json, place.After, place.Before.Threads));
            WriteAll(json, "causesUnchanged", comparison.Unchanged, place => WritePlace(json, place));
            json.WriteEndObject();

            void WriteAilment(FoundAilment ailment)
            {
                json.WriteStartObject();
                json.WriteString("id", ailment.Id);
                json.WriteString("title", ailment.Title);
                json.WriteEndObject();
            }
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    private static void WriteLook(Utf8JsonWriter json, string name, LookFacts look)
    {
        json.WriteStartObject(name);
        json.WriteString("program", look.Program);
        json.WriteString("runtime", look.Runtime);
        json.WriteString("startedAt", look.StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ"));
        json.WriteNumber("seconds", look.Seconds);
        json.WriteString("verdict", Labels.Of(look.Verdict));
        json.WriteNumber("workers", look.Workers);
        json.WriteNumber("blockedWorkers", look.BlockedWorkers);
        json.WriteNumber("queueLength", look.QueueLength);
        json.WriteNumber("completedPerSecond", look.CompletedPerSecond);
        json.WriteNumber("cpuUsage", look.CpuUsage);
        json.WriteEndObject();
    }

    private static void WriteAll<T>(Utf8JsonWriter json, string name, IReadOnlyList<T> items, Action<T> write)
    {
        json.WriteStartArray(name);
        foreach (T item in items) write(item);
        json.WriteEndArray();
    }

    private static void WritePlace(Utf8JsonWriter json, BlamedPlace place, long? threadsBefore = null)
    {
        json.WriteStartObject();
        json.WriteString("id", place.Id);
        json.WriteString("method", place.Method);
        json.WriteOptional("file", place.File);
        json.WriteOptional("line", place.Line);
        json.WriteNumber("threads", place.Threads);
        if (threadsBefore is { } before) json.WriteNumber("threadsBefore", before);
        json.WriteEndObject();
    }
}
