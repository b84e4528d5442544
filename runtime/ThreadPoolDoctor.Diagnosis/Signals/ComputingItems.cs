using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// Whether the items need nothing but processors: these are used up, and the items that hold the workers come to their
/// ends. Items that end only when a timer says so wait for a worker of their own pool, and are not of these.
/// </summary>
internal static class ComputingItems
{
    public static bool Are(PoolSignals signals) => signals.Saturated && !signals.MostlyBlocked && signals.Working > 0
        && Ended(signals) * signals.Recording.Cost.Seconds >= (WorkersCompute(signals) ? 1 : signals.Working)
        && !WaitForTimers(signals);

    /// <summary>
    /// Items that end by themselves, each second: by the median of the readings, for loops that are stopped end in one
    /// swarm. Where there are no timers that could stop the items, and these end one by one, it is the mean: an item
    /// may take longer than a reading.
    /// </summary>
    private static double Ended(PoolSignals signals) =>
        !TimersAreArmed(signals) && !EndInSwarms(signals) && EndingReadings(signals) >= Thresholds.SteadyReadingsShare
            ? signals.CompletedPerSecond
            : signals.UsualCompletions;

    /// <summary>
    /// Whether the workers did nothing but run and wait for processors, by the system's account: then one item that
    /// ends shows that items do, for on a crowded machine each takes many times as long. A worker that came late has no
    /// account yet.
    /// </summary>
    private static bool WorkersCompute(PoolSignals signals)
    {
        Dictionary<int, double> wanted = ThreadTimes.WantedShares(signals.Recording);
        List<WorkerActivity> known = [.. signals.Activities
            .Where(activity => activity.State == WorkerState.Working && wanted.ContainsKey(activity.OsId))];
        return known.Count * 2 > signals.Working
            && known.TrueForAll(activity => wanted[activity.OsId] >= Thresholds.ComputingShare);
    }

    /// <summary>
    /// Timers were late, and either about as many as items ended, or those that fired were not seen being armed: then
    /// there are timers for the items, and these end in swarms, all whose timers came due while none was called back.
    /// </summary>
    private static bool WaitForTimers(PoolSignals signals)
    {
        // A timer's own callback does not wait for its timer.
        if (RunTimers(signals) * 2 > signals.Working) return false;
        List<TimerShot> late = [.. signals.Recording.Timers
            .Where(shot => shot.FiredAt - shot.DueAt >= Thresholds.LateTimerSeconds)];
        if (late.Count == 0) return false;
        double seconds = signals.Recording.Cost.Seconds - Math.Max(0, late.Min(shot => shot.DueAt));
        return late.Count >= Thresholds.TimersPerGatedItem * signals.CompletedPerSecond * seconds
            || TimersAreArmed(signals) && EndInSwarms(signals);
    }

    private static int RunTimers(PoolSignals signals) => signals.Activities.Count(activity =>
        activity.State == WorkerState.Working && activity.Stacks[^1].Any(BlockingFrames.IsTimer));

    /// <summary>Whether there were ever as many timers as if each item that holds a worker had one.</summary>
    private static bool TimersAreArmed(PoolSignals signals) =>
        signals.Recording.Ticks.Any(tick => tick.ActiveTimers >= Thresholds.TimersPerGatedItem * signals.Working);

    /// <summary>
    /// Whether often none ends in the time of a reading, though several would if they ended one by one.
    /// </summary>
    private static bool EndInSwarms(PoolSignals signals)
    {
        double pause = Median.Between(signals.Recording.Ticks, (one, next) => next.At - one.At);
        return signals.CompletedPerSecond * pause >= Thresholds.ItemsOfSwarm
            && 1 - EndingReadings(signals) >= Thresholds.SteadyReadingsShare;
    }

    /// <summary>Share of the readings in whose time any item ended.</summary>
    private static double EndingReadings(PoolSignals signals) => signals.Recording.Ticks.Count == 0
        ? 0
        : (double)signals.Recording.Ticks.Count(tick => tick.CompletedPerSecond > 0) / signals.Recording.Ticks.Count;
}
