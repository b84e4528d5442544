using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// For how long the sampler held all threads, by the runtime's own events: from when it begins to stop them until the
/// last goes on. Suspensions for garbage collection are not the tool's. Used by one thread at a time.
/// </summary>
internal sealed class Pauses
{
    private readonly Dictionary<int, double> _begun = [];

    /// <summary>Pauses that are over.</summary>
    public int Count { get; private set; }

    public double Milliseconds { get; private set; }

    public void Begin(int thread, double at, GCSuspendEEReason reason)
    {
        _begun.Remove(thread);
        if (reason == GCSuspendEEReason.SuspendOther) _begun[thread] = at;
    }

    public void End(int thread, double at)
    {
        if (!_begun.Remove(thread, out double began)) return;
        Count++;
        Milliseconds += at - began;
    }
}
