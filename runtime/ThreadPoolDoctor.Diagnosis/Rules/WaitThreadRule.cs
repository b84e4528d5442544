using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>TPD103: registered waits cost one thread per 63 handles.</summary>
internal sealed class WaitThreadRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        if (signals.WaitThreads < Thresholds.WaitThreads) return null;
        int most = signals.WaitThreads * Thresholds.HandlesPerWaitThread;
        int least = (signals.WaitThreads - 1) * Thresholds.HandlesPerWaitThread + 1;
        IReadOnlyList<Frame> sites = signals.Recording.WaitRegistrations;
        Cause[] causes = [.. sites.Select(site => CauseList.Of(
            Ailments.RegisteredWaitPerItem, site,
            "System.Threading.ThreadPool.RegisterWaitForSingleObject", [site],
            signals.WaitThreads, 1.0 / sites.Count))];
        return Found.Of(
            Ailments.WaitThreadExplosion,
            $"{Count(signals.WaitThreads, "wait thread")} watch {least} to {most} registered handles"
            + $" (one thread per {Thresholds.HandlesPerWaitThread}).",
            causes);
    }
}
