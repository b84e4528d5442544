using System.Diagnostics;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>The tool as users get it: packed, and installed in a clean home from nothing but the package.</summary>
public sealed class PackageTests
{
    [Fact]
    public void The_package_installs_globally_and_locally_and_works()
    {
        using ScratchFolder folder = new();
        string packages = Path.Combine(folder.Path, "packages");
        Succeed(Dotnet(folder, "pack", Path.Combine(House.Repository, "runtime", "ThreadPoolDoctor.Tool"),
            "--no-build", "-c", House.Configuration, "-o", packages));
        File.WriteAllText(Path.Combine(folder.Path, "nuget.config"),
            "<configuration><packageSources><clear /></packageSources></configuration>");
        using Patient patient = Patient.Start("requests");

        Succeed(Dotnet(folder, "tool", "install", "--global", "ThreadPoolDoctor.Tool", "--add-source", packages));
        string command = Path.Combine(folder.Path, ".dotnet", "tools", OperatingSystem.IsWindows() ? "dotnet-tpdoctor.exe" : "dotnet-tpdoctor");
        NamesTheCulprit(Start(folder, command, "attach", patient.Id, "--duration", "2s", "--format", "json"));
        // The patients came along.
        NamesTheCulprit(Start(folder, command, "demo", "--duration", "2s", "--format", "json"));

        Succeed(Dotnet(folder, "new", "tool-manifest"));
        Succeed(Dotnet(folder, "tool", "install", "ThreadPoolDoctor.Tool", "--add-source", packages));
        NamesTheCulprit(Dotnet(folder, "tpdoctor", "attach", patient.Id, "--duration", "2s", "--format", "json"));
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

    private static ProcessStartInfo Dotnet(ScratchFolder home, params string[] arguments) => Start(home, House.Dotnet, arguments);

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
