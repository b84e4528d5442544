using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// Ctrl-C and SIGTERM. The first asks the running command to end with what it has, and leaves it the time it takes: a
/// busy process needs seconds to send the names of its methods. The second ends the tool at once.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _asked = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    public Interruption()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal);
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Asked => _asked.Token;

    private void OnSignal(PosixSignalContext context)
    {
        if (_asked.IsCancellationRequested) return; // not cancelled a second time: the system's own answer is the end
        context.Cancel = true;
        _asked.Cancel();
    }

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _asked.Dispose();
    }
}
