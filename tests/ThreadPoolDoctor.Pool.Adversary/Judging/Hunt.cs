using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>A program that broke promises, as it was made and as small as it could be made.</summary>
internal sealed record Catch(
    long Seed, IReadOnlyList<Violation> Violations, PoolProgram Smallest, IReadOnlyList<Violation> OfSmallest)
{
    public override string ToString() =>
        $"""
        seed {Seed} breaks a promise:
          {Lines(Violations)}
        smallest program found:
        {Indented(Smallest)}
        which breaks:
          {Lines(OfSmallest)}
        """;

    private static string Lines(IReadOnlyList<Violation> violations) =>
        string.Join("\n  ", violations.Select(static v => $"{v.Promise}: {v.Text}"));

    private static string Indented(PoolProgram program) =>
        "  " + program.ToString().TrimEnd().ReplaceLineEndings("\n  ");
}

/// <summary>Tries the programs of many seeds, one after the other.</summary>
internal sealed record Hunt(Trial Trial, TimeSpan ShrinkTime, Action<string> Report)
{
    /// <summary>What was counted, for the last line.</summary>
    internal int Programs { get; private set; }

    internal int Unjudged { get; private set; }

    /// <summary>Programs that name a longer time than this, in milliseconds, are passed over.</summary>
    internal int LongestTime { get; init; } = int.MaxValue;

    /// <summary>No program is begun after this time.</summary>
    internal TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    internal IReadOnlyList<Catch> Run(long firstSeed, int programs, int mostCatches = int.MaxValue)
    {
        var catches = new List<Catch>();
        long since = Stopwatch.GetTimestamp();
        for (long seed = firstSeed; Programs < programs && catches.Count < mostCatches; seed++)
        {
            if (Stopwatch.GetElapsedTime(since) > Time)
            {
                break;
            }
            PoolProgram program = ProgramGenerator.FromSeed(seed);
            if (program.LongestTime <= LongestTime && Try(seed, program) is { } one)
            {
                catches.Add(one);
                Report(one.ToString());
            }
        }
        return catches;
    }

    private Catch? Try(long seed, PoolProgram program)
    {
        Verdict verdict = Trial.Try(program);
        Programs++;
        Unjudged += verdict.Judged ? 0 : 1;
        return verdict.Holds ? null : Shrink(seed, program, verdict);
    }

    private Catch Shrink(long seed, PoolProgram program, Verdict verdict)
    {
        (PoolProgram smallest, IReadOnlyList<Violation> seen) = ShrinkTime == TimeSpan.Zero
            ? (program, verdict.Violations)
            : Shrinking.Smallest(program, verdict.Violations, Trial, ShrinkTime);
        return new Catch(seed, verdict.Violations, smallest, seen);
    }
}
