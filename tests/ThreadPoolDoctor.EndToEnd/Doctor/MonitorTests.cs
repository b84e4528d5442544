using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>monitor, redirected: a line a second for each process, and its end with the last of them.</summary>
public sealed class MonitorTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public void Two_processes_are_told_in_lines_until_the_time_is_over()
    {
        using Patient sick = Patient.Start("requests");
        using Patient well = Patient.Start("idle");

        Run monitor = Run.Tool("monitor", sick.Id, well.Id, "--format", "json", "--for", "5s");

        monitor.ExitCode.ShouldBe(0, monitor.ToString());
        List<JsonElement> lines = [.. monitor.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Parsed)];
        lines.Count.ShouldBeInRange(4, 12, monitor.ToString());
        lines.Last(line => Is(line, well)).GetProperty("verdict").GetString().ShouldNotBe("starving");
    }

    [Fact]
    public async Task A_process_that_starves_is_told_with_the_method_that_blocks()
    {
        using Patient sick = Patient.Start("requests");
        using Process monitor = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "monitor", sick.Id, "--format", "json"]))!;
        Task<string> errors = monitor.StandardError.ReadToEndAsync();
        try
        {
            JsonElement line;
            do line = Parsed(NextLine(monitor));
            while (line.GetProperty("verdict").GetString() != "starving" || Blocker(line) is null or "a method whose name has not come");

            Blocker(line).ShouldBe("ThreadPoolDoctor.Patients.Requests.Load(int)");
        }
        finally
        {
            monitor.Kill();
        }
        (await errors).ShouldBeEmpty();
    }

    [UnixFact]
    public void It_ends_with_its_process()
    {
        Patient patient = Patient.Start("idle");
        using Process monitor = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "monitor", patient.Id]))!;
        Task<string> errors = monitor.StandardError.ReadToEndAsync();
        NextLine(monitor).ShouldContain($"({patient.Id})");

        patient.Dispose();

        monitor.WaitForExit(s_limit).ShouldBeTrue("It must end.");
        monitor.ExitCode.ShouldBe(0, errors.Result);
        errors.Result.ShouldBeEmpty();
    }

    private static JsonElement Parsed(string line) => JsonDocument.Parse(line).RootElement;

    private static string? Blocker(JsonElement line) =>
        line.GetProperty("blockers") is { } blockers && blockers.GetArrayLength() > 0 ? blockers[0].GetProperty("method").GetString() : null;

    private static bool Is(JsonElement line, Patient patient) => line.GetProperty("id").GetInt32() == patient.Process.Id;

    private static string NextLine(Process monitor)
    {
        Task<string?> line = monitor.StandardOutput.ReadLineAsync();
        line.Wait(s_limit).ShouldBeTrue("It says nothing.");
        return line.Result.ShouldNotBeNull("It ended.");
    }
}
