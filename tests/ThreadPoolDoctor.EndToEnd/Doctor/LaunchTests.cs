using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// launch: a program from its first instruction to its end, its exit code passed on, and nothing left behind.
/// </summary>
public sealed class LaunchTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    [UnixFact]
    public void A_program_without_dotnet_keeps_its_exit_code_and_its_output()
    {
        Run launch = Launch("--", "sh", "-c", "echo hello; exit 7");

        launch.ExitCode.ShouldBe(7, launch.ToString());
        launch.Output.ShouldBe("hello\n", launch.ToString());
        launch.Errors.ShouldContain("No .NET process", customMessage: launch.ToString());
    }

    [UnixFact]
    public void A_program_that_does_not_exist_is_one_sentence()
    {
        Run launch = Launch("--", "there-is-no-such-program");

        launch.ExitCode.ShouldBe(1, launch.ToString());
        launch.Errors.ShouldContain("cannot be started", customMessage: launch.ToString());
        launch.Errors.ShouldNotContain("   at ", customMessage: launch.ToString());
    }

    [UnixFact]
    public void A_child_that_starves_is_reported_and_its_children_do_not_wait_for_the_tool()
    {
        using ScratchFolder folder = new();
        string report = Path.Combine(folder.Path, "report.json");

        // How soon it starves depends on the machine: its three seconds count from there.
        Run launch = LaunchWithInput(
            "--fail-on", "starving", "-o", report, "--",
            "sh", "-c", "\"$@\"; exit $?", "sh", House.Dotnet, "exec", House.Patients, "requests", "--after-ready", "3");

        launch.ExitCode.ShouldBe(10, launch.ToString());
        launch.Output.ShouldStartWith("ready requests", customMessage: launch.ToString());
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(report));
        document.RootElement.GetProperty("verdict").GetString().ShouldBe("starving");
        document.RootElement.GetProperty("pool").GetProperty("minWorkers").ValueKind.ShouldBe(JsonValueKind.Number, "The runtime tells it at its start only.");
        document.RootElement.GetProperty("findings")[0].GetProperty("causes")[0].GetProperty("method").GetString()
            .ShouldBe("ThreadPoolDoctor.Patients.Requests.Load(int)");
        document.RootElement.GetProperty("unseen").GetArrayLength().ShouldBe(0, document.RootElement.ToString());
    }

    [UnixFact]
    public void A_process_that_comes_by_itself_is_observed_to_its_end()
    {
        using ScratchFolder folder = new();
        string port = Path.Combine(folder.Path, "port");
        using Process tool = Process.Start(Run.Start(House.Dotnet, ["exec", House.Tool, "launch", "--diagnostic-port", port, "--format", "json"]))!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync();
        Task<string?> waits = tool.StandardError.ReadLineAsync();
        waits.Wait(s_limit).ShouldBeTrue();
        waits.Result.ShouldNotBeNull().ShouldContain(port);

        // It waits at its start until the tool watches it: otherwise it would never be ready.
        Patient patient = Patient.Start("idle", start => start.Environment["DOTNET_DiagnosticPorts"] = port);
        int id = patient.Process.Id;
        patient.Dispose();

        tool.WaitForExit(s_limit).ShouldBeTrue();
        tool.ExitCode.ShouldBe(0, output.Result);
        using JsonDocument report = JsonDocument.Parse(output.Result);
        report.RootElement.GetProperty("process").GetProperty("id").GetInt32().ShouldBe(id);
        folder.Contents().ShouldBeEmpty();
    }

    private static Run Launch(params string[] arguments) => Launch(Run.Input.Ends, arguments);

    private static Run LaunchWithInput(params string[] arguments) => Launch(Run.Input.StaysOpen, arguments);

    /// <summary>With a folder for temporary files of its own, which must be empty afterwards.</summary>
    private static Run Launch(Run.Input input, string[] arguments)
    {
        using ScratchFolder temporary = new();
        ProcessStartInfo start = Run.Start(House.Dotnet, ["exec", House.Tool, "launch", .. arguments]);
        start.Environment["TMPDIR"] = temporary.Path;
        Run launch = Run.Of(start, input: input);
        temporary.Contents().ShouldBeEmpty(launch.ToString());
        return launch;
    }
}
