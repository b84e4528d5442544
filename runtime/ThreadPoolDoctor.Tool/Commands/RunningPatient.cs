using System.Diagnostics;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// A patient that runs as a process of its own and is ready. Disposing ends it, whatever happened meanwhile.
/// </summary>
internal sealed class RunningPatient : IDisposable
{
    public static readonly TimeSpan TimeToGetReady = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan s_timeToEnd = TimeSpan.FromSeconds(3);

    private readonly Process _process;

    private RunningPatient(Process process) => _process = process;

    public int ProcessId => _process.Id;

    /// <summary>Starts it and waits until it says that it is ready.</summary>
    public static async Task<RunningPatient> StartAsync(string name, CancellationToken cancel)
    {
        RunningPatient patient = new(BundledPatients.Start(name));
        try
        {
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            limit.CancelAfter(TimeToGetReady);
            await patient.WaitUntilReadyAsync(name, limit.Token);
            return patient;
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            patient.Dispose();
            throw new ExpectedTrouble(
                $"The patient '{name}' did not get ready within {TimeToGetReady.TotalSeconds:0} s.",
                "Try again when the machine is less busy.");
        }
        catch
        {
            patient.Dispose();
            throw;
        }
    }

    private async Task WaitUntilReadyAsync(string name, CancellationToken cancel)
    {
        while (await _process.StandardOutput.ReadLineAsync(cancel) is { } line)
        {
            if (!line.StartsWith($"ready {name} ", StringComparison.Ordinal)) continue;
            // Nothing more is read: whatever it may say must not fill a pipe and stop it.
            _ = _process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
            _ = _process.StandardError.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
            return;
        }
        await _process.WaitForExitAsync(cancel);
        throw BundledPatients.Unable(_process);
    }

    public void Dispose()
    {
        try
        {
            // A patient ends when its input does.
            _process.StandardInput.Close();
            if (!_process.WaitForExit(s_timeToEnd)) _process.Kill(entireProcessTree: true);
        }
        catch (Exception gone) when (gone is InvalidOperationException or IOException)
        {
            // It had ended by itself.
        }
        _process.Dispose();
    }
}
