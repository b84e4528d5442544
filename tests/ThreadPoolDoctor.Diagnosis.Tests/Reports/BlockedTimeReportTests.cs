using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tests;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Reports;

/// <summary>Blocked time for flame graphs: speedscope's file and folded stacks.</summary>
public class BlockedTimeReportTests
{
    /// <summary>speedscope's src/lib/file-format-spec.ts, of the parts that are written.</summary>
    private const string Schema = """
        {
          "type": "object", "additionalProperties": false, "required": ["$schema", "version", "shared", "profiles"],
          "properties": {
            "$schema": { "const": "https://www.speedscope.app/file-format-schema.json" },
            "version": { "type": "string" }, "exporter": { "type": "string" }, "name": { "type": "string" },
            "activeProfileIndex": { "type": "integer", "minimum": 0 },
            "shared": { "type": "object", "required": ["frames"], "properties": { "frames": { "type": "array", "items": {
              "type": "object", "required": ["name"], "additionalProperties": false,
              "properties": { "name": { "type": "string" }, "file": { "type": "string" }, "line": { "type": "integer" } } } } } },
            "profiles": { "type": "array", "items": {
              "type": "object", "required": ["type", "name", "unit", "startValue", "endValue", "samples", "weights"],
              "properties": {
                "type": { "const": "sampled" }, "name": { "type": "string" }, "unit": { "enum": ["seconds"] },
                "startValue": { "type": "number" }, "endValue": { "type": "number" },
                "samples": { "type": "array", "items": { "type": "array", "items": { "type": "integer", "minimum": 0 } } },
                "weights": { "type": "array", "items": { "type": "number", "minimum": 0 } } } } }
          }
        }
        """;

    private static IReadOnlyList<Frame> Waiting { get; } = On(Bcl("System.Threading.Monitor", "Wait"), User("Take", 12));

    private static Recording Mixed() => new Case().Workers(3, Sleeping).Workers(1, Waiting).Workers(2, Idle).Workers(1, Computing, cpuSeconds: 3)
        .Queue(4, 10, 30, 60).Record();

    [Fact]
    public void Nothing_blocked_is_an_empty_profile()
    {
        Recording idle = new Case().Workers(2, Idle).Queue(0, 0, 0).Record();

        FoldedReport.Write(idle).ShouldBeEmpty();
        using JsonDocument file = JsonDocument.Parse(SpeedscopeReport.Write(idle, "1.0.0"));
        file.RootElement.GetProperty("profiles")[0].GetProperty("samples").GetArrayLength().ShouldBe(0);
    }

    [Fact]
    public Task The_folded_stacks_of_blocked_workers() => Verifier.Verify(FoldedReport.Write(Mixed()));

    [Fact]
    public Task The_speedscope_file_of_blocked_workers() => Verifier.Verify(SpeedscopeReport.Write(Mixed(), "0.0.0-test"));

    [Fact]
    public void A_speedscope_file_is_one_by_its_schema_and_fits_together()
    {
        string file = SpeedscopeReport.Write(Mixed(), "1.0.0");

        JsonSchema.Errors(Schema, file).ShouldBeEmpty();
        using JsonDocument document = JsonDocument.Parse(file);
        JsonElement profile = document.RootElement.GetProperty("profiles")[0];
        profile.GetProperty("weights").GetArrayLength().ShouldBe(profile.GetProperty("samples").GetArrayLength());
        int frames = document.RootElement.GetProperty("shared").GetProperty("frames").GetArrayLength();
        profile.GetProperty("samples").EnumerateArray().SelectMany(sample => sample.EnumerateArray()).ShouldAllBe(frame => frame.GetInt32() < frames);
    }

    [Fact]
    public void A_worker_that_was_blocked_all_along_counts_with_the_whole_look()
    {
        string[] lines = FoldedReport.Write(new Case { Seconds = 8 }.Workers(1, Sleeping).Queue(4, 10, 30).Record()).Split('\n');

        lines.ShouldBe(["System.Threading.Thread.StartCallback;System.Threading.PortableThreadPool.WorkerThread.WorkerThreadStart;"
            + "System.Threading.ThreadPoolWorkQueue.Dispatch;Shop.Orders.Load(int);System.Threading.Thread.Sleep(int) 8000", ""]);
    }
}
