using System.Globalization;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>Compares two runs of one program. Pure.</summary>
internal static class Oracle
{
    // High items that hold nobody up.
    private const int FewHigh = 16;

    internal static IReadOnlyList<Violation> Judge(PoolProgram program, RunReport theirs, RunReport ours, Limits limits)
    {
        if (theirs.Crash != "" || !theirs.Complete)
        {
            return [];
        }
        if (ours.Crash != "")
        {
            return [new Violation(ours.Silent ? Promise.End : Promise.Survival, -1, ours.Crash)];
        }
        Step[] steps = [.. program.All];
        limits = limits.WithRefusals(steps.Where(static s => s.Kind == StepKind.Refuse).Sum(static s => s.Numbers[0]));
        return
        [
            .. ours.Faults.Except(theirs.Faults).Select(static f => new Violation(Promise.ExactlyOnce, -1, f)),
            .. Pairs(theirs, ours).SelectMany(p => JudgeContexts(steps, p.Theirs, p.Ours)),
            .. JudgeThreads(theirs, ours, limits),
            .. DidMore(steps, theirs, ours) ? [] : JudgeTimes(steps, theirs, ours, limits),
            .. JudgeDisposal(ours, limits),
        ];
    }

    /// <summary>
    /// Whether the runtime itself has failed: where a heap of .NET 10 is at its hard limit, its collector ends the
    /// process by a segmentation fault now and then, instead of OutOfMemoryException, with any pool or none
    /// (pool-adversary.md).
    /// </summary>
    internal static bool IsOfRuntime(PoolProgram program, RunReport ours) =>
        program.Setting(StepKind.Memory, 0) > 0 && ours.Crash.StartsWith("exit code 139", StringComparison.Ordinal);

    /// <summary>The time after which our side has surely broken its promise to end.</summary>
    internal static int LimitFor(RunReport theirs, Limits limits) => (int)limits.Delay(theirs.Elapsed) + 100;

    /// <summary>
    /// Whether a task that was cancelled right after its start began on our side and not on theirs: then ours had work
    /// that theirs was spared: it ends later for it, and other items wait for it.
    /// </summary>
    private static bool DidMore(Step[] steps, RunReport theirs, RunReport ours) => Pairs(theirs, ours)
        .Any(p => steps[p.Ours.Node].Kind == StepKind.Cancel && p.Ours.Begun > (p.Theirs?.Begun ?? 0));

    private static IEnumerable<Violation> JudgeTimes(Step[] steps, RunReport theirs, RunReport ours, Limits limits) =>
    [
        .. Pairs(theirs, ours).SelectMany(p =>
            JudgeDelay(
                steps,
                TheirDelay(steps, theirs, p.Theirs, p.Ours),
                HeadStart(steps, theirs, ours, p.Ours),
                p.Ours,
                limits)),
        .. Pairs(theirs, ours).SelectMany(p => JudgeOrder(steps, p.Theirs, p.Ours, limits)),
        .. JudgeEnd(theirs.Elapsed, ours, limits),
    ];

    private static IEnumerable<(NodeReport? Theirs, NodeReport Ours)> Pairs(RunReport theirs, RunReport ours) =>
        ours.Nodes.Select(n => (theirs.Nodes.FirstOrDefault(t => t.Node == n.Node), n));

    private static IEnumerable<Violation> JudgeContexts(Step[] steps, NodeReport? theirs, NodeReport ours)
    {
        // The culture flows with the context: whether an item is to find it, only theirs can tell, if they have begun.
        ThreadCondition known = theirs is { Begun: > 0 } ? theirs.Contexts : ThreadCondition.ForeignCulture;
        ThreadCondition foreign = ours.Contexts & ThreadCondition.Foreign & ~known;
        if (foreign != 0)
        {
            yield return new Violation(Promise.Context, ours.Node, $"{Name(steps, ours)} found {foreign}");
        }
        ThreadCondition flow = ThreadCondition.ContextFlowed | ThreadCondition.ContextAbsent;
        if (theirs is null || theirs.Begun == 0 || ours.Begun == 0)
        {
            yield break;
        }
        if ((theirs.Contexts & flow) != (ours.Contexts & flow))
        {
            string text = $"{Name(steps, ours)} found {ours.Contexts & flow} against {theirs.Contexts & flow}";
            yield return new Violation(Promise.Context, ours.Node, text);
        }
    }

    /// <summary>
    /// Two orders are ours. An item waits for all that is more urgent, as long as everything takes on ThreadPool. And
    /// in a local queue ThreadPool lets the newest item go first and the oldest wait, where ours gives the older ones
    /// turns: any of them may wait as long as one of them waits there.
    /// </summary>
    private static double TheirDelay(Step[] steps, RunReport all, NodeReport? theirs, NodeReport ours)
    {
        double worst = theirs?.Worst ?? 0;
        Step step = steps[ours.Node];
        bool waitsForHigh = step.Form != Form.High
            && all.Nodes.Where(n => steps[n.Node].Form == Form.High).Sum(static n => n.Accepted) > FewHigh;
        return step.Form == Form.Low || waitsForHigh ? Math.Max(all.Elapsed, worst)
            : MayBeLocal(step) ? all.Nodes.Where(n => MayBeLocal(steps[n.Node])).Select(static n => n.Worst).Append(worst).Max()
            : worst;
    }

    /// <summary>Tasks, too, go to the local queue of the worker that starts them.</summary>
    private static bool MayBeLocal(Step step) => step.Form == Form.Local
        || step.Kind is (>= StepKind.Async and <= StepKind.Parallel)
            or StepKind.Result or StepKind.Cancel or StepKind.Fail;

    /// <summary>
    /// How much earlier than on their side the item began that queues this one, and the one that queues that: a Low
    /// item has a share of time, and where ThreadPool adds its next thread after half a second, ours has begun long
    /// before. What such an item queues waits for older work, which has ended on their side by then; so much longer may
    /// it wait, for it begins no later. What one step of the way has lost of it is not there for the next.
    /// </summary>
    private static double HeadStart(Step[] steps, RunReport theirs, RunReport ours, NodeReport node)
    {
        double start = 0;
        for (int queuer = QueuerOf(steps, node.Node); queuer >= 0; queuer = QueuerOf(steps, queuer))
        {
            start += WorstOf(theirs, queuer) - WorstOf(ours, queuer);
        }
        return Math.Max(0, start);
    }

    /// <summary>The step whose items queue those of this one; -1 if none does. A step comes before its body.</summary>
    private static int QueuerOf(Step[] steps, int node)
    {
        int queuer = node - 1;
        while (queuer >= 0 && !(steps[queuer].Row.Queues && node < queuer + CountOf(steps[queuer])))
        {
            queuer--;
        }
        return queuer;
    }

    private static int CountOf(Step step) => 1 + step.Body.Sum(CountOf);

    private static double WorstOf(RunReport report, int node) =>
        report.Nodes.FirstOrDefault(n => n.Node == node)?.Worst ?? 0;

    private static IEnumerable<Violation> JudgeDelay(
        Step[] steps, double worst, double headStart, NodeReport ours, Limits limits)
    {
        if (ours.Worst > limits.Delay(worst) + headStart)
        {
            string unbegun = ours.Begun < ours.Accepted && ours.Ended < ours.Accepted
                ? $" ({ours.Accepted - ours.Begun} of {ours.Accepted} had not begun when time was up)"
                : "";
            string waited = $"waited {Milliseconds(ours.Worst)} against {Milliseconds(worst)}";
            string text = $"{Name(steps, ours)} {waited}{unbegun}";
            yield return new Violation(Promise.Delay, ours.Node, text);
        }
    }

    /// <summary>
    /// Two workers share what one has claimed, the older half to the one and the newer to the other: so an item may
    /// begin after newer ones by as long as its like wait on their side, where both take the next one each time.
    /// </summary>
    private static IEnumerable<Violation> JudgeOrder(Step[] steps, NodeReport? theirs, NodeReport ours, Limits limits)
    {
        double overtaken = theirs?.Overtaken ?? 0;
        if (ours.Overtaken > limits.Delay(overtaken) + (theirs?.Worst ?? 0))
        {
            string text = $"{Name(steps, ours)} began {Milliseconds(ours.Overtaken)} after what was queued later, against "
                + Milliseconds(overtaken);
            yield return new Violation(Promise.Order, ours.Node, text);
        }
    }

    private static IEnumerable<Violation> JudgeThreads(RunReport theirs, RunReport ours, Limits limits)
    {
        if (ours.Threads > limits.Threads(theirs.Threads, ours.Useful))
        {
            string text = $"{ours.Threads} threads against {theirs.Threads}, at most {ours.Useful} of them useful";
            yield return new Violation(Promise.Threads, -1, text);
        }
    }

    private static IEnumerable<Violation> JudgeEnd(double theirs, RunReport ours, Limits limits)
    {
        if (!ours.Complete || ours.Elapsed > limits.Delay(theirs))
        {
            string ended = ours.Complete ? "ended after" : "had not ended after";
            string text = $"{ended} {Milliseconds(ours.Elapsed)} against {Milliseconds(theirs)}";
            yield return new Violation(Promise.End, -1, text);
        }
    }

    private static IEnumerable<Violation> JudgeDisposal(RunReport ours, Limits limits)
    {
        if (ours.Disposal.Pool > limits.Delay(ours.Disposal.Plain))
        {
            string text = $"it took {Milliseconds(ours.Disposal.Pool)} with nothing to do, as many plain threads "
                + Milliseconds(ours.Disposal.Plain);
            yield return new Violation(Promise.Disposal, -1, text);
        }
    }

    private static string Name(Step[] steps, NodeReport node) => $"step {node.Node}, {steps[node.Node].Row.Word},";

    private static string Milliseconds(double value) => value.ToString("N0", CultureInfo.InvariantCulture) + " ms";
}
