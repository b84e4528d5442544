using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// The time that pool threads spent blocked, as a file for speedscope.app, which shows flame graphs: one sample a
/// stack, weighed by the seconds that threads sat in it.
/// </summary>
public static class SpeedscopeReport
{
    // Source names hold < and >; the document is read by a program.
    private static readonly JsonWriterOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>One JSON document.</summary>
    public static string Write(Recording recording, string toolVersion)
    {
        recording = Plausible.Of(recording);
        IReadOnlyList<BlockedStack> stacks = BlockedTime.Of(recording);
        List<Frame> frames = [];
        Dictionary<Frame, int> ids = [];
        int[][] samples = [.. stacks.Select(stack => stack.Stack.Reverse().Select(IdOf).ToArray())];

        using MemoryStream buffer = new();
        using (Utf8JsonWriter json = new(buffer, s_options))
        {
            string title = $"Blocked pool threads of {Words.Visible(recording.Process.Name)} (pid {recording.Process.Id})";
            json.WriteStartObject();
            json.WriteString("$schema", "https://www.speedscope.app/file-format-schema.json");
            json.WriteString("version", "0.0.1");
            json.WriteString("exporter", $"dotnet-tpdoctor {toolVersion}");
            json.WriteString("name", title);
            json.WriteNumber("activeProfileIndex", 0);
            WriteFrames(json, frames);
            WriteProfile(json, title, stacks, samples);
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(buffer.ToArray());

        int IdOf(Frame frame)
        {
            if (ids.TryGetValue(frame, out int id)) return id;
            frames.Add(frame);
            return ids[frame] = frames.Count - 1;
        }
    }

    private static void WriteFrames(Utf8JsonWriter json, List<Frame> frames)
    {
        json.WriteStartObject("shared");
        json.WriteStartArray("frames");
        foreach (Frame frame in frames)
        {
            json.WriteStartObject();
            json.WriteString("name", Words.Visible(frame.DisplayName));
            if (frame.File is { } file) json.WriteString("file", Words.Visible(file));
            if (frame.Line is { } line) json.WriteNumber("line", line);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteProfile(Utf8JsonWriter json, string title, IReadOnlyList<BlockedStack> stacks, int[][] samples)
    {
        json.WriteStartArray("profiles");
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", title);
        json.WriteString("unit", "seconds");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", Math.Round(stacks.Sum(stack => stack.Seconds), 3));
        json.WriteStartArray("samples");
        foreach (int[] sample in samples)
        {
            json.WriteStartArray();
            foreach (int frame in sample) json.WriteNumberValue(frame);
            json.WriteEndArray();
        }
        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (BlockedStack stack in stacks) json.WriteNumberValue(Math.Round(stack.Seconds, 3));
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndArray();
    }
}
