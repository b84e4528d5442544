using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using ThreadPoolDoctor.Patients;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>The small commands, and what <c>attach</c> promises beside the verdict.</summary>
public sealed class CommandTests
{
    [Fact]
    public void Ps_shows_processes_without_attaching()
    {
        using Patient waits = Patient.Start("waits");
        using Patient mute = Patient.Start("idle", start => start.Environment["DOTNET_EnableDiagnostics"] = "0");

        Run ps = Run.Tool("ps", "--format", "json");

        ps.ExitCode.ShouldBe(0, ps.ToString());
        using JsonDocument rows = JsonDocument.Parse(ps.Output);
        JsonElement row = rows.RootElement.EnumerateArray().Single(row => row.GetProperty("id").GetInt32() == waits.Process.Id);
        row.GetProperty("name").GetString().ShouldBe("ThreadPoolDoctor.Patients");
        if (!OperatingSystem.IsLinux()) return;
        row.GetProperty("runtime").GetString().ShouldBe(Environment.Version.ToString());
        row.GetProperty("waitThreads").GetInt32().ShouldBe(100);
        row.GetProperty("workers").GetInt32().ShouldBeGreaterThan(0);
        row.GetProperty("hint").GetString()!.ShouldContain("100 wait threads");
        rows.RootElement.EnumerateArray().ShouldContain(row => row.GetProperty("id").GetInt32() == mute.Process.Id);
    }

    [Fact]
    public void Ps_is_readable_too()
    {
        using Patient idle = Patient.Start("idle");

        Run ps = Run.Tool("ps");

        ps.Output.Split('\n')[0].ShouldContain("WORKERS");
        ps.Output.Split('\n').ShouldContain(line => line.Contains($" {idle.Id} ") && line.Contains("ThreadPoolDoctor.Patients"));
    }

    [Fact]
    public void Explain_lists_all_ailments_and_prints_a_page()
    {
        Run list = Run.Tool("explain");
        list.ExitCode.ShouldBe(0);
        foreach (string id in (string[])["TPD001", "TPD008", "TPD101", "TPD107"]) list.Output.ShouldContain(id);

        Run page = Run.Tool("explain", "tpd002");
        page.ExitCode.ShouldBe(0);
        page.Output.ShouldContain("TPD002");
        page.Output.ShouldContain("Task.Delay");
    }

    [Fact]
    public void Demo_lists_the_patients()
    {
        Run list = Run.Tool("demo", "--list");

        list.ExitCode.ShouldBe(0);
        string[] lines = list.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines.Select(line => line.Split(' ')[0]).ShouldBe(Expectations.All.Select(known => known.Patient));
    }

    [Fact]
    public void Every_patient_of_the_table_has_a_program()
    {
        foreach (Expectation known in Expectations.All)
        {
            File.Exists(Path.Combine(House.PatientsSource, known.Source)).ShouldBeTrue(known.Source);
        }
        Run list = Run.Of(Run.Start(House.Dotnet, ["exec", House.Patients, "--list"]));
        list.ExitCode.ShouldBe(0, list.ToString());
    }

    [Fact]
    public void Demo_starts_a_patient_finds_it_starving_and_ends_it()
    {
        Run demo = Run.Tool("demo", "--duration", "3s");

        demo.ExitCode.ShouldBe(0, demo.ToString());
        demo.Output.ShouldContain("STARVING", customMessage: demo.ToString());
        demo.Output.ShouldContain("ThreadPoolDoctor.Patients.Requests.Load(int)", customMessage: demo.ToString());
        demo.Output.ShouldContain("Requests.cs", customMessage: demo.ToString());
        demo.Output.ShouldContain("Task.Delay", customMessage: demo.ToString());
        int id = int.Parse(Regex.Match(demo.Output, @"pid (\d+)").Groups[1].Value);
        Should.Throw<ArgumentException>(() => Process.GetProcessById(id), "The patient must be gone with the demo.");
    }

    [Fact]
    public void Fail_on_turns_a_verdict_into_an_exit_code()
    {
        using Patient patient = Patient.Start("requests");

        Run.Tool("attach", patient.Id, "--duration", "2s", "--fail-on", "starving,compensated").ExitCode.ShouldBe(10);
        Run.Tool("attach", patient.Id, "--duration", "1s", "--fail-on", "compensated").ExitCode.ShouldBe(0);
    }

    [Fact]
    public void A_process_can_be_named()
    {
        using ScratchFolder folder = new();
        string name = Path.GetFileName(folder.Path);
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(House.Patients)!))
        {
            File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file).Replace("ThreadPoolDoctor.Patients", name)));
        }
        using Patient patient = Patient.Start("idle", start => start.ArgumentList[1] = Path.Combine(folder.Path, name + ".dll"));

        Run attach = Run.Tool("attach", name, "--duration", "1s", "--format", "json");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        using JsonDocument report = JsonDocument.Parse(attach.Output);
        report.RootElement.GetProperty("process").GetProperty("id").GetInt32().ShouldBe(patient.Process.Id);
    }

    [Fact]
    public void A_report_can_be_written_to_a_file()
    {
        using Patient patient = Patient.Start("idle");
        using ScratchFolder folder = new();
        string file = Path.Combine(folder.Path, "report.json");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s", "--format", "json", "-o", file);

        attach.ExitCode.ShouldBe(0, attach.ToString());
        attach.Output.Trim().ShouldBeEmpty();
        using JsonDocument report = JsonDocument.Parse(File.ReadAllText(file));
        report.RootElement.GetProperty("schema").GetString().ShouldBe("tpdoctor/1");
    }

    [Fact]
    public void Several_reports_of_one_look_take_their_formats_by_name()
    {
        using Patient patient = Patient.Start("idle");
        using ScratchFolder folder = new();
        string page = Path.Combine(folder.Path, "out.html");
        string report = Path.Combine(folder.Path, "out.json");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s", "-o", page, "-o", report);

        attach.ExitCode.ShouldBe(0, attach.ToString());
        File.ReadAllText(page).ShouldStartWith("<!DOCTYPE html>", Case.Insensitive);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(report));
        json.RootElement.GetProperty("schema").GetString().ShouldBe("tpdoctor/1");
    }

    [UnixFact]
    public void Json_is_UTF_8_whatever_the_terminals_encoding()
    {
        using ScratchFolder folder = new();
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(House.Patients)!))
        {
            File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file).Replace("ThreadPoolDoctor.Patients", "café")));
        }
        using Patient patient = Patient.Start("idle", start => start.ArgumentList[1] = Path.Combine(folder.Path, "café.dll"));

        foreach (string[] command in (string[][])[["ps"], ["attach", patient.Id, "--duration", "1s"]])
        {
            ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Tool, .. command, "--format", "json"]);
            start.Environment["LC_ALL"] = "en_US.ISO-8859-1";
            start.StandardOutputEncoding = System.Text.Encoding.UTF8;
            Run run = Run.Of(start);
            run.ExitCode.ShouldBe(0, run.ToString());
            run.Output.ShouldContain("café", customMessage: run.ToString());
        }
    }
}
