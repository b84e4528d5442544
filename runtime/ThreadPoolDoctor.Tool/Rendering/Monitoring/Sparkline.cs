namespace ThreadPoolDoctor.Tool.Rendering.Monitoring;

/// <summary>A history as a line of bars, one column a step of time: the highest of what falls into it. Pure.</summary>
internal static class Sparkline
{
    private const string Bars = "▁▂▃▄▅▆▇█";

    /// <summary>
    /// Exactly <paramref name="columns"/> wide, newest at the right, blank where nothing was seen yet.
    /// </summary>
    /// <param name="values">Oldest first.</param>
    /// <param name="columns">Width.</param>
    /// <param name="least">The value that fills the line at least, so that noise about nothing stays flat.</param>
    public static string Of(IReadOnlyList<double> values, int columns, double least)
    {
        if (columns <= 0) return "";
        int together = Math.Max(1, (values.Count + columns - 1) / columns);
        // From the newest backwards, so that a column keeps its readings while others come.
        double[] highest = [.. values.Reverse().Chunk(together).Select(chunk => chunk.Max()).Reverse()];
        double most = Math.Max(least, highest.DefaultIfEmpty().Max());
        string bars = new([.. highest.Select(value => Bars[(int)Math.Round(Math.Clamp(value / most, 0, 1) * (Bars.Length - 1))])]);
        return bars.PadLeft(columns);
    }
}
