using ThreadPoolDoctor.Diagnosis.Evidence;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>The deeper evidence in words, the same in every report for people.</summary>
internal static class EvidenceText
{
    /// <summary>How long work items wait; null where too few were seen.</summary>
    public static string? Delay(PoolDiagnosis diagnosis) => diagnosis.QueueDelay switch
    {
        null => null,
        { Started: 0 } delay => $"none of {Count(delay.Items, "work item")} seen being queued had started after {Number(delay.Half.Seconds)} s",
        { } delay => $"half of {Count(delay.Items, "work item")} waited {Told(delay.Half)} or longer, one in twenty {Told(delay.Twentieth)} or longer",
    };

    /// <summary>A place that queues work.</summary>
    public static string QueuedBy(Queuer queuer)
    {
        string place = queuer.File is null ? "" : $"  {queuer.File}:{(queuer.Approximate ? "~" : "")}{queuer.Line}";
        return $"{queuer.Method}{place}, {Number(queuer.Share * 100)} % of what was seen";
    }

    /// <summary>A method whose tasks workers wait for, and what has to happen before one completes.</summary>
    /// <param name="task">The method.</param>
    /// <param name="waiting">Work items that wait for a worker.</param>
    public static string Awaited(AwaitedTask task, long waiting)
    {
        string through = string.Concat(task.Through.Select(method => $", which awaits {method}"));
        string completedBy = task.CompletedBy.Count is 0 or > MostCompleting ? "" : $", which awaits {string.Join(" or ", task.CompletedBy)}";
        string queue = task.NeedsWorker == true && waiting > 0 ? $", and {Count(waiting, "work item")} {Verb(waiting, "waits", "wait")} for one" : "";
        return $"{Count(task.Workers, "worker")} for {task.Method}{through}{completedBy}{s_completions[task.Completion]}{queue}";
    }

    /// <summary>Threads that wait for one another, as a sentence without its end.</summary>
    public static string Deadlock(IReadOnlyList<WaitEdge> circle)
    {
        string edges = string.Join("; ", circle.Select((edge, index) =>
            $"thread {edge.Thread} in {edge.Method} waits for {edge.Lock ?? "a lock"}, which thread {edge.Owner} holds"
            + (index == circle.Count - 1 || edge.OwnerMethod is null || edge.OwnerMethod == circle[index + 1].Method ? "" : $" in {edge.OwnerMethod}")));
        return $"{(circle.All(edge => edge.Certain) ? "Deadlock" : "Probably a deadlock")}: {edges}";
    }

    private const int MostCompleting = 3;

    private static readonly Dictionary<Completion, string> s_completions = new()
    {
        [Completion.Unknown] = "",
        [Completion.WorkItem] = ": a work item that needs a worker itself",
        [Completion.Timer] = ": a timer, whose callback needs a worker",
        [Completion.InputOutput] = ": I/O, after which a worker has to go on",
        [Completion.OtherCode] = ": other code has to release or set it",
    };

    private static string Told(Delay delay) => $"{(delay.AtLeast ? "more than " : "")}{Number(delay.Seconds)} s";
}
