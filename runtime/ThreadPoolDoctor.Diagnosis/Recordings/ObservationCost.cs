namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>When and how long was looked, and what looking cost the process.</summary>
/// <param name="StartedAt">When the observation began.</param>
/// <param name="Seconds">How long it lasted, in seconds.</param>
/// <param name="LostEvents">Events that the runtime dropped because its buffer was full.</param>
/// <param name="Suspensions">How often all threads of the process were stopped to take stacks.</param>
/// <param name="Events">Events received.</param>
/// <param name="Bytes">Bytes received.</param>
public sealed record ObservationCost(
    DateTimeOffset StartedAt,
    double Seconds,
    long LostEvents,
    int Suspensions,
    long Events,
    long Bytes)
{
    /// <summary>For how long all threads stood still for those suspensions, in milliseconds, together.</summary>
    public double PauseMilliseconds { get; init; }

    /// <summary>How long it was asked to last, in seconds; 0 where that is not known.</summary>
    public double AskedSeconds { get; init; }

    /// <summary>Processor time that the tool itself took, in seconds.</summary>
    public double ToolCpuSeconds { get; init; }
}
