using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>What the workers wait for that block on tasks, and whether that needs a worker itself.</summary>
internal static class AwaitedTasks
{
    private const int MostTasks = 10;

    // Beginnings of metadata names.
    private static readonly (string Name, Completion Completion)[] s_completions =
    [
        ("System.Threading.Tasks.Task.Run", Completion.WorkItem),
        ("System.Threading.Tasks.Task.Yield", Completion.WorkItem),
        ("System.Threading.Tasks.Task.ContinueWith", Completion.WorkItem),
        ("System.Threading.Tasks.Task`1.ContinueWith", Completion.WorkItem),
        ("System.Threading.Tasks.TaskFactory.StartNew", Completion.WorkItem),
        ("System.Threading.Tasks.TaskFactory`1.StartNew", Completion.WorkItem),
        ("System.Threading.Tasks.Parallel.", Completion.WorkItem),
        ("System.Threading.Tasks.Task.Delay", Completion.Timer),
        ("System.Threading.Tasks.TimeProviderTaskExtensions.Delay", Completion.Timer),
        ("System.Threading.PeriodicTimer.", Completion.Timer),
        ("System.Threading.SemaphoreSlim.WaitAsync", Completion.OtherCode),
        ("System.Threading.Channels.", Completion.OtherCode),
        ("System.Threading.Tasks.TaskCompletionSource.", Completion.OtherCode),
        ("System.Threading.Tasks.TaskCompletionSource`1.", Completion.OtherCode),
    ];

    /// <summary>Most workers first; empty where nobody waits for a task whose origin the code tells.</summary>
    public static IReadOnlyList<AwaitedTask> Of(PoolSignals signals) =>
    [
        .. signals.Activities
            .Select(activity => activity.Blockage)
            .OfType<Blockage>()
            .Where(blockage => blockage.Ailment == Ailments.BlockingOnTask && blockage.User.Waits?.TaskOf is not null)
            .GroupBy(blockage => new { blockage.User.Waits!.TaskOf, blockage.User.Waits.CompletedBy })
            .Select(group => Of(group.First().User.Waits!, group.Count()))
            .OrderByDescending(task => task.Workers)
            .ThenBy(task => task.Method, StringComparer.Ordinal)
            .Take(MostTasks),
    ];

    private static AwaitedTask Of(WaitFacts waits, int workers)
    {
        HashSet<Completion> completions = [.. waits.Completing.Select(CompletionOf)];
        return new()
        {
            Method = waits.Tasks[0],
            Through = [.. waits.Tasks.Skip(1)],
            CompletedBy = [.. waits.Completing.Select(FrameNames.Call).Where(name => name != waits.Tasks[0])],
            Completion = completions.Count == 1 ? completions.Single() : Completion.Unknown,
            Workers = workers,
        };
    }

    /// <summary>By the metadata name of what is awaited at last.</summary>
    internal static Completion CompletionOf(string name)
    {
        foreach ((string beginning, Completion completion) in s_completions)
        {
            if (name.StartsWith(beginning, StringComparison.Ordinal)) return completion;
        }
        return IONamespaces.Hold(name) && name.EndsWith("Async", StringComparison.Ordinal) ? Completion.InputOutput : Completion.Unknown;
    }
}
