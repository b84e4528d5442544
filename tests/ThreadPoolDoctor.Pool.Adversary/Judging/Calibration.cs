using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// How far two runs of one program lie apart: what the bounds have to stand is seen by comparing a side with itself on
/// a busy machine. Counts programs by the amount that our worst figure is above so many times theirs.
/// </summary>
internal sealed class Calibration
{
    private static readonly double[] s_factors = [1, 2, 3];
    private static readonly int[] s_slacks = [25, 50, 100, 150, 200, 250, 400, 800];
    private static readonly int[] s_threads = [4, 8, 12, 16, 24, 32, 64];

    private readonly List<(RunReport Theirs, RunReport Ours)> _pairs = [];

    internal int Count => _pairs.Count;

    internal void Add(RunReport theirs, RunReport ours) => _pairs.Add((theirs, ours));

    /// <summary>One row for each figure and factor: how many programs are above each slack.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        Table(text, "delay, ms", s_slacks, Delay);
        Table(text, "end, ms", s_slacks, static (theirs, ours, factor) => ours.Elapsed - factor * theirs.Elapsed);
        Table(text, "disposal, ms", s_slacks, static (theirs, ours, factor) => ours.Disposal.Excess(factor));
        Table(text, "threads", s_threads, static (theirs, ours, factor) =>
            ours.Threads - factor * theirs.Threads - ours.Useful);
        return text.ToString();
    }

    private static double Delay(RunReport theirs, RunReport ours, double factor) => ours.Nodes
        .Select(n => n.Worst - factor * (theirs.Nodes.FirstOrDefault(t => t.Node == n.Node)?.Worst ?? 0))
        .DefaultIfEmpty()
        .Max();

    private void Table(StringBuilder text, string what, int[] slacks, Func<RunReport, RunReport, double, double> excess)
    {
        text.AppendLine(CultureInfo.InvariantCulture, $"{what}: programs above, of {Count}");
        text.Append("  factor").AppendJoin("", slacks.Select(s => $"{"+" + s,8}")).AppendLine($"{"most",10}");
        foreach (double factor in s_factors)
        {
            double[] all = [.. _pairs.Select(p => excess(p.Theirs, p.Ours, factor))];
            text.Append(CultureInfo.InvariantCulture, $"{factor,8}")
                .AppendJoin("", slacks.Select(s => $"{all.Count(e => e > s),8}"))
                .AppendLine(CultureInfo.InvariantCulture, $"{all.DefaultIfEmpty().Max(),10:F0}");
        }
    }
}
