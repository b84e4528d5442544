using System.Text;
using System.Text.Json;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>SARIF 2.1.0, for code scanning: one result for each cause, at its line where there is one.</summary>
public static class SarifReport
{
    private const string SchemaUri = "https://json.schemastore.org/sarif-2.1.0.json";

    // What a build server that compiles deterministically writes for the folder of the repository.
    private const string RepositoryRoot = "/_/";

    // The name that code scanning gives to the folder of the repository.
    private const string BaseId = "%SRCROOT%";

    /// <summary>One SARIF log with one run.</summary>
    /// <param name="diagnosis">What to tell.</param>
    /// <param name="toolVersion">Version of the tool.</param>
    /// <param name="folder">The folder that files are told relative to; those elsewhere keep their whole path.</param>
    public static string Write(PoolDiagnosis diagnosis, string toolVersion, string? folder = null)
    {
        string[] roots = folder is null ? [RepositoryRoot] : [RepositoryRoot, folder];
        diagnosis = SourceRoots.Parse(roots.Select(root => root + "="))!.Map(diagnosis);
        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("$schema", SchemaUri);
            json.WriteString("version", "2.1.0");
            json.WriteStartArray("runs");
            json.WriteStartObject();
            WriteTool(json, toolVersion);
            json.WriteStartArray("results");
            foreach (Finding finding in diagnosis.Findings)
            {
                WriteResults(json, finding, diagnosis.Explaining(finding) is not null);
            }
            foreach (Cause cause in diagnosis.Busiest)
            {
                string share = $"{Words.Number(cause.Share * 100)} % of the busy time seen in {cause.Method}.";
                WriteResult(json, cause.Id, share, cause);
            }
            json.WriteEndArray();
            json.WriteEndObject();
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    private static void WriteTool(Utf8JsonWriter json, string version)
    {
        json.WriteStartObject("tool");
        json.WriteStartObject("driver");
        json.WriteString("name", "tpdoctor");
        json.WriteString("version", version);
        json.WriteStartArray("rules");
        foreach (Ailment ailment in Ailments.All)
        {
            json.WriteStartObject();
            json.WriteString("id", ailment.Id);
            json.WriteString("helpUri", ailment.HelpLink);
            json.WriteStartObject("shortDescription");
            json.WriteString("text", ailment.Title);
            json.WriteEndObject();
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    /// <summary>A symptom whose cause was not seen is still a result, without a place.</summary>
    private static void WriteResults(Utf8JsonWriter json, Finding finding, bool explained)
    {
        if (!explained) WriteResult(json, finding.Id, finding.Evidence, null);
        foreach (Cause cause in finding.Causes)
        {
            WriteResult(
                json, cause.Id,
                $"{finding.Title}: {Words.Count(cause.Threads, "thread")} in {cause.Method} in {cause.Leaf}. {cause.Remedy}", cause);
        }
    }

    private static void WriteResult(Utf8JsonWriter json, string rule, string message, Cause? cause)
    {
        json.WriteStartObject();
        json.WriteString("ruleId", rule);
        json.WriteString("level", "warning");
        json.WriteStartObject("message");
        json.WriteString("text", message);
        json.WriteEndObject();
        if (cause is not null) WriteLocation(json, cause);
        json.WriteEndObject();
    }

    /// <summary>Relative to the repository, or, for a whole path, a URI of its own.</summary>
    private static void WriteUri(Utf8JsonWriter json, string path)
    {
        string escaped = Uri.EscapeDataString(path).Replace("%2F", "/", StringComparison.Ordinal);
        bool drive = path.Length > 2 && path[1] == ':' && path[2] == '/';
        if (drive || path.StartsWith('/'))
        {
            json.WriteString("uri", "file://" + (drive ? "/" + path[..2] + escaped[4..] : escaped));
            return;
        }
        json.WriteString("uri", escaped);
        json.WriteString("uriBaseId", BaseId);
    }

    private static void WriteLocation(Utf8JsonWriter json, Cause cause)
    {
        json.WriteStartArray("locations");
        json.WriteStartObject();
        if (cause.File is not null)
        {
            json.WriteStartObject("physicalLocation");
            json.WriteStartObject("artifactLocation");
            WriteUri(json, SourceRoots.Slashes(cause.File));
            json.WriteEndObject();
            json.WriteStartObject("region");
            json.WriteNumber("startLine", Math.Max(1, cause.Line ?? 1));
            json.WriteEndObject();
            json.WriteEndObject();
        }
        json.WriteStartArray("logicalLocations");
        json.WriteStartObject();
        json.WriteString("fullyQualifiedName", cause.Method);
        json.WriteString("kind", "function");
        json.WriteEndObject();
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndArray();
    }
}
