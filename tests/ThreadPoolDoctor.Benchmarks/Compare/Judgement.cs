namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>How fast B is against A in one shape: 1.1 means that A takes 1.1 times as long.</summary>
/// <param name="Speed">The median of the ratios of neighbouring runs.</param>
/// <param name="From">Where the 99 % interval of that median begins.</param>
/// <param name="To">Where it ends.</param>
/// <param name="Agree">Whether all pairs of processes but one, or all, lie on the same side of 1.</param>
internal readonly record struct Judgement(double Speed, double From, double To, bool Agree)
{
    // What the pool's mechanisms have to earn, and what no shape may lose.
    private const double Gain = 1.10, Loss = 0.95, Same = 0.05;

    /// <summary>
    /// The interval is that of the sign test: it needs no assumption about how times are distributed, and a stalled
    /// machine moves it by one rank. It takes runs for independent, and those of one process are not (what the JIT made
    /// of the pool, where memory lies), so the pairs of processes have to agree as well.
    /// </summary>
    /// <param name="pairs">Per pair of processes, the logarithms of A's time divided by B's, run by run.</param>
    public static Judgement Of(IReadOnlyList<IReadOnlyList<double>> pairs)
    {
        double[] all = [.. pairs.SelectMany(static pair => pair)];
        double speed = Stats.Median(all);
        (double from, double to) = Stats.IntervalOfMedian(all);
        int same = pairs.Count(pair => Math.Sign(Stats.Median(pair)) == Math.Sign(speed));
        bool isKnown = !double.IsInfinity(to);
        return new Judgement(Math.Exp(speed), Math.Exp(from), Math.Exp(to), isKnown && same >= pairs.Count - 1);
    }

    /// <summary>Whether chance alone would seldom have made this difference.</summary>
    public bool IsTold => Agree && (From > 1 || To < 1);

    public string Verdict =>
        IsTold && Speed >= Gain ? "B GAINS"
        : IsTold && Speed < Loss ? "B LOSES"
        : From >= 1 - Same && To <= 1 + Same ? "the same"
        : IsTold ? Speed > 1 ? "B a little faster" : "B a little slower"
        : "cannot be told";
}
