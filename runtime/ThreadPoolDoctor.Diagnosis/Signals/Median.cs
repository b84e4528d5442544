namespace ThreadPoolDoctor.Diagnosis.Signals;

/// <summary>The value in the middle: of an even number of values, the greater of the two there.</summary>
internal static class Median
{
    /// <summary>0 where there is none.</summary>
    public static double Of<T>(IReadOnlyList<T> items, Func<T, double> value)
    {
        double[] sorted = new double[items.Count];
        for (int i = 0; i < sorted.Length; i++) sorted[i] = value(items[i]);
        return OfSorted(sorted);
    }

    /// <summary>Of what lies between each two that follow one another; 0 where there are fewer than two.</summary>
    public static double Between<T>(IReadOnlyList<T> items, Func<T, T, double> difference)
    {
        double[] sorted = new double[Math.Max(0, items.Count - 1)];
        for (int i = 0; i < sorted.Length; i++) sorted[i] = difference(items[i], items[i + 1]);
        return OfSorted(sorted);
    }

    private static double OfSorted(double[] values)
    {
        Array.Sort(values);
        return values.Length == 0 ? 0 : values[values.Length / 2];
    }
}
