using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>The deeper evidence in words, the same in every report for people.</summary>
internal static class EvidenceText
{
    // Seconds that would be told as none.
    private const double AtOnce = 0.005;

    /// <summary>How long work items wait; null where too few were seen.</summary>
    public static string? Delay(PoolDiagnosis diagnosis) => diagnosis.QueueDelay switch
    {
        null => null,
        { Started: 0 } delay => $"none of {Count(delay.Items, "work item")} seen being queued had started after {Number(delay.Half.Seconds)} s",
        { Twentieth: { AtLeast: false, Seconds: < AtOnce } } delay =>
            $"19 in 20 of {Count(delay.Items, "work item")} were taken at once",
        { } delay => $"half of {Count(delay.Items, "work item")} waited {Told(delay.Half)}"
            + (delay.Half == delay.Twentieth ? "" : $", one in twenty {Told(delay.Twentieth)}"),
    };

    /// <summary>A place that queues work.</summary>
    public static string QueuedBy(Queuer queuer)
    {
        string place = queuer.File is null ? "" : $"  {queuer.File}:{(queuer.Approximate ? "~" : "")}{queuer.Line}";
        return $"{queuer.Method}{place}, {Number(queuer.Share * 100)} % of what was seen";
    }

    /// <summary>What became of web requests, as a sentence without its end; null where there are none.</summary>
    public static string? Requests(PoolDiagnosis diagnosis)
    {
        string[] parts = [.. Held(diagnosis.HeldRequests), .. diagnosis.Requests is { } requests ? Seen(requests) : []];
        return parts.Length == 0 ? null : string.Join("; ", parts);
    }

    private static IEnumerable<string> Held(IReadOnlyList<HeldRequests> held)
    {
        if (held.Count == 0) yield break;
        int workers = held.Sum(one => one.Workers);
        yield return $"{Count(workers, "blocked worker")} {Verb(workers, "holds", "hold")} one, {held[0].Workers} in {held[0].Method}";
    }

    private static IEnumerable<string> Seen(RequestFacts requests)
    {
        RouteFacts? slowest = requests.Routes.MaxBy(route => route.SlowestSeconds);
        long failed = requests.Routes.Sum(route => route.Failed);
        long began = requests.Ended + requests.UnderWay;
        if (began > 0)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{began:N0} began in {Number(requests.Seconds)} s, {requests.Ended:N0} of them ended{(failed == 0 ? "" : $" ({failed:N0} failed)")}");
        }
        if (slowest is not null) yield return $"slowest {Route(slowest)}: {Number(slowest.MeanSeconds)} s on average, {Number(slowest.SlowestSeconds)} s at most";
        if (requests.QueuedConnections > 0) yield return $"{Count(requests.QueuedConnections, "connection")} accepted that no worker has taken";
    }

    /// <summary>Method and route; requests for which no route was chosen are told by their method.</summary>
    public static string Route(RouteFacts route) => $"{route.Method} {(route.Route.Length == 0 ? "(no route)" : route.Route)}";

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

    private static string Told(Delay delay) =>
        delay.AtLeast ? $"longer than {Number(delay.Seconds)} s" : $"{Number(delay.Seconds)} s or longer";
}
