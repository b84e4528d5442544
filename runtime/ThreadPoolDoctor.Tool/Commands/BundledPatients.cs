using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// The sick and healthy programs that came with the tool, and how to start one with the same .NET that runs the tool.
/// </summary>
internal static class BundledPatients
{
    private static readonly string s_program = Path.Combine(AppContext.BaseDirectory, "patients", "ThreadPoolDoctor.Patients.dll");

    /// <summary>Starts a patient; its standard streams are ours.</summary>
    public static Process Start(params string[] arguments)
    {
        if (!File.Exists(s_program))
        {
            throw new ExpectedTrouble($"The patients are missing: there is no {s_program}.", "Install the tool again.");
        }
        ProcessStartInfo start = new(Host(), ["exec", s_program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return Process.Start(start)!;
    }

    /// <summary>
    /// What stopped a patient that ended by itself; it usually is that ASP.NET Core is not installed.
    /// </summary>
    public static ExpectedTrouble Unable(Process patient)
    {
        string complaint = patient.StandardError.ReadToEnd().Trim();
        return complaint.Contains("Microsoft.AspNetCore.App", StringComparison.Ordinal)
            ? new("The patients need the ASP.NET Core runtime, which is not installed.", "Install it, or attach to a program of your own.")
            : new($"The patient ended with exit code {patient.ExitCode}: {complaint}", "Try another one of 'demo --list'.");
    }

    /// <summary>
    /// The dotnet command beside the runtime that this tool runs on; "dotnet" by the PATH where that is not laid out as
    /// usual.
    /// </summary>
    private static string Host()
    {
        string name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        string beside = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", name));
        return File.Exists(beside) ? beside : "dotnet";
    }
}
