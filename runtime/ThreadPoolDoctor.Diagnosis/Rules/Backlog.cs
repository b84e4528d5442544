using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>How much work waits. Work that waited in most readings has waited, though the last found none.</summary>
internal static class Backlog
{
    /// <summary>"3 work items wait", as a clause.</summary>
    public static string Clause(PoolSignals signals) => signals.QueueLength > 0
        ? $"{Count(signals.QueueLength, "work item")} {Verb(signals.QueueLength, "waits", "wait")}"
        : PastClause(signals);

    /// <summary>"up to 3 work items waited", as a clause.</summary>
    public static string PastClause(PoolSignals signals) =>
        $"up to {Count(signals.Recording.Ticks.Select(tick => tick.QueueLength).DefaultIfEmpty().Max(), "work item")} waited";

    /// <summary>The same at the beginning of a sentence.</summary>
    public static string Sentence(PoolSignals signals)
    {
        string clause = Clause(signals);
        return char.ToUpperInvariant(clause[0]) + clause[1..];
    }
}
