using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
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
        int name = Math.Max("NAME".Length, rows.Max(row => row.Name.Length)); // as long when made visible
        int runtime = Math.Max("RUNTIME".Length, rows.Max(row => row.Runtime?.Length ?? 0));
        output.WriteLine($"{"PID",8}  {"NAME".PadRight(name)}  {"RUNTIME".PadRight(runtime)}  WORKERS  HINT");
        foreach (PsRow row in rows)
        {
            string line = $"{row.Id,8}  {Words.Visible(row.Name).PadRight(name)}  {(row.Runtime ?? "?").PadRight(runtime)}"
                + $"  {row.Workers?.ToString() ?? "?",7}  {row.Hint}";
            output.WriteLine(line.TrimEnd());
        }
    }

    public static string Json(IReadOnlyList<PsRow> rows)
    {
        using MemoryStream buffer = new();
        JsonWriterOptions options = new() { Indented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        using (Utf8JsonWriter json = new(buffer, options))
        {
            json.WriteStartArray();
            foreach (PsRow row in rows) Write(json, row);
            json.WriteEndArray();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());
    }

    private static void Write(Utf8JsonWriter json, PsRow row)
    {
        json.WriteStartObject();
        json.WriteNumber("id", row.Id);
        json.WriteString("name", row.Name);
        json.WriteString("runtime", row.Runtime);
        WriteNumber(json, "threads", row.Census?.Threads.Count);
        WriteNumber(json, "workers", row.Workers);
        WriteNumber(json, "waitThreads", row.WaitThreads);
        json.WriteString("hint", row.Hint);
        json.WriteEndObject();
    }

    private static void WriteNumber(Utf8JsonWriter json, string name, int? value)
    {
        if (value is { } number) json.WriteNumber(name, number);
        else json.WriteNull(name);
    }
}
