using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>
/// Which threads are the pool's. Neither source is enough: a deep stack is cut before the frame that every worker
/// starts from, and on Linux an unnamed thread inherits the name of the worker that started it.
/// </summary>
internal static class Workers
{
    /// <summary>
    /// The threads whose stack starts in the pool, and those named as workers whose stack does not say otherwise.
    /// </summary>
    public static HashSet<int> Ids(Recording recording)
    {
        HashSet<int> named = [.. recording.Censuses
            .SelectMany(census => census.Threads)
            .Where(thread => thread.Role == ThreadRole.Worker)
            .Select(thread => thread.OsId)];
        foreach (ThreadStack thread in recording.Snapshots.SelectMany(snapshot => snapshot.Threads))
        {
            if (thread.Stack.Any(frame => IsWorkerBase(frame, recording.IsOfBundledPool))) named.Add(thread.OsId);
            else if (!thread.Cut) named.Remove(thread.OsId);
        }
        if (recording.Censuses.Count == 0) named.UnionWith(Missing(recording, named));
        return named;
    }

    /// <summary>
    /// Threads whose stacks were cut before they tell, in a recording without names, such as a trace: they are the
    /// workers that are missing when there are no more of them than that.
    /// </summary>
    private static IReadOnlyCollection<int> Missing(Recording recording, HashSet<int> known)
    {
        HashSet<int> cut = [.. recording.Snapshots.SelectMany(snapshot => snapshot.Threads).Where(thread => thread.Cut).Select(thread => thread.OsId)];
        cut.ExceptWith(known);
        return known.Count + cut.Count <= Count(recording) ? cut : [];
    }

    /// <summary>
    /// How many workers the pool says it has; by the operating system's names only where the runtime told nothing.
    /// </summary>
    public static int Count(Recording recording)
    {
        if (recording.Ticks.Count > 0) return recording.Ticks[^1].Workers;
        return recording.Censuses.Count > 0 ? recording.Censuses[^1].Count(ThreadRole.Worker) : 0;
    }

    /// <summary>
    /// Threads that watch registered waits: by the operating system's names, and by their stacks where it tells none.
    /// </summary>
    public static int WaitThreads(Recording recording)
    {
        if (recording.Censuses.Count > 0) return recording.Censuses[^1].Count(ThreadRole.WaitThread);
        // Those on the stacks are the runtime's pool's.
        return recording.Snapshots.Count == 0 || recording.IsOfBundledPool ? 0 : WaitThreads(recording.Snapshots[^1]);
    }

    /// <summary>Those that show at this moment.</summary>
    public static int WaitThreads(StackSnapshot snapshot) => snapshot.Threads.Count(thread =>
        thread.Stack.Any(frame => frame is { TypeName: "System.Threading.PortableThreadPool+WaitThread", MethodName: "WaitThreadStart" }));

    /// <summary>
    /// The living workers, oldest first; empty where the system does not tell when they were started.
    /// </summary>
    public static IReadOnlyList<ThreadSight> Living(Recording recording)
    {
        if (recording.Censuses.Count == 0) return [];
        HashSet<int>? proven = recording.Snapshots.Count == 0 ? null : Ids(recording);
        List<ThreadSight> workers = [.. recording.Censuses[^1].Threads
            .Where(thread => thread.Role == ThreadRole.Worker && proven?.Contains(thread.OsId) != false)];
        workers.Sort((one, other) => one.StartedAt.CompareTo(other.StartedAt));
        return workers;
    }

    /// <summary>The method that a worker runs from its start to its end.</summary>
    public static bool IsWorkerBase(Frame frame, bool bundled) => bundled
        ? frame is { TypeName: "ThreadPoolDoctor.Pool.Worker", MethodName: "Main" }
        : BlockingFrames.IsWorkerBase(frame) || frame is { TypeName: "System.Threading.WindowsThreadPool", MethodName: "DispatchCallback" };
}
