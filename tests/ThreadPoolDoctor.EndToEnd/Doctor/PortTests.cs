using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>Only the right process is asked, whatever sockets bear its id.</summary>
public sealed class PortTests
{
    [LinuxFact]
    public void A_process_that_listens_under_the_name_of_another_is_not_asked()
    {
        using ScratchFolder folder = new();
        using Patient healthy = Patient.Start("idle");
        using Patient starving = Patient.Start("requests", In(folder));
        PassFor(healthy, folder);

        // The tool looks into this folder first, and finds there what seems to be the port of the healthy one.
        using JsonDocument report = JsonDocument.Parse(Attach(healthy, folder).Output);

        report.RootElement.GetProperty("verdict").GetString().ShouldBe("healthy", report.RootElement.ToString());
    }

    [RootFact]
    public void Another_users_socket_is_not_asked()
    {
        using ScratchFolder folder = new();
        using (Process open = Process.Start("chmod", ["777", folder.Path])) open.WaitForExit();
        using Patient victim = Patient.Start("idle", start => start.Environment["DOTNET_EnableDiagnostics"] = "0");
        using Patient other = Patient.Start("requests", start =>
        {
            In(folder)(start);
            start.Environment["HOME"] = folder.Path;
            start.ArgumentList.Insert(0, start.FileName);
            foreach (string option in (string[])["--clear-groups", "--regid=65534", "--reuid=65534"]) start.ArgumentList.Insert(0, option);
            start.FileName = "setpriv";
        });
        PassFor(victim, folder);

        Run attach = Attach(victim, folder);

        attach.ExitCode.ShouldBe(1, attach.ToString());
        attach.Errors.ShouldContain("another user (uid 65534)", customMessage: attach.ToString());
    }

    [LinuxFact]
    public void A_process_without_a_port_is_not_taken_for_the_one_that_listens_in_its_name()
    {
        using ScratchFolder folder = new();
        using Patient mute = Patient.Start("idle", start => start.Environment["DOTNET_EnableDiagnostics"] = "0");
        using Patient other = Patient.Start("requests", In(folder));
        PassFor(mute, folder);

        Run attach = Attach(mute, folder);

        attach.ExitCode.ShouldBe(1, attach.ToString());
        attach.Errors.ShouldContain($"was opened by process {other.Id} (", customMessage: attach.ToString());
        attach.Errors.ShouldContain($"attach {other.Id}", customMessage: attach.ToString());
    }

    [LinuxFact]
    public void A_process_that_keeps_its_port_elsewhere_is_found_there()
    {
        using ScratchFolder folder = new();
        using Patient patient = Patient.Start("idle", In(folder));

        Run attach = Run.Tool("attach", patient.Id, "--duration", "1s");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        attach.Output.ShouldContain("HEALTHY", customMessage: attach.ToString());
    }

    private static Action<ProcessStartInfo> In(ScratchFolder folder) => start => start.Environment["TMPDIR"] = folder.Path;

    /// <summary>Gives the only port in the folder the name that this process's port has.</summary>
    private static void PassFor(Patient patient, ScratchFolder folder)
    {
        string started = File.ReadAllText($"/proc/{patient.Id}/stat").Split(')')[^1].Split(' ')[20];
        File.Move(
            Directory.GetFiles(folder.Path, "dotnet-diagnostic-*-socket").Single(),
            Path.Combine(folder.Path, $"dotnet-diagnostic-{patient.Id}-{started}-socket"));
    }

    private static Run Attach(Patient patient, ScratchFolder folder)
    {
        ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Tool, "attach", patient.Id, "--duration", "1s", "--format", "json"]);
        In(folder)(start);
        return Run.Of(start);
    }
}
