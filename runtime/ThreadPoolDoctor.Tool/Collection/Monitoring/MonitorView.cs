using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Monitoring;

/// <summary>One process as a monitor shows it at one moment.</summary>
/// <param name="At">When.</param>
/// <param name="Diagnosis">The verdict on the last seconds.</param>
/// <param name="History">Readings of the last minutes, oldest first.</param>
/// <param name="Notice">What else is to be said, such as that it ended; null for nothing.</param>
internal sealed record MonitorView(DateTimeOffset At, PoolDiagnosis Diagnosis, IReadOnlyList<CounterTick> History, string? Notice)
{
    private const int MostBlockers = 5;

    /// <summary>The places that hold workers, worst first.</summary>
    public IReadOnlyList<Cause> Blockers => [.. Diagnosis.Findings
        .SelectMany(finding => finding.Causes)
        .Concat(Diagnosis.Busiest)
        .OrderByDescending(cause => cause.Threads)
        .Take(MostBlockers)];
}
