using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>A verdict survives whatever becomes of the process, and of each part of the look.</summary>
[Collection(LiveProcesses.Name)]
public sealed class SurvivalTests
{
    [LinuxFact]
    public void A_process_that_dies_in_the_fourth_second_of_five_has_told_enough()
    {
        using Patient patient = Patient.Start("requests");

        Run attach = Run.Of(Attach(patient, "--duration", "5s"), tool =>
        {
            patient.UntilObserved();
            tool.WaitForExit(3_500).ShouldBeFalse("It looks for five seconds.");
            patient.Process.Kill();
        });

        JsonElement report = Report(attach);
        report.GetProperty("verdict").GetString().ShouldBe("starving", attach.ToString());
        attach.Output.ShouldContain("ThreadPoolDoctor.Patients.Requests.Load(int)", customMessage: attach.ToString());
        Unseen(report).ShouldContain(sentence => sentence.StartsWith("the rest of the look: the process ended after"), attach.ToString());
    }

    /// <summary>On .NET 9 and later; of .NET 8 the doctor has to ask the counters themselves, once a second.</summary>
    [Fact]
    public void A_metrics_agent_in_the_process_gets_its_counters_at_its_own_interval_all_the_while()
    {
        using Patient patient = Patient.Start("requests", "--agent", "3");
        patient.Process.StandardOutput.ReadLine().ShouldBe("counters Interval=3000", "It listens before anybody looks.");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "3s");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        // One reading came while it was looked at, and one comes after.
        patient.Process.StandardOutput.ReadLine().ShouldBe("counters Interval=3000");
        patient.Process.StandardOutput.ReadLine().ShouldBe("counters Interval=3000");
    }

    [Fact]
    public void Names_that_do_not_come_in_time_cost_no_verdict()
    {
        using Patient patient = Patient.Start("many-methods", "--methods", "60000");

        Run attach = Run.Of(Attach(patient, "--duration", "3s", "--timeout", "150ms"));

        attach.ExitCode.ShouldBe(0, attach.ToString());
        Unseen(Report(attach)).ShouldNotBeEmpty(attach.ToString());
    }

    [Fact]
    public void A_large_program_is_named_and_nothing_is_lost()
    {
        using Patient patient = Patient.Start("many-methods", "--methods", "110000");

        Run attach = Run.Of(Attach(patient, "--duration", "3s"));

        JsonElement report = Report(attach);
        report.GetProperty("verdict").GetString().ShouldBe("starving", attach.ToString());
        report.GetProperty("observed").GetProperty("lostEvents").GetInt64().ShouldBe(0, attach.ToString());
        attach.Output.ShouldContain("ThreadPoolDoctor.Patients.ManyMethods.Load(int)", customMessage: attach.ToString());
    }

    [Fact]
    public void A_program_without_event_sources_is_told_why_it_shows_so_little()
    {
        using ScratchFolder folder = new();
        string configuration = Path.Combine(folder.Path, "off.runtimeconfig.json");
        string program = Path.Combine(folder.Path, "off.dll");
        string original = File.ReadAllText(Path.ChangeExtension(House.Patients, ".runtimeconfig.json"));
        File.WriteAllText(configuration, original.Replace(
            "\"configProperties\": {", "\"configProperties\": { \"System.Diagnostics.Tracing.EventSource.IsSupported\": false,"));
        File.ReadAllText(configuration).ShouldContain("IsSupported");
        File.Copy(House.Patients, program);
        using Patient patient = Patient.Start("idle", start => start.ArgumentList[1] = program);

        Run attach = Run.Of(Attach(patient, "--duration", "1s"));

        JsonElement report = Report(attach);
        report.GetProperty("verdict").GetString().ShouldBe("inconclusive", attach.ToString());
        Unseen(report).ShouldContain(sentence => sentence.Contains("EventSource.IsSupported is false") && sentence.Contains("EventSourceSupport"), attach.ToString());
    }

    [LinuxFact]
    public void A_link_to_a_pipe_beside_the_program_is_not_waited_for()
    {
        using ScratchFolder folder = new();
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(House.Patients)!)) File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file)));
        string program = Path.Combine(folder.Path, Path.GetFileName(House.Patients)), pdb = Path.ChangeExtension(program, ".pdb");
        string pipe = Path.Combine(folder.Path, "pipe");
        using (Process make = Process.Start("mkfifo", pipe)) make.WaitForExit();
        File.Delete(pdb);
        File.CreateSymbolicLink(pdb, pipe);
        using Patient patient = Patient.Start("requests", start => start.ArgumentList[1] = program);

        Run attach = Run.Of(Attach(patient, "--duration", "1s"));

        Report(attach).GetProperty("verdict").GetString().ShouldBe("starving", attach.ToString());
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(6), attach.ToString());
    }

    private static JsonElement Report(Run attach)
    {
        attach.ExitCode.ShouldBe(0, attach.ToString());
        return JsonDocument.Parse(attach.Output).RootElement;
    }

    private static IReadOnlyList<string> Unseen(JsonElement report) =>
        [.. report.GetProperty("unseen").EnumerateArray().Select(sentence => sentence.GetString()!)];

    private static ProcessStartInfo Attach(Patient patient, params string[] options) =>
        Run.Start(House.Dotnet, ["exec", House.Tool, "attach", patient.Id, "--format", "json", .. options]);
}
