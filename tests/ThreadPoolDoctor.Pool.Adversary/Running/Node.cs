using System.Collections.Concurrent;
using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>A step of the program while it runs, with what its items go through.</summary>
internal sealed class Node
{
    // A batch is what one execution of the step made; each entry is written by whoever runs that item.
    private readonly ConcurrentQueue<ItemRecord[]> _batches = new();
    private int _conditions;

    private Node(Step step, int index, Node[] body)
    {
        Step = step;
        Index = index;
        Body = body;
    }

    internal Step Step { get; }

    internal int Index { get; }

    internal Node[] Body { get; }

    internal int Count => Step.Numbers[0];

    /// <summary>One node per step; numbered as the steps stand in the text.</summary>
    internal static Node[] Of(IReadOnlyList<Step> steps, List<Node> all)
    {
        var nodes = new Node[steps.Count];
        for (int i = 0; i < nodes.Length; i++)
        {
            int index = all.Count;
            all.Add(null!);
            all[index] = nodes[i] = new Node(steps[i], index, Of(steps[i].Body, all));
        }
        return nodes;
    }

    internal void Add(ItemRecord[] batch) => _batches.Enqueue(batch);

    internal void See(ThreadCondition condition)
    {
        if (((int)condition & ~Volatile.Read(ref _conditions)) != 0)
        {
            Interlocked.Or(ref _conditions, (int)condition);
        }
    }

    internal IEnumerable<ItemRecord> Records => _batches.SelectMany(static b => b);

    internal NodeReport Report(long now, double overtaken)
    {
        long accepted = 0, begun = 0, ended = 0, worst = 0;
        foreach (ItemRecord record in Records)
        {
            accepted++;
            begun += record.HasBegun ? 1 : 0;
            ended += record.HasEnded ? 1 : 0;
            worst = Math.Max(worst, record.WorstWait(now));
        }
        double milliseconds = worst * 1000.0 / Stopwatch.Frequency;
        return new NodeReport(Index, accepted, begun, ended, milliseconds, overtaken, (ThreadCondition)_conditions);
    }
}
