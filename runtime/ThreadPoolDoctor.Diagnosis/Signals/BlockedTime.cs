using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>A stack that workers were blocked in.</summary>
/// <param name="Stack">Leaf first.</param>
/// <param name="Seconds">For how long, over all workers: each moment speaks for the time up to half way to its
/// neighbours.</param>
/// <param name="Threads">Workers that were seen in it.</param>
internal sealed record BlockedStack(IReadOnlyList<Frame> Stack, double Seconds, int Threads);

/// <summary>The time that workers spent blocked, by stack: what a flame graph shows.</summary>
internal static class BlockedTime
{
    /// <summary>Longest first; of the bundled pool's workers too, where the process runs it.</summary>
    public static IReadOnlyList<BlockedStack> Of(Recording recording)
    {
        IReadOnlyList<double> weights = Weights(recording);
        HashSet<int> blocked = [.. Pools(recording)
            .SelectMany(WorkerActivities.Of)
            .Where(worker => worker.State == WorkerState.Blocked)
            .Select(worker => worker.OsId)];
        Dictionary<IReadOnlyList<Frame>, (double Seconds, HashSet<int> Threads)> times = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < weights.Count; i++)
        {
            foreach (ThreadStack thread in recording.Snapshots[i].Threads)
            {
                if (!blocked.Contains(thread.OsId) || thread.Stack.Count == 0 || StackReader.IsIdle(thread.Stack)) continue;
                (double seconds, HashSet<int> threads) = times.GetValueOrDefault(thread.Stack, (0, []));
                threads.Add(thread.OsId);
                times[thread.Stack] = (seconds + weights[i], threads);
            }
        }
        return [.. times
            .Select(time => new BlockedStack(time.Key, time.Value.Seconds, time.Value.Threads.Count))
            .OrderByDescending(stack => stack.Seconds)];
    }

    private static IEnumerable<Recording> Pools(Recording recording) =>
        recording.OfBundledPool() is { } bundled ? [recording, bundled] : [recording];

    /// <summary>The seconds that each snapshot speaks for; together they are the whole look.</summary>
    private static IReadOnlyList<double> Weights(Recording recording)
    {
        double[] at = [.. recording.Snapshots.Select(snapshot => Math.Clamp(snapshot.At, 0, recording.Cost.Seconds))];
        double Border(int i) => i == 0 ? 0 : i == at.Length ? recording.Cost.Seconds : (at[i - 1] + at[i]) / 2;
        return [.. at.Select((_, i) => Math.Max(0, Border(i + 1) - Border(i)))];
    }
}
