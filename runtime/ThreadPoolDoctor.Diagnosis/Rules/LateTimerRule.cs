using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>
/// TPD104: timer callbacks queue behind blocked or busy workers. Proven by timers seen being armed and firing late, or
/// by a process that uses timers and in which no worker has taken anything from the queue for the whole observation.
/// Timers behind items that only compute lack a processor, as everything else does: that is TPD106.
/// </summary>
internal sealed class LateTimerRule : IRule
{
    public Finding? Look(PoolSignals signals) => signals.ItemsCompute ? null : Measured(signals) ?? Inferred(signals);

    private static Finding? Measured(PoolSignals signals)
    {
        TimerShot[] shots = [.. signals.Recording.Timers];
        Array.Sort(shots, (one, other) => Lateness(one).CompareTo(Lateness(other)));
        if (shots.Length == 0 || Lateness(shots[shots.Length / 2]) < Thresholds.LateTimerSeconds) return null;
        IReadOnlyList<Cause> holders = Holders(signals);
        if (holders.Count == 0 && signals.HeldByTestRunner > 0) return null;
        string worst = Number(Lateness(shots[^1]));
        string lateness = shots.Length == 1
            ? $"1 timer fired, and was late by {worst} s."
            : $"{Count(shots.Length, "timer")} fired; half of them were late by {Number(Lateness(shots[shots.Length / 2]))} s"
                + $" or more, the worst by {worst} s.";
        return Found.Of(Ailments.LateTimers, lateness, holders);
    }

    private static double Lateness(TimerShot shot) => shot.FiredAt - shot.DueAt;

    private static Finding? Inferred(PoolSignals signals)
    {
        bool usesTimers = signals.Recording.Ticks.Any(tick => tick.ActiveTimers > 0)
            || signals.Recording.Censuses.Any(census => census.Count(ThreadRole.Timer) > 0);
        bool nothingTaken = signals.Recording.Ticks.Count >= 2
            && signals.Recording.Ticks.All(tick => tick.QueueLength > 0 && tick.CompletedPerSecond < Thresholds.NothingTakenPerSecond)
            && signals.Recording.Cost.Seconds >= Thresholds.LateTimerSeconds;
        if (!usesTimers || Holders(signals).Count == 0) return null;
        if (!nothingTaken) return signals.WorkWaits && signals.ItemsAreLong ? Queued(signals) : null;
        return Found.Of(
            Ailments.LateTimers,
            $"No work item was completed for {Number(signals.Recording.Cost.Seconds)} s while {Backlog.Clause(signals)}:"
            + " every timer that comes due is late by at least as long, for its callback waits in the same queue.",
            Holders(signals));
    }

    /// <summary>By Little's law: what is queued now starts when the items before it have found a worker.</summary>
    private static Finding Queued(PoolSignals signals) => Found.Of(
        Ailments.LateTimers,
        $"A work item that is queued now waits about {Number(signals.QueueDelay)} s for a worker; every timer that"
        + " comes due may be late by as much, for its callback waits in the same queue.",
        Holders(signals));

    private static IReadOnlyList<Cause> Holders(PoolSignals signals)
    {
        IReadOnlyList<Cause> blocked = signals.MostlyBlocked ? CauseList.OfBlocked(signals) : [];
        return blocked.Count > 0 ? blocked : LongItems.Find(signals);
    }
}
