using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
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
        if (!Arriving(injection) && signals.QueueLength <= signals.Workers) return null;
        string pace = Pace(signals);
        string why = injection.Reason is null ? "" : $" (reason: {injection.Reason})";
        return Found.Of(
            Ailments.SlowInjection,
            $"The pool adds {pace}{why} while {Backlog.Clause(signals)}{Drain(signals.Injection)}.",
            signals.MostlyBlocked ? CauseList.OfBlocked(signals) : []);
    }

    /// <summary>
    /// Threads do come. Where none does, only a queue that more threads would help is told: the pool may be at its
    /// maximum.
    /// </summary>
    private static bool Arriving(Injection injection) =>
        injection.Added > 0 || injection.SecondsPerStep is not null || injection.Reason is not null;

    private static string Pace(PoolSignals signals)
    {
        string seconds = Number(signals.Recording.Cost.Seconds);
        return signals.Injection switch
        {
            { SecondsPerStep: { } pause } => $"one thread per {Number(pause)} s",
            { Added: 0 } => $"no thread in {seconds} s",
            _ => $"{Count(signals.Injection.Added, "thread")} in {seconds} s",
        };
    }

    private static string Drain(Injection injection) => injection switch
    {
        { KnowsDrain: false } => "",
        { DrainSeconds: null } => "; at this rate the queue never drains",
        { DrainSeconds: 0 } => "; the queue is empty",
        { DrainSeconds: > 3600 } => "; at this rate the queue needs more than an hour to drain",
        { DrainSeconds: { } seconds } => $"; at this rate the queue drains in about {Number(seconds)} s",
    };

    /// <summary>Workers are held by items that do not end, or that take so long that it comes to the same.</summary>
    private static bool NothingEnds(PoolSignals signals) =>
        signals.ItemsAreLong && !signals.ItemsCompute && LongItems.Find(signals).Count > 0;
}
