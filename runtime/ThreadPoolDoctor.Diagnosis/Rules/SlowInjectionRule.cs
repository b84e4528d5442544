using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Signals;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>
/// TPD102: threads arrive one at a time while work waits. The pool adds one per 500 ms at best (one per 250 ms when
/// workers block on tasks; fewer still when processors are busy), however long the queue is.
/// </summary>
internal sealed class SlowInjectionRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        Injection injection = signals.Injection;
        bool held = signals.MostlyBlocked || NothingEnds(signals);
        if (!signals.WorkWaits || !held || injection.ThreadsPerSecond > Thresholds.SlowInjectionPerSecond) return null;
        bool arriving = injection.Added > 0 || injection.RecentSteps >= 2 || injection.Reason is not null;
        if (!arriving) return null;
        string pace = injection.SecondsPerStep is { } pause
            ? $"one thread per {Number(pause)} s"
            : $"{Count(injection.Added, "thread")} in {Number(signals.Recording.Cost.Seconds)} s";
        string why = injection.Reason is null ? "" : $" (reason: {injection.Reason})";
        return Found.Of(
            Ailments.SlowInjection,
            $"The pool adds {pace}{why} while {Count(signals.QueueLength, "work item")}"
            + $" {Verb(signals.QueueLength, "waits", "wait")}; {DrainSentence(signals)}.",
            []);
    }

    public static string DrainSentence(PoolSignals signals) => signals.Injection.DrainSeconds switch
    {
        null => "at this rate the queue never drains",
        0 => "the queue is empty",
        > 3600 => "at this rate the queue needs more than an hour to drain",
        { } seconds => $"at this rate the queue drains in about {Number(seconds)} s",
    };

    /// <summary>Workers are held by items that do not end, whether they block or loop.</summary>
    private static bool NothingEnds(PoolSignals signals) =>
        signals.CompletedPerSecond * signals.Recording.Cost.Seconds < Math.Max(1, signals.Workers)
        && Causes.LongItems.Find(signals).Count > 0;
}
