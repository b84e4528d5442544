using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Collection.Launching;

/// <summary>
/// A program that the tool started, with the tool's own terminal, folder and environment but for one variable.
/// </summary>
internal sealed class LaunchedProgram : IDisposable
{
    /// <summary>Where runtimes look for ports to come to.</summary>
    public const string PortsVariable = "DOTNET_DiagnosticPorts";

    // After Ctrl-C, which a terminal sends to the program as well.
    private static readonly TimeSpan s_ownTime = TimeSpan.FromSeconds(2);

    private const int Terminate = 15;

    private readonly Process _process;

    private LaunchedProgram(Process process) => _process = process;

    public int ExitCode => _process.ExitCode;

    /// <summary>
    /// Starts it; its runtimes come to the port, and wait there. Throws ExpectedTrouble where there is no such program.
    /// </summary>
    public static LaunchedProgram Start(IReadOnlyList<string> command, string port)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1));
        string? others = Environment.GetEnvironmentVariable(PortsVariable);
        start.Environment[PortsVariable] = string.IsNullOrEmpty(others) ? port : $"{others};{port}";
        try
        {
            return new(Process.Start(start)!);
        }
        catch (Win32Exception trouble)
        {
            throw new ExpectedTrouble(
                $"{command[0]} cannot be started: {trouble.Message}",
                "Name a program of the PATH, or by its path: launch -- ./shop --port 80", trouble);
        }
    }

    /// <summary>
    /// Waits for its end; when <paramref name="asked"/> is cancelled and it does not end by itself, it is asked to.
    /// </summary>
    public async Task WaitAsync(CancellationToken asked)
    {
        Task ended = _process.WaitForExitAsync(CancellationToken.None);
        Task interrupted = Task.Delay(Timeout.Infinite, asked);
        if (await Task.WhenAny(ended, interrupted) == ended) return;
        if (await Task.WhenAny(ended, Task.Delay(s_ownTime, CancellationToken.None)) != ended) _ = Kill(_process.Id, Terminate);
        await ended;
    }

    public void Dispose() => _process.Dispose();

    [DllImport("libc", EntryPoint = "kill")]
    private static extern int Kill(int process, int signal);
}
