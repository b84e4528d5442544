using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>The user's methods that the processors were busy in, by the stacks of the threads that used them.</summary>
internal static class BusyMethods
{
    /// <summary>
    /// Worst first. A stack counts for as much of a processor as its thread used; threads that are not the pool's count
    /// too, for they take the same processors. Empty where no stack shows the user's code at work.
    /// </summary>
    public static IReadOnlyList<Cause> Of(PoolSignals signals)
    {
        Dictionary<int, double> shares = ThreadTimes.CpuShares(signals.Recording);
        HashSet<int> working = [.. signals.Activities
            .Where(activity => activity.State == WorkerState.Working)
            .Select(activity => activity.OsId)];
        List<Burn> burns = [.. signals.Recording.Snapshots
            .SelectMany(snapshot => snapshot.Threads)
            .Select(thread => Look(thread, shares, working.Contains(thread.OsId), signals.Recording.InlinedWork))
            .OfType<Burn>()];
        double total = burns.Sum(burn => burn.Weight);
        return [.. burns
            .GroupBy(burn => new { burn.Method.DisplayName, burn.Method.File })
            .Select(group => Told(group, total))
            .Where(cause => cause.Share >= Thresholds.BusyShare)
            .OrderByDescending(cause => cause.Share)
            .ThenBy(cause => cause.Method, StringComparer.Ordinal)];
    }

    private sealed record Burn(int OsId, Frame Method, IReadOnlyList<Frame> Stack, double Weight);

    /// <summary>Null for a thread that did not work, or not in the user's code.</summary>
    private static Burn? Look(ThreadStack thread, Dictionary<int, double> shares, bool worker, Frame? inlined)
    {
        bool known = shares.TryGetValue(thread.OsId, out double share);
        double weight = known ? share : worker ? 1 : 0;
        bool works = worker || known && share > Thresholds.WorkingCpuShare;
        if (!works || weight <= 0) return null;
        IReadOnlyList<Frame> stack = inlined is { } work && StackReader.WorksInRunner(thread.Stack) ? [work, .. thread.Stack] : thread.Stack;
        return StackReader.UserFrame(stack) is { } method ? new(thread.OsId, method, stack, weight) : null;
    }

    private static Cause Told(IEnumerable<Burn> burns, double total)
    {
        List<Burn> all = [.. burns];
        // The line that was met most often; a loop is met at any of its lines.
        Burn usual = all
            .GroupBy(burn => new { burn.Method.Line })
            .MaxBy(line => line.Sum(burn => burn.Weight))!.First();
        int threads = all.Select(burn => burn.OsId).Distinct().Count();
        double share = total <= 0 ? 0 : all.Sum(burn => burn.Weight) / total;
        return CauseList.Of(
            Ailments.CpuSaturation, usual.Method, usual.Stack[0].DisplayName, usual.Stack, threads, share);
    }
}
