using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>A binary tree of items, each queueing its two children to its own worker.</summary>
internal sealed class Forked : Shape
{
    private const int Depth = 21;

    public override string Name => "forked, 4.2 million nodes, prefer local";

    public override bool IsSeed => true;

    public override double Goal => 3;

    public override double Run<TRival>(TRival rival)
    {
        var tree = new Tree((1 << (Depth + 1)) - 1);
        long start = Stopwatch.GetTimestamp();
        rival.QueueLocal(new Node<TRival>(rival, tree, Depth));
        tree.Done.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>The same tree, half of it on each of two plain threads, by recursion.</summary>
    public override double Floor()
    {
        var tree = new Tree((1 << (Depth + 1)) - 1);
        long start = Stopwatch.GetTimestamp();
        tree.Leave();
        var half = new Thread(() => Recurse(tree, Depth - 1));
        half.Start();
        Recurse(tree, Depth - 1);
        tree.Done.Wait();
        double elapsed = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        half.Join();
        return elapsed;
    }

    private static void Recurse(Tree tree, int depth) => new Plain(tree, depth).Execute();

    private sealed class Plain(Tree tree, int depth) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            if (depth > 0)
            {
                new Plain(tree, depth - 1).Execute();
                new Plain(tree, depth - 1).Execute();
            }
            tree.Leave();
        }
    }

    private sealed class Tree(int nodes)
    {
        private int _left = nodes;

        public readonly ManualResetEventSlim Done = new();

        public void Leave()
        {
            if (Interlocked.Decrement(ref _left) == 0)
            {
                Done.Set();
            }
        }
    }

    private sealed class Node<TRival>(TRival rival, Tree tree, int depth) : IThreadPoolWorkItem
        where TRival : struct, IRival
    {
        public void Execute()
        {
            if (depth > 0)
            {
                rival.QueueLocal(new Node<TRival>(rival, tree, depth - 1));
                rival.QueueLocal(new Node<TRival>(rival, tree, depth - 1));
            }
            tree.Leave();
        }
    }
}
