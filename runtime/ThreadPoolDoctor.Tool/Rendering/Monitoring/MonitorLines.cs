using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection.Monitoring;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Tool.Rendering.Monitoring;

/// <summary>
/// What <c>monitor</c> writes where there is no screen: a line a second for each process, for people or as JSON.
/// </summary>
internal static class MonitorLines
{
    public const string Schema = "tpdoctor-monitor/1";

    private static readonly JsonWriterOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>One line for a person.</summary>
    public static string Text(MonitorView view)
    {
        PoolState pool = view.Diagnosis.Pool;
        string blocker = view.Blockers is [var worst, ..] ? $"  {Count(worst.Threads, "thread")} in {worst.Method}{Place(worst)}" : "";
        return Visible(string.Create(CultureInfo.InvariantCulture,
            $"{view.At.UtcDateTime:HH:mm:ss} {view.Diagnosis.Process.Name} ({view.Diagnosis.Process.Id}) {Labels.Of(view.Diagnosis.Verdict)}"
            + $"  workers {pool.Workers} ({pool.BlockedWorkers} blocked)  queue {pool.QueueLength}  completed {Number(pool.CompletedPerSecond)}/s"
            + $"  processors {Number(pool.CpuUsage * 100)} %{blocker}"));
    }

    /// <summary>One JSON document without line ends.</summary>
    public static string Json(MonitorView view)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, s_options))
        {
            PoolState pool = view.Diagnosis.Pool;
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("at", view.At.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture));
            json.WriteNumber("id", view.Diagnosis.Process.Id);
            json.WriteString("name", view.Diagnosis.Process.Name);
            json.WriteString("verdict", Labels.Of(view.Diagnosis.Verdict));
            json.WriteNumber("workers", pool.Workers);
            json.WriteNumber("blockedWorkers", pool.BlockedWorkers);
            json.WriteNumber("queueLength", pool.QueueLength);
            json.WriteNumber("completedPerSecond", pool.CompletedPerSecond);
            json.WriteNumber("cpuUsage", pool.CpuUsage);
            json.WriteStartArray("blockers");
            foreach (Cause cause in view.Blockers) WriteCause(json, cause);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    private static void WriteCause(Utf8JsonWriter json, Cause cause)
    {
        json.WriteStartObject();
        json.WriteString("id", cause.Id);
        json.WriteString("method", cause.Method);
        json.WriteOptional("file", cause.File);
        json.WriteOptional("line", cause.Line);
        json.WriteNumber("threads", cause.Threads);
        json.WriteEndObject();
    }

    private static string Place(Cause cause) => cause.File is null ? "" : $" {cause.File}:{(cause.Approximate ? "~" : "")}{cause.Line}";
}
