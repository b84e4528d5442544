using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Rules;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

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

    /// <summary>
    /// Judges one recording. Where the process runs the bundled pool too, the verdict is that of the worse.
    /// </summary>
    public static PoolDiagnosis Diagnose(Recording recording)
    {
        recording = Plausible.Of(recording);
        PoolDiagnosis own = Judge(recording);
        if (recording.OfBundledPool() is not { } bundled) return own;
        PoolDiagnosis other = Judge(bundled);
        return Severities.Compare(other.Verdict, own.Verdict) >= 0 ? other : own;
    }

    private static PoolDiagnosis Judge(Recording recording)
    {
        Opinion whole = Opinion.Of(recording);
        IReadOnlyList<WaitingSpan> spans = StarvedTime.Spans(recording);
        Opinion told = whole.Verdict == Verdict.Starving
            ? whole
            : StarvedTime.ByClarity(recording, spans).Select(span => Intermittent(recording, span, whole)).FirstOrDefault(opinion => opinion is not null) ?? whole;

        bool starving = told.Verdict == Verdict.Starving;
        IReadOnlyList<WaitingSpan> starved =
            starving ? [.. spans.Where(span => told == whole || span.IsLong)] : [];
        IReadOnlyList<Finding> findings = InlinedCauses.Name(SharedCauses.TellOnce(told.Findings), recording.UncertainCallers);
        bool onlyBusy = told.Verdict == Verdict.CpuBound && findings.Count == 0;
        IReadOnlyList<Cause> busiest = onlyBusy ? BusyMethods.Of(told.Signals) : [];
        StarvedMoments? moments = starved.Count == 0 ? null : new(
            StarvedTime.Seconds(starved),
            StarvedTime.Covered(recording),
            recording.Cost.StartedAt.AddSeconds(starved[^1].To));
        return new()
        {
            Verdict = told.Verdict,
            Since = Onset.Of(told.Signals, told.Verdict),
            StarvedSeconds = moments is null ? 0 : Math.Round(moments.Seconds, 1),
            LastSeen = moments?.Last,
            ReadSeconds = StarvedTime.Covered(recording),
            Summary = Summaries.Of(told.Signals, told.Verdict, findings, busiest, moments),
            Process = recording.Process,
            Observed = recording.Cost,
            Pool = StateOf(whole.Signals, told.Signals.Blocked),
            Findings = findings,
            Busiest = busiest,
            QueueDelay = QueueDelays.Of(told.Signals.Recording),
            QueuedBy = Queuers.Of(recording),
            Requests = recording.Requests,
            HeldRequests = RequestHolders.Of(told.Signals),
            Awaited = AwaitedTasks.Of(told.Signals),
            WaitsFor = told.Signals.LockWaits.Edges,
            Deadlocks = findings.Any(finding => finding.Id == Ailments.Stuck) ? told.Signals.LockWaits.Deadlocks : [],
            Growth = PoolGrowth.Of(recording),
            Advice = told.Verdict == Verdict.Starving ? SettingAdvice.Of(told.Signals) : [],
            Throttling = recording.Throttling,
            Unseen = [.. recording.Unseen, .. UnnamedCallers(recording, findings)],
        };
    }

    /// <summary>
    /// Only of calls that a cause was found in without its method: other notes would not change what is told.
    /// </summary>
    private static IEnumerable<string> UnnamedCallers(Recording recording, IReadOnlyList<Finding> findings) =>
        from caller in recording.UncertainCallers
        where findings.SelectMany(finding => finding.Causes).Any(cause => cause.IsUnnamed && cause.Stack.Contains(caller.Called))
        select $"who calls {caller.Called}: it was inlined into its caller, and is one of {string.Join(", ", caller.Candidates)}.";

    /// <summary>What the rules say of one recording.</summary>
    private sealed record Opinion(PoolSignals Signals, IReadOnlyList<Finding> Findings, Verdict Verdict)
    {
        public static Opinion Of(Recording recording)
        {
            PoolSignals signals = PoolSignals.Of(recording);
            List<Finding> findings = [.. s_rules.Select(rule => rule.Look(signals)).OfType<Finding>()];
            AddLoops(signals, findings);
            Verdict verdict = Verdicts.Judge(signals, findings);
            if (verdict == Verdict.Compensated) findings.InsertRange(0, Compensation(signals));
            return new(signals, findings, verdict);
        }
    }

    /// <summary>
    /// A pool that starved for a part of the observation, though not for most of it: the same rules judge that part. An
    /// idle worker beside waiting work is one that is about to take it, so the wait was no starvation, unless as many
    /// are in use as the pool lets work at once. Where no stacks were taken then and the pool itself said that it
    /// starved, those of the other moments tell what its workers wait for.
    /// </summary>
    private static Opinion? Intermittent(Recording recording, WaitingSpan span, Opinion whole)
    {
        Recording part = recording.During(span.From, span.To);
        if (part.Snapshots.Count == 0 && span.Injected) part = part with { Snapshots = recording.Snapshots };
        Opinion then = Opinion.Of(part);
        if (then.Verdict != Verdict.Starving || MayTakeWork(recording, span, then.Signals)) return null;
        HashSet<string> found = [.. then.Findings.Select(finding => finding.Id)];
        IEnumerable<Finding> lasting = whole.Findings
            .Where(finding => Ailments.Get(finding.Id).Kind == AilmentKind.Symptom && !found.Contains(finding.Id));
        return then with { Findings = [.. then.Findings, .. lasting] };
    }

    private static bool MayTakeWork(Recording recording, WaitingSpan span, PoolSignals then)
    {
        int idle = then.Activities.Count - then.Blocked - then.Working;
        if (idle <= then.Activities.Count * Thresholds.IdleShareWhileStarving) return false;
        double seen = recording.Snapshots.Select(snapshot => snapshot.At).Where(at => at <= span.To).DefaultIfEmpty(span.To).Max();
        return !(then.Blocked + then.Working >= ThreadGoal.At(recording, seen) * (1 - Thresholds.IdleShareWhileStarving));
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

    private static PoolState StateOf(PoolSignals signals, int blocked) => new()
    {
        Workers = signals.Workers,
        // The bundled pool counts its blocked workers itself; what stacks show may be older.
        BlockedWorkers = signals.Recording.IsOfBundledPool
            ? Math.Max(blocked, signals.Recording.BundledPool!.Blocked)
            : blocked,
        Lanes = signals.Recording.IsOfBundledPool ? signals.Recording.BundledPool!.Lanes : null,
        QueueLength = signals.QueueLength,
        CompletedPerSecond = Math.Round(signals.CompletedPerSecond, 1),
        CpuUsage = Math.Round(signals.CpuUsage, 3),
        ThreadsAddedPerSecond = Math.Round(signals.Injection.ThreadsPerSecond, 2),
        InjectionReason = signals.Injection.Reason,
        WaitThreads = signals.WaitThreads,
        MinWorkers = signals.Recording.Process.MinWorkers,
        MaxWorkers = signals.Recording.Process.MaxWorkers,
        Governor = signals.Recording.Governor,
        KnowsDrain = signals.Injection.KnowsDrain,
        DrainSeconds = signals.Injection.DrainSeconds is { } drain ? Math.Round(drain, 1) : null,
    };
}
