using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>From findings to the one word. Several signals must agree before anything but "healthy" is said.</summary>
internal static class Verdicts
{
    public static Verdict Judge(PoolSignals signals, IReadOnlyList<Finding> findings)
    {
        bool stuck = Has(findings, Ailments.Stuck) && signals.NothingCompletes && signals.WorkWaits;
        if (stuck || Has(findings, Ailments.Starvation)) return Verdict.Starving;
        if (findings.Any(finding => finding.Id != Ailments.CpuSaturation)) return Verdict.AtRisk;
        if (Blind(signals)) return Verdict.Inconclusive;
        if (signals.MostlyBlocked && signals.Blocked >= ManyBlocked(signals)) return Verdict.Compensated;
        return signals.Saturated ? Verdict.CpuBound : Verdict.Healthy;
    }

    /// <summary>What is missing for a verdict, as a clause, or null when nothing is.</summary>
    public static string? Missing(PoolSignals signals)
    {
        if (!Readings.Suffice(signals.Recording)) return "the runtime sent fewer than two counter readings";
        // A process that keeps the processors busy needs no stacks to be believed; one that waits for them may be
        // blocked, too.
        bool busy = signals.Saturated && !signals.CrowdedOut;
        if (signals.WorkWaits && !busy && !signals.SawStacks) return "work waits, but no stacks could be taken to see why";
        bool explained = signals.Saturated || signals.MostlyBlocked || signals.HeldByTestRunner > 0;
        if (signals.WorkWaits && signals.QueueDelay >= Thresholds.UnexplainedDelaySeconds && !explained)
        {
            return "work waits though processors are free, and no worker was seen to block";
        }
        return null;
    }

    /// <summary>More than the pool has by itself: then extra threads are what keeps the queue empty.</summary>
    private static int ManyBlocked(PoolSignals signals) =>
        Math.Max(Thresholds.CompensatedWorkers, signals.Recording.Process.Processors + 1);

    private static bool Blind(PoolSignals signals) => Missing(signals) is not null;

    private static bool Has(IReadOnlyList<Finding> findings, string id) => findings.Any(finding => finding.Id == id);
}
