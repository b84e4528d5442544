namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Order statistics: a noisy machine makes means useless.</summary>
internal static class Stats
{
    public static double Median(IEnumerable<double> values) => Quantile(values, 0.5);

    /// <summary>Half the distance between the quartiles.</summary>
    public static double Spread(IEnumerable<double> values) => (Quantile(values, 0.75) - Quantile(values, 0.25)) / 2;

    /// <summary>
    /// Where the median lies with 99 %, by the sign test: it needs no assumption about how values are distributed.
    /// Endless for too few values.
    /// </summary>
    public static (double From, double To) IntervalOfMedian(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int cut = RankOfInterval(sorted.Length);
        return cut < 0 ? (double.NegativeInfinity, double.PositiveInfinity) : (sorted[cut], sorted[^(cut + 1)]);
    }

    /// <summary>
    /// The most values that may be left out at each end with 0.5 % of the binomial distribution there; -1 if none.
    /// </summary>
    private static int RankOfInterval(int count)
    {
        // Logarithms: of a thousand values half to the power of their number is no double any more.
        double term = -count * Math.Log(2), tail = Math.Exp(term);
        int rank = -1;
        for (int k = 0; tail <= 0.005 && k < count; k++)
        {
            rank = k;
            term += Math.Log((double)(count - k) / (k + 1));
            tail += Math.Exp(term);
        }
        return rank;
    }

    private static double Quantile(IEnumerable<double> values, double at)
    {
        double[] sorted = [.. values.Order()];
        double place = at * (sorted.Length - 1);
        int below = (int)place;
        double above = sorted[Math.Min(below + 1, sorted.Length - 1)];
        return sorted[below] + ((place - below) * (above - sorted[below]));
    }
}
