using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>A binary tree of items, each queueing its two children to its own worker.</summary>
internal sealed class Forked(int depth, int times) : Shape
{
    /// <summary>The seed case's tree.</summary>
    public const int SeedDepth = 21;

    private int Nodes => (1 << (depth + 1)) - 1;

    public override string Name => times == 1
        ? $"forked, {Nodes / 1e6:F1} million nodes, prefer local"
        : $"forked, {Nodes:N0} nodes, {times:N0} times";

    public override bool IsSeed => depth == SeedDepth;

    public override double Goal => IsSeed ? 3 : 0.95;

    public override double Run<TRival>(TRival rival)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < times; i++)
        {
            var tree = new Countdown(Nodes);
            rival.QueueLocal(new Node<TRival>(rival, tree, depth));
            tree.Wait();
        }
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>The same tree, half of it on each of two plain threads, by recursion.</summary>
    public override double Floor()
    {
        if (times > 1)
        {
            return double.NaN;
        }
        var tree = new Countdown(Nodes);
        long start = Stopwatch.GetTimestamp();
        tree.Signal();
        var half = new Thread(() => Recurse(tree, depth - 1));
        half.Start();
        Recurse(tree, depth - 1);
        tree.Wait();
        double elapsed = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        half.Join();
        return elapsed;
    }

    private static void Recurse(Countdown tree, int depth) => new Plain(tree, depth).Execute();

    private sealed class Plain(Countdown tree, int depth) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            if (depth > 0)
            {
                new Plain(tree, depth - 1).Execute();
                new Plain(tree, depth - 1).Execute();
            }
            tree.Signal();
        }
    }

    private sealed class Node<TRival>(TRival rival, Countdown tree, int depth) : IThreadPoolWorkItem
        where TRival : struct, IRival
    {
        public void Execute()
        {
            if (depth > 0)
            {
                rival.QueueLocal(new Node<TRival>(rival, tree, depth - 1));
                rival.QueueLocal(new Node<TRival>(rival, tree, depth - 1));
            }
            tree.Signal();
        }
    }
}
