using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// The machine-readable report, schema "tpdoctor/1" (docs/json-schema.md, docs/tpdoctor-1.schema.json).
/// </summary>
public static class JsonReport
{
    public const string Schema = "tpdoctor/1";

    private static readonly JsonWriterOptions s_options = new()
    {
        Indented = true,
        // Source names hold < and >; the document is read by programs, not pasted into HTML.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>One JSON document.</summary>
    public static string Write(PoolDiagnosis diagnosis, string toolVersion)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, s_options))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("toolVersion", toolVersion);
            WriteProcess(json, diagnosis.Process);
            WriteObserved(json, diagnosis.Observed);
            json.WriteString("verdict", Labels.Of(diagnosis.Verdict));
            json.WriteOptional("since", diagnosis.Since?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ"));
            json.WriteNumber("starvedSeconds", diagnosis.StarvedSeconds);
            json.WriteOptional("lastSeen", diagnosis.LastSeen?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ"));
            json.WriteString("summary", diagnosis.Summary);
            WritePool(json, diagnosis.Pool);
            WriteThrottling(json, diagnosis.Throttling);
            EvidenceJson.Write(json, diagnosis);
            json.WriteStartArray("findings");
            foreach (Finding finding in diagnosis.Findings) WriteFinding(json, finding);
            json.WriteEndArray();
            json.WriteStartArray("busiest");
            foreach (Cause cause in diagnosis.Busiest) WriteCause(json, cause);
            json.WriteEndArray();
            json.WriteStartArray("unseen");
            foreach (string sentence in diagnosis.Unseen) json.WriteStringValue(sentence);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    private static void WriteProcess(Utf8JsonWriter json, ProcessFacts process)
    {
        json.WriteStartObject("process");
        json.WriteNumber("id", process.Id);
        json.WriteString("name", process.Name);
        json.WriteString("runtime", process.Runtime);
        json.WriteString("os", process.OperatingSystem);
        json.WriteNumber("processors", process.Processors);
        json.WriteOptional("processorLimit", process.ProcessorLimit);
        json.WriteString("threadPool", Labels.Of(process.Pool));
        json.WriteBoolean("bundledPool", process.BundledPool);
        json.WriteEndObject();
    }

    private static void WriteObserved(Utf8JsonWriter json, ObservationCost observed)
    {
        json.WriteStartObject("observed");
        json.WriteString("startedAt", observed.StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ"));
        json.WriteNumber("seconds", Math.Round(observed.Seconds, 2));
        json.WriteNumber("lostEvents", observed.LostEvents);
        json.WriteNumber("suspensions", observed.Suspensions);
        json.WriteNumber("pauseMilliseconds", Math.Round(observed.PauseMilliseconds, 1));
        json.WriteNumber("toolCpuSeconds", Math.Round(observed.ToolCpuSeconds, 2));
        json.WriteNumber("events", observed.Events);
        json.WriteNumber("bytes", observed.Bytes);
        json.WriteEndObject();
    }

    private static void WritePool(Utf8JsonWriter json, PoolState pool)
    {
        json.WriteStartObject("pool");
        json.WriteNumber("workers", pool.Workers);
        json.WriteNumber("blockedWorkers", pool.BlockedWorkers);
        json.WriteNumber("queueLength", pool.QueueLength);
        json.WriteNumber("completedPerSecond", pool.CompletedPerSecond);
        json.WriteNumber("cpuUsage", pool.CpuUsage);
        json.WriteNumber("threadsAddedPerSecond", pool.ThreadsAddedPerSecond);
        json.WriteOptional("injectionReason", pool.InjectionReason);
        json.WriteNumber("waitThreads", pool.WaitThreads);
        json.WriteOptional("minWorkers", pool.MinWorkers);
        json.WriteOptional("maxWorkers", pool.MaxWorkers);
        json.WriteOptional("drainSeconds", pool.DrainSeconds);
        if (pool.Governor is { } governor)
        {
            json.WriteStartObject("governor");
            json.WriteNumber("added", governor.Added);
            json.WriteNumber("minimum", governor.Minimum);
            json.WriteNumber("asked", governor.Asked);
            json.WriteOptional("since", governor.Since?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ"));
            json.WriteEndObject();
        }
        if (pool.Lanes is { } lanes)
        {
            json.WriteStartObject("lanes");
            json.WriteNumber("high", lanes.High);
            json.WriteNumber("normal", lanes.Normal);
            json.WriteNumber("low", lanes.Low);
            json.WriteEndObject();
        }
        json.WriteEndObject();
    }

    private static void WriteThrottling(Utf8JsonWriter json, CpuThrottling? throttling)
    {
        json.WriteStartObject("throttling");
        json.WriteNumber("periods", throttling?.Periods ?? 0);
        json.WriteNumber("throttledPeriods", throttling?.Throttled ?? 0);
        json.WriteEndObject();
    }

    private static void WriteFinding(Utf8JsonWriter json, Finding finding)
    {
        json.WriteStartObject();
        json.WriteString("id", finding.Id);
        json.WriteString("title", finding.Title);
        json.WriteString("evidence", finding.Evidence);
        json.WriteStartArray("causes");
        foreach (Cause cause in finding.Causes) WriteCause(json, cause);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteCause(Utf8JsonWriter json, Cause cause)
    {
        json.WriteStartObject();
        json.WriteString("id", cause.Id);
        json.WriteString("method", cause.Method);
        json.WriteOptional("file", cause.File);
        json.WriteOptional("line", cause.Line);
        json.WriteBoolean("approximate", cause.Approximate);
        json.WriteNumber("threads", cause.Threads);
        json.WriteNumber("share", cause.Share);
        json.WriteStartArray("symptoms");
        foreach (string symptom in cause.Symptoms) json.WriteStringValue(symptom);
        json.WriteEndArray();
        json.WriteString("leaf", cause.Leaf);
        json.WriteString("remedy", cause.Remedy);
        json.WriteString("help", cause.Help);
        json.WriteStartArray("stack");
        foreach (string frame in cause.Stack) json.WriteStringValue(frame);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
