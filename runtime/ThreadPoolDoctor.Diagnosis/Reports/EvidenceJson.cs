using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Evidence;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>The deeper evidence as properties of the JSON report.</summary>
internal static class EvidenceJson
{
    public static void Write(Utf8JsonWriter json, PoolDiagnosis diagnosis)
    {
        WriteDelay(json, diagnosis.QueueDelay);
        json.WriteStartArray("queuedBy");
        foreach (Queuer queuer in diagnosis.QueuedBy) WriteQueuer(json, queuer);
        json.WriteEndArray();
        json.WriteStartArray("growth");
        foreach (GrowthStep step in diagnosis.Growth)
        {
            json.WriteStartObject();
            json.WriteString("at", step.At.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ"));
            json.WriteNumber("workers", step.Workers);
            json.WriteOptional("reason", step.Reason);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("advice");
        foreach (Advice advice in diagnosis.Advice)
        {
            json.WriteStartObject();
            json.WriteString("setting", advice.Setting);
            json.WriteOptional("workers", advice.Workers);
            json.WriteString("text", advice.Text);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteDelay(Utf8JsonWriter json, QueueDelay? delay)
    {
        if (delay is null)
        {
            json.WriteNull("queueDelay");
            return;
        }
        json.WriteStartObject("queueDelay");
        json.WriteNumber("items", delay.Items);
        json.WriteNumber("started", delay.Started);
        WritePercentile(json, "p50", delay.Half);
        WritePercentile(json, "p95", delay.Twentieth);
        WritePercentile(json, "p99", delay.Hundredth);
        json.WriteEndObject();
    }

    private static void WritePercentile(Utf8JsonWriter json, string name, Delay delay)
    {
        json.WriteStartObject(name);
        json.WriteNumber("seconds", Math.Round(delay.Seconds, 3));
        json.WriteBoolean("atLeast", delay.AtLeast);
        json.WriteEndObject();
    }

    private static void WriteQueuer(Utf8JsonWriter json, Queuer queuer)
    {
        json.WriteStartObject();
        json.WriteString("method", queuer.Method);
        json.WriteOptional("file", queuer.File);
        json.WriteOptional("line", queuer.Line);
        json.WriteBoolean("approximate", queuer.Approximate);
        json.WriteNumber("items", queuer.Items);
        json.WriteNumber("share", queuer.Share);
        json.WriteStartArray("stack");
        foreach (string frame in queuer.Stack) json.WriteStringValue(frame);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
