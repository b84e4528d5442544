namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What became of a program.</summary>
/// <param name="Judged">False if the other side itself did not end it in time, which says nothing of ours.</param>
/// <param name="Violations">What was seen in each of the repetitions.</param>
internal sealed record Verdict(bool Judged, IReadOnlyList<Violation> Violations)
{
    internal bool Holds => Violations.Count == 0;
}

/// <summary>
/// Runs a program on both sides, one after the other: first in processes that are used again; if that raises a
/// suspicion, several times in new ones.
/// </summary>
internal sealed class Trial(Side theirs, Side ours, Limits limits, int repetitions, IReadOnlySet<Promise> without)
    : IDisposable
{
    private readonly SideProcesses _theirs = new(theirs), _ours = new(ours);

    internal string Title => $"{ours.Name} against {theirs.Name}";

    internal Verdict Try(PoolProgram program)
    {
        Verdict verdict = TryOnce(program, _theirs.Run, _ours.Run);
        for (int i = 0; i < repetitions && !verdict.Holds && verdict.Violations.All(static v => v.MayBeNoise); i++)
        {
            Verdict next = TryOnce(program, theirs.Run, ours.Run);
            // What all have in common, in the words of the last one; what cannot be noise counts each time.
            verdict = next with
            {
                Violations = i == 0
                    ? next.Violations
                    : [.. next.Violations.Where(v => !v.MayBeNoise || verdict.Violations.Any(v.IsLike))],
            };
        }
        return verdict;
    }

    public void Dispose()
    {
        _theirs.Dispose();
        _ours.Dispose();
    }

    private Verdict TryOnce(
        PoolProgram program, Func<PoolProgram, int, RunReport> runTheirs, Func<PoolProgram, int, RunReport> runOurs)
    {
        RunReport one = runTheirs(program, limits.TheirLimit);
        if (one.Crash != "" || !one.Complete)
        {
            return new Verdict(false, []);
        }
        RunReport other = runOurs(program, Oracle.LimitFor(one, limits));
        IReadOnlyList<Violation> seen = Oracle.Judge(program, one, other, limits);
        return new Verdict(true, [.. seen.Where(v => !without.Contains(v.Promise))]);
    }
}
