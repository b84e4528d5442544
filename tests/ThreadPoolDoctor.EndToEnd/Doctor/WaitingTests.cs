using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// attach --until and --wait: a process that starts later, ends, starts again, and falls ill at last.
/// </summary>
public sealed class WaitingTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [Fact]
    public void A_healthy_process_is_waited_for_to_the_end_of_the_time()
    {
        using Patient patient = Patient.Start("idle");

        Run attach = Run.Tool("attach", patient.Id, "--until", "starving,compensated", "--for", "3s", "--fail-on", "starving");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        attach.Output.ShouldBeEmpty();
        attach.Errors.ShouldContain("not starving or compensated within 3 s", customMessage: attach.ToString());
    }

    [UnixFact]
    public void A_process_is_waited_for_found_again_and_reported_when_it_starves()
    {
        using ScratchFolder folder = new();
        string name = Path.GetFileName(folder.Path);
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(House.Patients)!))
        {
            File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file).Replace("ThreadPoolDoctor.Patients", name)));
        }
        Patient Start(string patient) => Patient.Start(patient, start => start.ArgumentList[1] = Path.Combine(folder.Path, name + ".dll"));
        string[] options = ["--wait", "--until", "starving", "--for", "2m", "--fail-on", "starving", "--duration", "2s", "--format", "json"];
        using Process attach = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "attach", name, .. options]))!;
        Task<string> output = attach.StandardOutput.ReadToEndAsync();
        Says(attach, "to start ...");
        using (Patient first = Start("idle"))
        {
            Says(attach, "Watching");
            first.UntilObserved();
        }
        Says(attach, " ended.");
        using Patient second = Start("requests");
        attach.WaitForExit(s_limit).ShouldBeTrue();

        attach.ExitCode.ShouldBe(10, output.Result);
        using JsonDocument report = JsonDocument.Parse(output.Result);
        report.RootElement.GetProperty("process").GetProperty("id").GetInt32().ShouldBe(second.Process.Id);
    }

    /// <summary>Waits until it has said this on its error stream.</summary>
    private static void Says(Process tool, string words)
    {
        string? line;
        do
        {
            Task<string?> next = tool.StandardError.ReadLineAsync();
            next.Wait(s_limit).ShouldBeTrue($"It never said '{words}'.");
            line = next.Result.ShouldNotBeNull($"It ended without saying '{words}'.");
        }
        while (!line.Contains(words, StringComparison.Ordinal));
    }

    [UnixFact]
    public void A_process_that_was_named_by_its_id_does_not_come_back()
    {
        Patient patient = Patient.Start("idle");

        Run attach = Run.Of(Run.Start(House.Dotnet, ["exec", House.Tool, "attach", patient.Id, "--until", "starving"]), _ =>
        {
            patient.UntilObserved();
            patient.Dispose();
        });

        attach.ExitCode.ShouldBe(1, attach.ToString());
        attach.Errors.ShouldContain("ended before it was starving", customMessage: attach.ToString());
        attach.Errors.ShouldNotContain("   at ", customMessage: attach.ToString());
    }
}
