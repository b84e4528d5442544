using System.Text;
using System.Text.Json;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// What was seen blocking, for the editor: added to a project as the additional file threadpooldoctor.evidence.json it
/// makes the analyzer say how many pool threads a line was seen to block, and raise that diagnostic.
/// </summary>
public static class EvidenceReport
{
    public const string Schema = "tpdoctor-evidence/1";

    /// <summary>One JSON document; no paths but those of the sources, nothing of the process but its name.</summary>
    public static string Write(PoolDiagnosis diagnosis)
    {
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("process", diagnosis.Process.Name);
            json.WriteString("seenAt", diagnosis.Observed.StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ"));
            json.WriteStartArray("seen");
            foreach (Cause cause in Distinct(diagnosis)) WriteCause(json, cause);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    /// <summary>One cause may stand under several symptoms; it was seen once.</summary>
    private static IEnumerable<Cause> Distinct(PoolDiagnosis diagnosis) => diagnosis.Findings
        .SelectMany(finding => finding.Causes)
        .DistinctBy(cause => (cause.Id, cause.Method, cause.File, cause.Line));

    private static void WriteCause(Utf8JsonWriter json, Cause cause)
    {
        json.WriteStartObject();
        json.WriteString("id", cause.Id);
        json.WriteString("member", cause.Member ?? "");
        json.WriteString("method", cause.Method);
        json.WriteString("file", cause.File ?? "");
        json.WriteNumber("line", cause.Line ?? 0);
        json.WriteNumber("threads", cause.Threads);
        json.WriteString("leaf", cause.Leaf);
        json.WriteEndObject();
    }
}
