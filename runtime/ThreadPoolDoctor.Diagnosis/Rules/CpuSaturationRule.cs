using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>
/// TPD106: the backlog grows because processors are busy. A saturated process as such is healthy (it does what it was
/// asked to), and so is a long queue of tiny items: only real items that fall ever further behind are a finding.
/// A process that could keep up if others left it the processors is not to blame; the summary says who is.
/// </summary>
internal sealed class CpuSaturationRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        if (!signals.Saturated || signals.CpuNeed < Thresholds.SaturatedCpu || signals.MostlyBlocked || !signals.WorkWaits) return null;
        double processors = signals.CpuUsage * signals.Recording.Process.Capacity;
        // What one item takes, so that a queue of tiny items is not mistaken for a backlog.
        bool realItems = signals.CompletedPerSecond > 0
            && processors / signals.CompletedPerSecond >= Thresholds.RealItemSeconds;
        bool behind = signals.QueueDelay >= Thresholds.SaturationDelaySeconds
            && signals.QueueGrowth is { } growth
            && growth * signals.Recording.Cost.Seconds >= Math.Max(10, signals.QueueLength * 0.1);
        if (!realItems || !behind) return null;
        return Found.Of(
            Ailments.CpuSaturation,
            $"{Count(signals.QueueLength, "work item")} wait, {Number(signals.QueueGrowth ?? 0)} more each second, and"
            + $" {Number(processors)} of {Processors(signals)} are in use{Throttling(signals)}:"
            + " threads do not block, there is more work than processor time.",
            BusyMethods.Of(signals));
    }

    private static string Processors(PoolSignals signals) =>
        $"{Number(signals.Recording.Process.Capacity)} processor{(signals.Recording.Process.Capacity == 1 ? "" : "s")}";

    private static string Throttling(PoolSignals signals) => signals.Throttled
        ? $" (the control group's quota; the kernel stopped it in {Number(signals.Recording.Throttling!.Value.Share * 100)} % of the periods)"
        : "";
}
