using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// Where a time of waiting begins and ends between two readings, by the stacks taken there: beside an idle worker no
/// work waits, and where all workers are in use it may.
/// </summary>
internal sealed class WaitingEdges(Recording recording)
{
    // What lies on an edge belongs to one side of it.
    private const double Moment = 0.001;

    private readonly HashSet<int> _workers = Workers.Ids(recording);

    private sealed record Seen(double At, bool? InUse);

    /// <summary>The beginning, after a reading that tells of none and up to one that does.</summary>
    /// <param name="well">When no work waited.</param>
    /// <param name="waiting">When some did.</param>
    /// <param name="guess">Where the readings alone would put it.</param>
    public double Begin(double well, double waiting, double guess)
    {
        Seen[] between = Between(well, waiting);
        double lastIdle = Array.FindLast(between, one => one.InUse == false)?.At ?? well;
        double firstInUse = Array.Find(between, one => one.InUse == true && one.At > lastIdle)?.At
            ?? double.PositiveInfinity;
        return Math.Min(firstInUse, Math.Max(guess, lastIdle + Moment));
    }

    /// <summary>The end, after a reading that tells of waiting work and up to one that does not.</summary>
    public double End(double waiting, double well, double guess)
    {
        Seen[] between = Between(waiting, well);
        double firstIdle = Array.Find(between, one => one.InUse == false)?.At ?? double.PositiveInfinity;
        double lastInUse = Array.FindLast(between, one => one.InUse == true && one.At < firstIdle)?.At
            ?? double.NegativeInfinity;
        return Math.Max(lastInUse, Math.Min(guess, firstIdle - Moment));
    }

    private Seen[] Between(double after, double before) =>
    [
        .. recording.Snapshots
            .Where(snapshot => snapshot.At > after && snapshot.At < before)
            .Select(snapshot => new Seen(snapshot.At, AreInUse(snapshot))),
    ];

    /// <summary>
    /// Whether all workers are in use, but for a few; null where idle ones tell nothing, for the pool lets no more of
    /// them work.
    /// </summary>
    private bool? AreInUse(StackSnapshot snapshot)
    {
        ThreadStack[] seen = [.. snapshot.Threads.Where(thread => _workers.Contains(thread.OsId))];
        int idle = seen.Count(thread => StackReader.IsIdle(thread.Stack));
        if (seen.Length == 0) return null;
        if (idle <= seen.Length * Thresholds.IdleShareWhileStarving) return true;
        return seen.Length - idle >= ThreadGoal.At(recording, snapshot.At) * (1 - Thresholds.IdleShareWhileStarving) ? null : false;
    }
}
