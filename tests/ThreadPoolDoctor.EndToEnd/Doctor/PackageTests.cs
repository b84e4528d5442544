using System.Diagnostics;
using System.Text.Json;
using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// The tool as users get it: packed in Release, and installed in a clean home from nothing but the package.
/// </summary>
public sealed class PackageTests
{
    [Fact]
    public async Task The_package_installs_globally_and_locally_and_works()
    {
        await OwnPackages.Pack(Path.Combine("runtime", "ThreadPoolDoctor.Tool"));
        string[] package = ["ThreadPoolDoctor.Tool", "--add-source", OwnPackages.Feed, "--version", OwnPackages.Version];
        using ScratchFolder folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "nuget.config"),
            "<configuration><packageSources><clear /></packageSources></configuration>");
        using Patient patient = Patient.Start("requests");

        Succeed(Command(folder, ["tool", "install", "--global", .. package]));
        string command = Path.Combine(folder.Path, ".dotnet", "tools", OperatingSystem.IsWindows() ? "dotnet-tpdoctor.exe" : "dotnet-tpdoctor");
        NamesTheCulprit(Start(folder, command, "attach", patient.Id, "--duration", "2s", "--format", "json"));
        // The patients came along.
        NamesTheCulprit(Start(folder, command, "demo", "--duration", "2s", "--format", "json"));

        Succeed(Command(folder, "new", "tool-manifest"));
        Succeed(Command(folder, ["tool", "install", .. package]));
        NamesTheCulprit(Command(folder, "tpdoctor", "attach", patient.Id, "--duration", "2s", "--format", "json"));
        // So did the governor.
        Succeed(Command(folder, "tpdoctor", "relieve", patient.Id, "--yes", "--for", "1s")).Output.ShouldContain("The governor ended");
    }

    private static void NamesTheCulprit(ProcessStartInfo start)
    {
        Run run = Succeed(start);
        using JsonDocument report = JsonDocument.Parse(run.Output);
        report.RootElement.GetProperty("verdict").GetString().ShouldBe("starving", run.ToString());
        run.Output.ShouldContain("ThreadPoolDoctor.Patients.Requests.Load(int)");
    }

    private static Run Succeed(ProcessStartInfo start)
    {
        Run run = Run.Of(start);
        run.ExitCode.ShouldBe(0, $"{string.Join(' ', start.ArgumentList)}: {run}");
        return run;
    }

    private static ProcessStartInfo Command(ScratchFolder home, params string[] arguments) => Start(home, House.Dotnet, arguments);

    /// <summary>In a home where nothing was ever installed.</summary>
    private static ProcessStartInfo Start(ScratchFolder home, string program, params string[] arguments)
    {
        ProcessStartInfo start = Run.Start(program, arguments);
        start.WorkingDirectory = home.Path;
        start.Environment["HOME"] = home.Path;
        start.Environment["USERPROFILE"] = home.Path;
        start.Environment["DOTNET_CLI_HOME"] = home.Path;
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_ADD_GLOBAL_TOOLS_TO_PATH"] = "false";
        start.Environment["DOTNET_GENERATE_ASPNET_CERTIFICATE"] = "false";
        start.Environment["NUGET_PACKAGES"] = Path.Combine(home.Path, "nuget");
        start.Environment["DOTNET_ROOT"] = Path.GetDirectoryName(House.Dotnet);
        return start;
    }
}
