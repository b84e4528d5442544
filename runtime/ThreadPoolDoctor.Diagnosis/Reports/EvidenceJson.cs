using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;

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
        WriteRequests(json, diagnosis.Requests);
        json.WriteStartArray("heldRequests");
        foreach (HeldRequests held in diagnosis.HeldRequests)
        {
            json.WriteStartObject();
            json.WriteString("method", held.Method);
            json.WriteOptional("file", held.File);
            json.WriteOptional("line", held.Line);
            json.WriteNumber("workers", held.Workers);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("awaited");
        foreach (AwaitedTask task in diagnosis.Awaited) WriteAwaited(json, task);
        json.WriteEndArray();
        json.WriteStartArray("waitsFor");
        foreach (WaitEdge edge in diagnosis.WaitsFor) WriteEdge(json, edge);
        json.WriteEndArray();
        json.WriteStartArray("deadlocks");
        foreach (IReadOnlyList<WaitEdge> circle in diagnosis.Deadlocks)
        {
            json.WriteStartArray();
            foreach (WaitEdge edge in circle) json.WriteNumberValue(edge.Thread);
            json.WriteEndArray();
        }
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

    private static void WriteRequests(Utf8JsonWriter json, RequestFacts? requests)
    {
        if (requests is null)
        {
            json.WriteNull("requests");
            return;
        }
        json.WriteStartObject("requests");
        json.WriteNumber("seconds", Math.Round(requests.Seconds, 2));
        json.WriteNumber("ended", requests.Ended);
        json.WriteNumber("underWay", requests.UnderWay);
        json.WriteNumber("queuedConnections", requests.QueuedConnections);
        json.WriteStartArray("routes");
        foreach (RouteFacts route in requests.Routes)
        {
            json.WriteStartObject();
            json.WriteString("method", route.Method);
            json.WriteString("route", route.Route);
            json.WriteNumber("ended", route.Ended);
            json.WriteNumber("failed", route.Failed);
            json.WriteNumber("meanSeconds", Math.Round(route.MeanSeconds, 3));
            json.WriteNumber("slowestSeconds", Math.Round(route.SlowestSeconds, 3));
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static readonly Dictionary<Completion, string> s_completions = new()
    {
        [Completion.Unknown] = "unknown",
        [Completion.WorkItem] = "work item",
        [Completion.Timer] = "timer",
        [Completion.InputOutput] = "input or output",
        [Completion.OtherCode] = "other code",
    };

    private static void WriteAwaited(Utf8JsonWriter json, AwaitedTask task)
    {
        json.WriteStartObject();
        json.WriteString("method", task.Method);
        WriteNames(json, "through", task.Through);
        WriteNames(json, "completedBy", task.CompletedBy);
        json.WriteString("completion", s_completions[task.Completion]);
        json.WriteOptional("needsWorker", task.NeedsWorker);
        json.WriteNumber("workers", task.Workers);
        json.WriteEndObject();
    }

    private static void WriteEdge(Utf8JsonWriter json, WaitEdge edge)
    {
        json.WriteStartObject();
        json.WriteNumber("thread", edge.Thread);
        json.WriteString("method", edge.Method);
        json.WriteOptional("file", edge.File);
        json.WriteOptional("line", edge.Line);
        json.WriteBoolean("approximate", edge.Approximate);
        json.WriteOptional("lock", edge.Lock);
        json.WriteNumber("owner", edge.Owner);
        json.WriteOptional("ownerMethod", edge.OwnerMethod);
        json.WriteBoolean("certain", edge.Certain);
        json.WriteEndObject();
    }

    private static void WriteNames(Utf8JsonWriter json, string name, IReadOnlyList<string> names)
    {
        json.WriteStartArray(name);
        foreach (string one in names) json.WriteStringValue(one);
        json.WriteEndArray();
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
