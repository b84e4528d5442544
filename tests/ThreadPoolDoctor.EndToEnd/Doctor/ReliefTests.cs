using System.Diagnostics;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>First aid for a running process: it helps, and goes again.</summary>
[Collection(LiveProcesses.Name)]
public sealed class ReliefTests
{
    [LinuxFact]
    public void A_starving_process_is_relieved_and_its_minimum_is_back_when_the_time_is_over()
    {
        using Patient patient = Patient.Start("requests");

        Run relieve = Run.Tool("relieve", patient.Id, "--yes", "--for", "4s");

        relieve.ExitCode.ShouldBe(0, relieve.ToString());
        relieve.Output.ShouldContain("-> 0 in", customMessage: relieve.ToString());
        relieve.Output.ShouldContain($"is off; the minimum is {Environment.ProcessorCount}", customMessage: relieve.ToString());
        Run attach = Run.Tool("attach", patient.Id, "--duration", "2s");
        attach.Output.ShouldNotContain("governed", customMessage: attach.ToString());
    }

    [LinuxFact]
    public void When_the_tool_is_killed_the_minimum_is_back_within_ten_seconds()
    {
        using Patient patient = Patient.Start("requests");
        using Process tool = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "relieve", patient.Id, "--yes"]))!;
        List<string> said = [];
        while (tool.StandardOutput.ReadLine() is { } line && !line.Contains("-> 0 in", StringComparison.Ordinal)) said.Add(line);
        tool.HasExited.ShouldBeFalse(string.Join('\n', said));

        tool.Kill();

        long killed = Stopwatch.GetTimestamp();
        Run status;
        do status = Run.Tool("relieve", patient.Id, "--status");
        while (!status.Output.Contains("is off", StringComparison.Ordinal) && Stopwatch.GetElapsedTime(killed).TotalSeconds < 10);
        status.Output.ShouldContain($"is off; the minimum is {Environment.ProcessorCount}", customMessage: status.ToString());
    }
}
