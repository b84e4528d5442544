using System.Diagnostics;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// Ctrl-C in each phase, as the terminal sends it: to all its programs at once where there are several.
/// </summary>
public sealed class InterruptionTests
{
    [UnixFact]
    public void Attach_ends_with_the_verdict_so_far()
    {
        using Patient patient = Patient.Start("requests");

        Run attach = Run.Of(Tool("attach", patient.Id, "--duration", "10m"), tool =>
        {
            patient.UntilObserved();
            Interrupt(tool.Id);
        });

        TellsOf(patient.Process.Id, attach);
    }

    [UnixFact]
    public void A_process_that_takes_its_time_costs_no_verdict()
    {
        using Patient patient = Patient.Start("requests");

        Run attach = Run.Of(Tool("attach", patient.Id, "--duration", "10m"), tool =>
        {
            patient.UntilObserved();
            patient.Stop();
            Interrupt(tool.Id);
            tool.WaitForExit(3_000).ShouldBeFalse("It cannot know what the process has not told yet.");
            patient.Continue();
        });

        TellsOf(patient.Process.Id, attach);
    }

    [UnixFact]
    public void The_second_one_ends_the_tool_at_once()
    {
        using Patient patient = Patient.Start("requests");

        Run attach = Run.Of(Tool("attach", patient.Id, "--duration", "10m", "--timeout", "60s"), tool =>
        {
            patient.UntilObserved();
            patient.Stop();
            Interrupt(tool.Id);
            tool.WaitForExit(500).ShouldBeFalse("It waits for the process to answer.");
            Interrupt(tool.Id);
        });

        attach.ExitCode.ShouldBe(130, attach.ToString());
        attach.Took.ShouldBeLessThan(TimeSpan.FromSeconds(20));
    }

    [UnixFact]
    public void A_demo_that_observes_ends_with_the_verdict_so_far()
    {
        int patient = 0;
        Run demo = Run.Of(Tool("demo", "--duration", "10m"), tool =>
        {
            patient = Child(tool.Id);
            Patient.UntilObserved(patient);
            Interrupt(tool.Id, patient);
        });

        TellsOf(patient, demo);
    }

    [UnixFact]
    public void A_demo_whose_patient_is_not_ready_yet_says_so()
    {
        Run demo = Run.Of(Tool("demo", "--duration", "10m"), tool =>
        {
            Child(tool.Id);
            Interrupt(tool.Id);
        });

        demo.ExitCode.ShouldBe(1, demo.ToString());
        demo.Errors.ShouldContain("Interrupted", customMessage: demo.ToString());
        demo.Errors.ShouldNotContain("   at ", customMessage: demo.ToString());
    }

    /// <summary>A verdict, whichever: how much was seen by then depends on the machine.</summary>
    private static void TellsOf(int patient, Run run)
    {
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Output.ShouldContain($"(pid {patient},", customMessage: run.ToString());
        run.Output.ShouldContain("Looked for", customMessage: run.ToString());
    }

    /// <summary>
    /// Who was started in the background by a shell ignores Ctrl-C, and so would the tool: then env, which becomes the
    /// tool, takes that back.
    /// </summary>
    private static ProcessStartInfo Tool(params string[] arguments) => IgnoresInterrupts
        ? Run.Start("env", ["--default-signal=INT", House.Dotnet, "exec", House.Tool, .. arguments])
        : Run.Start(House.Dotnet, ["exec", House.Tool, .. arguments]);

    private static bool IgnoresInterrupts
    {
        get
        {
            const string Key = "SigIgn:";
            string? ignored = File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Key, StringComparison.Ordinal));
            return ignored is not null && (Convert.ToUInt64(ignored[Key.Length..].Trim(), 16) & 1UL << (2 - 1)) != 0;
        }
    }

    private static void Interrupt(params int[] processes)
    {
        using Process kill = Process.Start("kill", ["-INT", .. processes.Select(id => id.ToString())]);
        kill.WaitForExit();
    }

    /// <summary>The program that this one started, once it has.</summary>
    private static int Child(int parent)
    {
        int child = 0;
        SpinWait.SpinUntil(
            () => int.TryParse(Children(parent).Split(' ')[0], out child), TimeSpan.FromSeconds(30)).ShouldBeTrue("The tool started nothing.");
        return child;
    }

    private static string Children(int parent)
    {
        try
        {
            return string.Join(' ', Directory.GetDirectories($"/proc/{parent}/task").Select(task => File.ReadAllText(Path.Combine(task, "children")))).Trim();
        }
        catch (IOException)
        {
            return "";
        }
    }
}
