using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>monitor, redirected: a line a second for each process, and its end with the last of them.</summary>
public sealed class MonitorTests
{
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

        Run monitor = Run.Of(Run.Start(House.Dotnet, ["exec", House.Tool, "monitor", patient.Id]), _ =>
        {
            patient.UntilObserved();
            patient.Dispose();
        });

        monitor.ExitCode.ShouldBe(0, monitor.ToString());
        monitor.Errors.ShouldNotContain("   at ", customMessage: monitor.ToString());
    }
}
