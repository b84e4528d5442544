using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>monitor, redirected: a line a second for each process, and its end with the last of them.</summary>
public sealed class MonitorTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public void Two_processes_are_told_in_a_line_a_second_each()
    {
        using Patient sick = Patient.Start("requests");
        using Patient well = Patient.Start("idle");

        Run monitor = Run.Tool("monitor", sick.Id, well.Id, "--format", "json", "--for", "5s");

        monitor.ExitCode.ShouldBe(0, monitor.ToString());
        List<JsonElement> lines = [.. monitor.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];
        lines.Count.ShouldBeInRange(4, 12, monitor.ToString());
        JsonElement last = lines.Last(line => line.GetProperty("id").GetInt32() == sick.Process.Id);
        last.GetProperty("verdict").GetString().ShouldBe("starving", monitor.ToString());
        last.GetProperty("blockers")[0].GetProperty("method").GetString().ShouldBe("ThreadPoolDoctor.Patients.Requests.Load(int)", monitor.ToString());
        lines.Last(line => line.GetProperty("id").GetInt32() == well.Process.Id).GetProperty("verdict").GetString().ShouldNotBe("starving");
    }

    [UnixFact]
    public void It_ends_with_its_process()
    {
        Patient patient = Patient.Start("idle");
        using Process monitor = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "monitor", patient.Id]))!;
        Task<string> errors = monitor.StandardError.ReadToEndAsync();
        Task<string?> first = monitor.StandardOutput.ReadLineAsync();
        first.Wait(s_limit).ShouldBeTrue();
        first.Result.ShouldNotBeNull().ShouldContain($"({patient.Id})");

        patient.Dispose();

        monitor.WaitForExit(s_limit).ShouldBeTrue("It must end.");
        monitor.ExitCode.ShouldBe(0, errors.Result);
        errors.Result.ShouldBeEmpty();
    }
}
