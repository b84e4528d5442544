namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Order statistics: a noisy machine makes means useless.</summary>
internal static class Stats
{
    public static double Median(IEnumerable<double> values) => Quantile(values, 0.5);

    /// <summary>Half the distance between the quartiles.</summary>
    public static double Spread(IEnumerable<double> values) => (Quantile(values, 0.75) - Quantile(values, 0.25)) / 2;

    private static double Quantile(IEnumerable<double> values, double at)
    {
        double[] sorted = [.. values.Order()];
        double place = at * (sorted.Length - 1);
        int below = (int)place;
        double above = sorted[Math.Min(below + 1, sorted.Length - 1)];
        return sorted[below] + ((place - below) * (above - sorted[below]));
    }
}
