using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace ThreadPoolDoctor.PatientGenerator.Looking;

/// <summary>One look at one running program, and what is wrong with what was said of it.</summary>
/// <param name="Truth">What is true.</param>
/// <param name="Report">The doctor's report; null when there is none.</param>
/// <param name="Failure">Why there is none.</param>
internal sealed record Trial(Truth Truth, JsonElement? Report, string? Failure)
{
    private static readonly TimeSpan s_timeToGetReady = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan s_timeToLook = TimeSpan.FromSeconds(90);

    /// <summary>The dotnet command of the runtime that runs this program.</summary>
    public static string Dotnet { get; } = Path.GetFullPath(Path.Combine(
        RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));

    /// <summary>
    /// Starts the program, waits until it is ready, has it looked at, ends it. It is named by <paramref name="id"/>:
    /// "started" is the process that was started, "own" the id that the program knows of itself (under an emulator),
    /// "child" the child of the process that was started (a launcher that makes another PID namespace). What was seen
    /// is kept in the file
    /// <paramref name="recording"/>, so that a wrong answer can be looked into.
    /// </summary>
    public static async Task<Trial> RunAsync(Truth truth, IReadOnlyList<string> program, IReadOnlyList<string> tool, string id, string recording)
    {
        using Process patient = Start(program);
        try
        {
            using CancellationTokenSource limit = new(s_timeToGetReady);
            string? said = await patient.StandardOutput.ReadLineAsync(limit.Token);
            if (said is null || !said.StartsWith("ready ", StringComparison.Ordinal)) return new(truth, null, $"the program said '{said}': {await patient.StandardError.ReadToEndAsync(limit.Token)}");
            return await LookAsync(truth, id switch
            {
                "own" => said["ready ".Length..].Trim(),
                "child" => Child(patient.Id),
                _ => patient.Id.ToString(CultureInfo.InvariantCulture),
            }, tool, recording);
        }
        catch (OperationCanceledException)
        {
            return new(truth, null, $"the program was not ready within {s_timeToGetReady.TotalSeconds} s");
        }
        finally
        {
            // It ends with its input; one that stands behind a launcher can only be reached so.
            patient.StandardInput.Close();
            if (!patient.WaitForExit(TimeSpan.FromSeconds(3))) patient.Kill(entireProcessTree: true);
            await patient.WaitForExitAsync();
        }
    }

    /// <summary>
    /// With patience: whether an answer is right is asked here, and not how long a busy machine takes for it.
    /// </summary>
    private static async Task<Trial> LookAsync(Truth truth, string processId, IReadOnlyList<string> tool, string recording)
    {
        string seconds = truth.LookSeconds.ToString(CultureInfo.InvariantCulture);
        using Process look = Start([.. tool, "attach", processId, "--duration", seconds + "s", "--timeout", "30s", "--format", "json", "--save", recording]);
        Task<string> output = look.StandardOutput.ReadToEndAsync();
        Task<string> errors = look.StandardError.ReadToEndAsync();
        using CancellationTokenSource limit = new(s_timeToLook);
        try
        {
            await look.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            look.Kill(entireProcessTree: true);
            return new(truth, null, $"the tool did not end within {s_timeToLook.TotalSeconds} s");
        }
        if (look.ExitCode != 0) return new(truth, null, $"exit code {look.ExitCode}: {await errors}");
        return new(truth, JsonDocument.Parse(await output).RootElement, null);
    }

    private static string Child(int parent) =>
        File.ReadAllText($"/proc/{parent}/task/{parent}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];

    private static Process Start(IReadOnlyList<string> command)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return Process.Start(start)!;
    }
}
