using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>
/// TPD101: work waits in the queue while workers sit blocked. Neither the length of the queue nor a growing thread
/// count is asked for: a steady sleeper keeps the pool small for ten seconds and more, and four items behind eight
/// blocked workers wait for ever.
/// </summary>
internal sealed class StarvationRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        if (!signals.WorkWaits || !signals.MostlyBlocked) return null;
        string evidence =
            $"{Backlog.Sentence(signals)} in the queue"
            + $"{Rate(signals.QueueGrowth)} while {signals.Blocked} of {Count(signals.Workers, "worker")} sit blocked;"
            + $" {Number(signals.CompletedPerSecond)} completed per second.";
        return Found.Of(Ailments.Starvation, evidence, CauseList.OfBlocked(signals));
    }

    private static string Rate(double? perSecond) => perSecond switch
    {
        null => "",
        > -0.5 and < 0.5 => " (steady)",
        { } rate => $" ({(rate > 0 ? "growing" : "shrinking")} by {Number(Math.Abs(rate))} per second)",
    };
}
