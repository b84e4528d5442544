namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What became of a program.</summary>
/// <param name="Judged">
/// False if the other side itself did not end it in time, or if the runtime failed: neither says anything of ours.
/// </param>
/// <param name="Violations">What is left after all repetitions.</param>
internal sealed record Verdict(bool Judged, IReadOnlyList<Violation> Violations)
{
    internal bool Holds => Violations.Count == 0;
}

/// <summary>
/// Runs a program on both sides, one after the other: first in processes that are used again. If that raises a
/// suspicion, several times in new ones, and what counts is our best run of those against their worst: both sides are
/// measured on the same restless machine, and ThreadPool itself begins an item now after 10 ms and now after 500.
/// </summary>
internal sealed class Trial(Side theirs, Side ours, Limits limits, int repetitions, IReadOnlySet<Promise> without)
    : IDisposable
{
    /// <summary>
    /// If both sides were the same, all runs of one would lie above all of the other in one of 70 suspicions.
    /// </summary>
    internal const int Repetitions = 4;

    private readonly SideProcesses _theirs = new(theirs), _ours = new(ours);

    private delegate RunReport Run(PoolProgram program, int limit);

    internal string Title => $"{ours.Name} against {theirs.Name}";

    internal Verdict Try(PoolProgram program)
    {
        if (RunOnce(program) is not (var one, var other))
        {
            return new Verdict(false, []);
        }
        if (Oracle.IsOfRuntime(program, other))
        {
            return new Verdict(false, []);
        }
        IReadOnlyList<Violation> violations = Judge(program, one, other);
        RunReport? worst = null, best = null;
        for (int i = 0; i < repetitions && violations.Any() && violations.All(static v => v.MayBeNoise); i++)
        {
            // A machine that becomes busier meanwhile is to trouble now the one side and now the other.
            if (RunPair(program, theirs.Run, ours.Run, oursFirst: i % 2 == 1, worst) is not (var next, var last))
            {
                return new Verdict(false, []);
            }
            worst = RunReport.Worst(worst ?? next, next);
            best = RunReport.Best(best ?? last, last);
            violations = Judge(program, worst, best);
        }
        return new Verdict(true, violations);
    }

    /// <summary>A pair of runs and no verdict; null if the other side itself did not end it in time.</summary>
    internal (RunReport Theirs, RunReport Ours)? RunOnce(PoolProgram program) =>
        RunPair(program, _theirs.Run, _ours.Run, oursFirst: false, null);

    public void Dispose()
    {
        _theirs.Dispose();
        _ours.Dispose();
    }

    private IReadOnlyList<Violation> Judge(PoolProgram program, RunReport one, RunReport other) =>
        [.. Oracle.Judge(program, one, other, limits).Where(v => !without.Contains(v.Promise))];

    private (RunReport Theirs, RunReport Ours)? RunPair(
        PoolProgram program, Run runTheirs, Run runOurs, bool oursFirst, RunReport? known)
    {
        RunReport? first = oursFirst && known is not null ? runOurs(program, Oracle.LimitFor(known, limits)) : null;
        RunReport one = runTheirs(program, limits.TheirLimit);
        return one.Crash == "" && one.Complete
            ? (one, first ?? runOurs(program, Oracle.LimitFor(RunReport.Worst(known ?? one, one), limits)))
            : null;
    }
}
