using System.Runtime.InteropServices;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// Where things are: the repository, the tool as it was built beside these tests, the dotnet command that runs them.
/// </summary>
internal static class House
{
    public static string Repository => RepositoryFiles.Root;

    /// <summary>"debug" or "release", as these tests were built.</summary>
    public static string Configuration { get; } = new DirectoryInfo(AppContext.BaseDirectory).Name;

    public static string Tool { get; } = Built("ThreadPoolDoctor.Tool", "dotnet-tpdoctor.dll");

    public static string Patients { get; } = Built("ThreadPoolDoctor.Tool", Path.Combine("patients", "ThreadPoolDoctor.Patients.dll"));

    public static string PatientsSource { get; } = Path.Combine(Repository, "runtime", "ThreadPoolDoctor.Patients");

    public static string PatientGenerator { get; } = Built("ThreadPoolDoctor.PatientGenerator", "ThreadPoolDoctor.PatientGenerator.dll");

    public static string Dotnet { get; } = FindDotnet();

    private static string Built(string project, string file) =>
        Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", project, Configuration, file));

    private static string FindDotnet()
    {
        string name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        return Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", name));
    }
}
