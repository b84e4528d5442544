using System.Diagnostics;
using System.Net.Sockets;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// What users meet when a process cannot be observed: one sentence and the remedy on standard error, exit code 1, no
/// stack trace, and nothing on standard output.
/// </summary>
public sealed class TroubleTests
{
    [Fact]
    public void No_such_process()
    {
        using Process gone = Process.Start(Run.Start(House.Dotnet, ["--version"]))!;
        gone.WaitForExit();

        Explains(Run.Tool("attach", gone.Id.ToString()), "no process", "ps");
    }

    [Fact]
    public void No_process_of_that_name() =>
        Explains(Run.Tool("attach", "there-is-no-such-program"), "there-is-no-such-program", "ps");

    [UnixFact]
    public void A_process_that_is_not_dotnet()
    {
        using Process sleep = Process.Start("sleep", "60");
        try
        {
            Explains(Run.Tool("attach", sleep.Id.ToString()), "not a .NET process", "ps");
        }
        finally
        {
            sleep.Kill();
        }
    }

    [RootFact]
    public void Another_users_process()
    {
        using Patient patient = Patient.Start("idle");

        ProcessStartInfo start = Run.Start("setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", House.Dotnet, "exec", House.Tool, "attach", patient.Id]);
        start.Environment["HOME"] = Path.GetTempPath();

        Explains(Run.Of(start), "another user", "sudo");
    }

    [UnixFact]
    public void A_stopped_process()
    {
        using Patient patient = Patient.Start("idle");
        patient.Stop();

        Explains(Run.Tool("attach", patient.Id, "--timeout", "2s"), "stopped", "CONT");
    }

    [UnixFact]
    public void A_process_that_is_stopped_while_it_is_observed()
    {
        using Patient patient = Patient.Start("idle");
        Run attach = Run.Of(Attach(patient, "--duration", "3s", "--timeout", "2s"), _ =>
        {
            patient.UntilObserved();
            patient.Stop();
        });

        Explains(attach, "stopped", "");
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(20));
    }

    [Fact]
    public void Diagnostics_switched_off()
    {
        using Patient patient = Patient.Start("idle", start => start.Environment["DOTNET_EnableDiagnostics"] = "0");

        Explains(Run.Tool("attach", patient.Id), "diagnostics", "DOTNET_EnableDiagnostics");
    }

    [UnixFact]
    public void A_process_that_ends_while_it_is_observed()
    {
        using Patient patient = Patient.Start("idle");
        Run attach = Run.Of(Attach(patient, "--duration", "30s"), _ =>
        {
            patient.UntilObserved();
            patient.Process.StandardInput.Close();
        });

        Explains(attach, "ended", "");
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(20));
    }

    [UnixFact]
    public void A_process_that_never_answers()
    {
        // This very process listens, under its own id and start time, and never says a word.
        using ScratchFolder folder = new();
        string id = Environment.ProcessId.ToString();
        string started = File.ReadAllText("/proc/self/stat").Split(')')[^1].Split(' ')[20];
        using Socket mute = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        mute.Bind(new UnixDomainSocketEndPoint(Path.Combine(folder.Path, $"dotnet-diagnostic-{id}-{started}-socket")));
        mute.Listen();
        ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Tool, "attach", id, "--timeout", "1s"]);
        start.Environment["TMPDIR"] = folder.Path;

        Run attach = Run.Of(start);

        Explains(attach, "answer", "");
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(15));
    }

    [UnixFact]
    public void A_full_disk()
    {
        using Patient patient = Patient.Start("idle");

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s", "-o", "/dev/full");

        Explains(attach with { Output = "" }, "/dev/full", "");
        attach.Output.ShouldContain("HEALTHY", customMessage: "The diagnosis must not be lost with the file.");
    }

    [UnixFact]
    public void Standard_output_on_a_full_disk()
    {
        using Patient patient = Patient.Start("idle");

        Explains(Run.Of(Redirected(">/dev/full", "attach", patient.Id, "--duration", "1s")), "Standard output", "-o");
        Explains(Run.Of(Redirected(">/dev/full", "explain", "TPD001")), "Standard output", "-o");
    }

    [UnixFact]
    public void An_error_stream_that_nobody_can_read_does_not_cost_the_report()
    {
        using Patient patient = Patient.Start("idle");

        Run attach = Run.Of(Redirected("2>/dev/full", "attach", patient.Id, "--duration", "1s"));

        attach.ExitCode.ShouldBe(0, attach.ToString());
        attach.Output.ShouldContain("HEALTHY", customMessage: attach.ToString());
    }

    private static ProcessStartInfo Redirected(string where, params string[] arguments) =>
        Run.Start("sh", ["-c", $"exec \"$@\" {where}", "sh", House.Dotnet, "exec", House.Tool, .. arguments]);

    [Fact]
    public void A_report_that_cannot_be_written()
    {
        using Patient patient = Patient.Start("idle");
        using ScratchFolder folder = new();

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s", "-o", Path.Combine(folder.Path, "no", "such", "folder"));

        Explains(attach with { Output = "" }, "folder", "");
    }

    private static ProcessStartInfo Attach(Patient patient, params string[] options) =>
        Run.Start(House.Dotnet, ["exec", House.Tool, "attach", patient.Id, .. options]);

    private static void Explains(Run run, string sentence, string remedy)
    {
        run.ExitCode.ShouldBe(1, run.ToString());
        run.Errors.ShouldContain(sentence, customMessage: run.ToString());
        run.Errors.ShouldContain(remedy, customMessage: run.ToString());
        run.Errors.ShouldNotContain("   at ", customMessage: run.ToString());
        run.Errors.ShouldNotContain("Exception", customMessage: run.ToString());
        run.Output.Trim().ShouldBeEmpty(run.ToString());
    }
}
