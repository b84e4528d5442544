using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Monitoring;

/// <summary>What the monitor knows of the pool. Thread-safe; asking costs nothing.</summary>
public sealed class ThreadPoolMonitor
{
    private volatile CounterTick? _reading;
    private volatile PoolDiagnosis? _diagnosis;
    private volatile Trouble? _trouble;

    private sealed record Trouble(DateTimeOffset Since);

    /// <summary>
    /// Since when work has been waiting for longer than a moment, as readings show it; null while none does.
    /// </summary>
    public DateTimeOffset? WaitingSince => _trouble?.Since;

    /// <summary>The verdict at present: that of the latest closer look while its trouble lasts, else healthy.</summary>
    public Verdict Verdict => WaitingSince is not null && _diagnosis is { } diagnosis ? diagnosis.Verdict : Verdict.Healthy;

    /// <summary>The latest closer look, also when it is over; null when there was no reason for one.</summary>
    public PoolDiagnosis? Diagnosis => _diagnosis;

    /// <summary>The latest reading of the pool's numbers; null before the first.</summary>
    public CounterTick? Reading => _reading;

    /// <summary>A closer look has ended. Called on the monitor's thread, which should not be held.</summary>
    public event Action<PoolDiagnosis>? Looked;

    internal void Tell(CounterTick reading) => _reading = reading;

    internal void TellWaiting(DateTimeOffset? since)
    {
        // What an earlier trouble was says nothing of this one.
        if (since is not null && _trouble is null) _diagnosis = null;
        _trouble = since is { } at ? new(at) : null;
    }

    internal void Tell(PoolDiagnosis diagnosis)
    {
        _diagnosis = diagnosis;
        Looked?.Invoke(diagnosis);
    }
}
