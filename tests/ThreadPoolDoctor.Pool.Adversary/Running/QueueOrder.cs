using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// What one thread queues in one lane begins in about the order of its queueing: by how much it did not, for the steps
/// that the program's first thread runs.
/// </summary>
internal static class QueueOrder
{
    /// <summary>
    /// For each step, by how many milliseconds one of its items at most began after one that was queued later.
    /// </summary>
    internal static Dictionary<Node, double> Overtaken(IReadOnlyList<Node> top)
    {
        // Stable: items that were queued at the same time are in the order of their steps.
        (Node Node, ItemRecord Record)[] items =
        [
            .. top.Where(static n => IsOrdered(n.Step))
                .SelectMany(static n => n.Records.Select(r => (Node: n, Record: r)))
                .Where(static i => i.Record.FirstBegun != 0)
                .OrderBy(static i => i.Record.FirstQueued),
        ];
        var worst = new Dictionary<Node, double>();
        long earliest = long.MaxValue;
        foreach ((Node node, ItemRecord record) in items.Reverse())
        {
            long late = record.FirstBegun - earliest;
            if (late > 0)
            {
                double milliseconds = late * 1000.0 / Stopwatch.Frequency;
                worst[node] = Math.Max(worst.GetValueOrDefault(node), milliseconds);
            }
            earliest = Math.Min(earliest, record.FirstBegun);
        }
        return worst;
    }

    /// <summary>Items that the pool hears of when they are queued, in the lane that all of them go to.</summary>
    private static bool IsOrdered(Step step) =>
        step.Form is not (Form.High or Form.Low)
        && (step.Kind is StepKind.Queue or StepKind.Relay or StepKind.Meet or StepKind.Pipe or StepKind.Spin or StepKind.Crowd
            or StepKind.Yields or StepKind.Turns);
}
