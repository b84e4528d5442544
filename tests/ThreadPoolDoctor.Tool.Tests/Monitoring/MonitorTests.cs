using System.Text.Json;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tests;
using ThreadPoolDoctor.Tool.Collection.Monitoring;
using ThreadPoolDoctor.Tool.Rendering.Monitoring;

namespace ThreadPoolDoctor.Tool.Tests.Monitoring;

/// <summary>What a monitor shows, without a terminal and without a process.</summary>
public class MonitorTests
{
    private static readonly DateTimeOffset s_start = new(2026, 11, 21, 2, 24, 0, TimeSpan.Zero);

    private static readonly Frame[] s_sleeping =
    [
        Bcl("System.Threading.Thread", "Sleep", "void  (int32)"),
        new("Shop", "Shop.Orders", "Load", "void  (int32)") { File = "/src/Shop/Orders.cs", Line = 29 },
        Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"),
        Bcl("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"),
    ];

    [Fact]
    public void A_history_is_flat_where_nothing_happens_and_blank_where_nothing_was_seen() =>
        Sparkline.Of([0, 0, 1], 5, least: 10).ShouldBe("  ▁▁▂");

    [Fact]
    public void A_history_ends_with_the_newest_and_keeps_its_peaks()
    {
        string line = Sparkline.Of([.. Enumerable.Range(0, 100).Select(i => i == 50 ? 80.0 : i % 3)], 20, least: 1);

        line.Length.ShouldBe(20);
        line.ShouldContain("█");
        Sparkline.Of([1, 2, 4, 8], 4, least: 1).ShouldBe("▂▃▅█");
        Sparkline.Of([1, 2], 0, least: 1).ShouldBe("");
    }

    [Fact]
    public Task The_screen_of_two_processes() => Verifier.Verify(Screen([Starving(), Healthy()], 90, 24));

    [Fact]
    public void A_screen_never_grows_beyond_the_terminal()
    {
        foreach ((int columns, int rows) in ((int, int)[])[(20, 4), (40, 8), (80, 24), (200, 60)])
        {
            string[] lines = Screen([Starving(), Healthy(), Starving()], columns, rows).TrimEnd('\n').Split('\n');

            lines.Length.ShouldBeLessThanOrEqualTo(rows + 1, $"{columns} x {rows}");
            lines.ShouldAllBe(line => line.Length <= columns);
        }
    }

    [Fact]
    public Task The_lines_of_two_processes() => Verifier.Verify(string.Join('\n',
        MonitorLines.Text(Starving()), MonitorLines.Text(Healthy()), MonitorLines.Json(Starving()), MonitorLines.Json(Healthy())));

    [Fact]
    public void A_name_cannot_steer_the_terminal_nor_break_a_line()
    {
        MonitorView hostile = View(Seen(10, 30, 60) with { Process = new(7, "\u001b[2Jshop\n\a", "10.0.12", "linux", 2, PoolKind.Portable) });

        Screen([hostile], 90, 24).ShouldNotContain("\u001b");
        MonitorLines.Text(hostile).ShouldNotContain("\n");
        string json = MonitorLines.Json(hostile);
        json.ShouldNotContain("\n");
        JsonDocument.Parse(json).Dispose();
    }

    [Fact]
    public void The_verdict_is_on_the_last_seconds()
    {
        RollingRecording rolling = new();
        Recording peek = Seen(500);
        for (double now = 0.5; now <= 60; now += 0.5)
        {
            // Starved for half a minute, and well since.
            CounterTick tick = now < 30 ? new(now, 3, 500, 4, 0, 0) : new(now, 3, 0, 900, 0.2, 0);
            peek = Seen(0) with
            {
                Cost = new(s_start, now, 0, 0, 0, 0),
                Ticks = [tick],
                Censuses = [],
                Snapshots = [.. Seen(0).Snapshots.Select(snapshot => snapshot with { At = 20 })],
            };
            rolling.Add(peek);
            rolling.Add(peek); // the same reading again
        }

        Doctor.Diagnose(rolling.Recent(peek)).Verdict.ShouldBe(Verdict.Healthy);
        rolling.Ticks.Count.ShouldBe(120);
        Doctor.Diagnose(rolling.Whole(peek)).Verdict.ShouldBe(Verdict.Starving, "A file holds all that is kept.");
    }

    [Fact]
    public void What_is_kept_does_not_grow()
    {
        RollingRecording rolling = new();
        for (double now = 1; now < 4_000; now++)
        {
            rolling.Add(Seen(0) with { Cost = new(s_start, now, 0, 0, 0, 0), Ticks = [new(now, 3, 0, 1, 0, 0)], Censuses = [new(now, [], 0)] });
        }

        rolling.Ticks.Count.ShouldBeLessThanOrEqualTo((int)RollingRecording.Kept + 1);
        rolling.Whole(Seen(0)).Censuses.Count.ShouldBeLessThanOrEqualTo((int)RollingRecording.Judged + 1);
    }

    private static MonitorView Starving() => View(Seen(100, 300, 500, 700, 900));

    private static MonitorView Healthy() => View(Seen(0, 0, 0, 0) with { Snapshots = [] });

    private static MonitorView View(Recording recording) => new(s_start.AddSeconds(9), Doctor.Diagnose(recording), recording.Ticks, null);

    private static Recording Seen(params long[] queue) => new()
    {
        Process = new(4711, "shop", "10.0.12", "linux", 2, PoolKind.Portable),
        Cost = new(s_start, queue.Length, 0, 6, 100, 1_000),
        Ticks = [.. queue.Select((length, i) => new CounterTick(i + 1, 3 + i, length, length > 0 ? 4 : 900, 0.1, 0))],
        Snapshots = [.. queue.Select((_, i) => new StackSnapshot(i + 0.5, [.. Enumerable.Range(100, 3).Select(id => new ThreadStack(id, s_sleeping))]))],
    };

    private static string Screen(IReadOnlyList<MonitorView> views, int columns, int rows) =>
        string.Concat(MonitorScreen.Lines(views, columns, rows, "p pause   q quit").Select(line => line.Text + "\n"));

    private static Frame Bcl(string type, string method, string signature = "") =>
        new("System.Private.CoreLib", type, method, signature) { IsFramework = true };
}
