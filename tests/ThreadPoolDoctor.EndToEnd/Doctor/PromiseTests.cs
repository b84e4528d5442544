using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>Limits that the doctor promises to keep.</summary>
[Collection(LiveProcesses.Name)]
public sealed class PromiseTests
{
    [UnixFact]
    public void Nothing_is_left_behind()
    {
        using ScratchFolder folder = new();
        using Patient patient = Patient.Start("requests", start => start.Environment["TMPDIR"] = folder.Path);
        IReadOnlyList<string> before = folder.Contents();
        IReadOnlyList<string> beside = FilesBesideProgram();

        ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Tool, "attach", patient.Id, "--duration", "2s"]);
        start.Environment["TMPDIR"] = folder.Path;
        Run attach = Run.Of(start);

        attach.ExitCode.ShouldBe(0, attach.ToString());
        folder.Contents().ShouldBe(before);
        FilesBesideProgram().ShouldBe(beside);
    }

    [UnixFact]
    public void A_thousand_blocked_workers_are_answered_within_5_seconds_and_300_megabytes()
    {
        using Patient patient = Patient.Start("thousand");
        long peak = 0;
        ProcessStartInfo start = Run.Start(
            House.Dotnet, ["exec", House.Tool, "attach", patient.Id, "--duration", "2s", "--format", "json"]);

        Run attach = Run.Of(start, tool =>
        {
            while (!tool.WaitForExit(20)) peak = Math.Max(peak, PeakMemory(tool.Id));
        });

        attach.ExitCode.ShouldBe(0, attach.ToString());
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(5), attach.ToString());
        (peak / 1024).ShouldBeLessThan(300, "megabytes of memory");
        using JsonDocument report = JsonDocument.Parse(attach.Output);
        report.RootElement.GetProperty("verdict").GetString().ShouldBe("starving", attach.ToString());
        report.RootElement.GetProperty("pool").GetProperty("blockedWorkers").GetInt32().ShouldBeGreaterThan(900, attach.ToString());
    }

    [Fact]
    public void A_late_attach_knows_since_when()
    {
        using Patient patient = Patient.Start("requests");
        DateTimeOffset ready = DateTimeOffset.UtcNow;

        Run attach = Run.Tool("attach", patient.Id, "--duration", "3s", "--format", "json");

        using JsonDocument report = JsonDocument.Parse(attach.Output);
        JsonElement root = report.RootElement;
        DateTimeOffset since = root.GetProperty("since").GetDateTimeOffset();
        since.ShouldBeInRange(ready.AddSeconds(-10), ready.AddSeconds(2), attach.ToString());
        root.GetProperty("pool").GetProperty("queueLength").GetInt64().ShouldBeGreaterThan(100);
    }

    [Fact]
    public void The_report_names_its_own_cost_and_keeps_to_50_suspensions()
    {
        using Patient patient = Patient.Start("requests");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "2s", "--format", "json");

        using JsonDocument report = JsonDocument.Parse(attach.Output);
        JsonElement observed = report.RootElement.GetProperty("observed");
        observed.GetProperty("suspensions").GetInt32().ShouldBeInRange(1, 50, attach.ToString());
        observed.GetProperty("bytes").GetInt64().ShouldBeGreaterThan(0);
        observed.GetProperty("lostEvents").GetInt64().ShouldBe(0);
    }

    /// <summary>Kilobytes of memory that a process had at most, as far as it can still be asked.</summary>
    private static long PeakMemory(int processId)
    {
        try
        {
            string line = File.ReadLines($"/proc/{processId}/status").First(line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
            return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]);
        }
        catch (Exception gone) when (gone is IOException or InvalidOperationException)
        {
            return 0;
        }
    }

    private static IReadOnlyList<string> FilesBesideProgram() =>
        [.. Directory.EnumerateFileSystemEntries(Path.GetDirectoryName(House.Patients)!).Order()];
}
