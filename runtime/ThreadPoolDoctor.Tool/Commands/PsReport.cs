using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using ThreadPoolDoctor.Diagnosis;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>The rows of <c>ps</c> as aligned text or as JSON.</summary>
internal static class PsReport
{
    public static void WriteText(IReadOnlyList<PsRow> rows, TextWriter output)
    {
        if (rows.Count == 0)
        {
            output.WriteLine("No .NET process of yours is running.");
            return;
        }
        int name = Math.Max("NAME".Length, rows.Max(row => Words.Visible(row.Name).Length));
        int runtime = Math.Max("RUNTIME".Length, rows.Max(row => row.Runtime?.Length ?? 0));
        output.WriteLine($"{"PID",8}  {"NAME".PadRight(name)}  {"RUNTIME".PadRight(runtime)}  WORKERS  HINT");
        foreach (PsRow row in rows)
        {
            string line = $"{row.Id,8}  {Words.Visible(row.Name).PadRight(name)}  {(row.Runtime ?? "?").PadRight(runtime)}"
                + $"  {row.Workers?.ToString() ?? "?",7}  {row.Hint}";
            output.WriteLine(line.TrimEnd());
        }
    }

    public static string Json(IReadOnlyList<PsRow> rows) => JsonSerializer.Serialize(
        [.. rows.Select(row => new PsJsonRow(
            row.Id, row.Name, row.Runtime, row.Census?.Threads.Count, row.Workers, row.WaitThreads, row.Hint))],
        s_json.PsJsonRowArray);

    // Names hold < and >, and the list is read by programs, not pasted into HTML.
    private static readonly PsJson s_json = new(new JsonSerializerOptions(PsJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });
}

/// <summary>A process in the JSON of <c>ps</c>: numbers that the system does not tell are null.</summary>
internal sealed record PsJsonRow(int Id, string Name, string? Runtime, int? Threads, int? Workers, int? WaitThreads, string Hint);

/// <summary>Writes that JSON with code made when the tool is compiled.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(PsJsonRow[]))]
internal sealed partial class PsJson : JsonSerializerContext;
