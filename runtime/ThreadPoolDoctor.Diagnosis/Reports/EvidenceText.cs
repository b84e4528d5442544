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

    private static string Told(Delay delay) => $"{(delay.AtLeast ? "more than " : "")}{Number(delay.Seconds)} s";
}
