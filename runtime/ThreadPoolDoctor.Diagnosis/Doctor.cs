using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Rules;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis;

/// <summary>From a recording to a diagnosis. Pure: the same recording always gets the same answer.</summary>
public static class Doctor
{
    // Worst first: the order in which findings are told.
    private static readonly IRule[] s_rules =
    [
        new StarvationRule(),
        new StuckRule(),
        new LockConvoyRule(),
        new LateTimerRule(),
        new SlowInjectionRule(),
        new WaitThreadRule(),
        new CpuSaturationRule(),
    ];

    // From well to ill; of two pools in one process the worse is told.
    private static readonly Verdict[] s_severity =
        [Verdict.Healthy, Verdict.CpuBound, Verdict.Inconclusive, Verdict.Compensated, Verdict.AtRisk, Verdict.Starving];

    /// <summary>Judges one recording. Where the process runs the bundled pool too, the verdict is that of the worse.</summary>
    public static PoolDiagnosis Diagnose(Recording recording)
    {
        PoolDiagnosis own = Judge(recording);
        if (recording.OfBundledPool() is not { } bundled) return own;
        PoolDiagnosis other = Judge(bundled);
        return Array.IndexOf(s_severity, other.Verdict) >= Array.IndexOf(s_severity, own.Verdict) ? other : own;
    }

    private static PoolDiagnosis Judge(Recording recording)
    {
        PoolSignals signals = PoolSignals.Of(recording);
        List<Finding> findings = [.. s_rules.Select(rule => rule.Look(signals)).OfType<Finding>()];
        AddLoops(signals, findings);
        Verdict verdict = Verdicts.Judge(signals, findings);
        if (verdict == Verdict.Compensated) findings.InsertRange(0, Compensation(signals));
        return new()
        {
            Verdict = verdict,
            Since = Onset.Of(signals, verdict),
            Summary = Summaries.Of(signals, verdict, findings),
            Process = recording.Process,
            Observed = recording.Cost,
            Pool = StateOf(signals),
            Findings = findings,
            Unseen = recording.Unseen,
        };
    }

    /// <summary>Slow injection behind items that never end is caused by those items.</summary>
    private static void AddLoops(PoolSignals signals, List<Finding> findings)
    {
        int slow = findings.FindIndex(finding => finding.Id == Ailments.SlowInjection);
        if (slow < 0 || findings.Exists(finding => finding.Id == Ailments.Starvation)) return;
        IReadOnlyList<Cause> loops = LongItems.Find(signals);
        if (loops.Count > 0) findings[slow] = findings[slow] with { Causes = loops };
    }

    /// <summary>Blocking that extra threads make up for is told by cause: no symptom has broken out yet.</summary>
    private static IEnumerable<Finding> Compensation(PoolSignals signals) => CauseList.OfBlocked(signals)
        .GroupBy(cause => cause.Id)
        .Select(group => new Finding(
            group.Key,
            Ailments.Get(group.Key).Title,
            $"{Words.Count(group.Sum(cause => cause.Threads), "worker")} of {signals.Workers} sit blocked; the queue is"
            + " empty only because the pool has that many threads.",
            [.. group]));

    private static PoolState StateOf(PoolSignals signals) => new()
    {
        Workers = signals.Workers,
        // The bundled pool counts its blocked workers itself; what stacks show may be older.
        BlockedWorkers = signals.Recording.IsOfBundledPool
            ? Math.Max(signals.Blocked, signals.Recording.BundledPool!.Blocked)
            : signals.Blocked,
        Lanes = signals.Recording.IsOfBundledPool ? signals.Recording.BundledPool!.Lanes : null,
        QueueLength = signals.QueueLength,
        CompletedPerSecond = Math.Round(signals.CompletedPerSecond, 1),
        CpuUsage = Math.Round(signals.CpuUsage, 3),
        ThreadsAddedPerSecond = Math.Round(signals.Injection.ThreadsPerSecond, 2),
        InjectionReason = signals.Injection.Reason,
        WaitThreads = signals.WaitThreads,
        MinWorkers = signals.Recording.Process.MinWorkers,
        MaxWorkers = signals.Recording.Process.MaxWorkers,
        DrainSeconds = signals.Injection.DrainSeconds is { } drain ? Math.Round(drain, 1) : null,
    };
}
