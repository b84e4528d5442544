using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What one step's items went through.</summary>
/// <param name="Node">The step's place in the program, counted from 0 with each step before its body.</param>
/// <param name="Accepted">Items that the pool took.</param>
/// <param name="Begun">Those that began.</param>
/// <param name="Ended">Those that ended, or were cancelled before they began.</param>
/// <param name="Worst">
/// The longest time in milliseconds that one waited to begin; as long as it waits, if it has not.
/// </param>
/// <param name="Overtaken">
/// The longest time in milliseconds by which one began after an item that the same thread had queued later, in the same
/// order.
/// </param>
/// <param name="Contexts">What the items found on their thread: bits of <see cref="ThreadCondition"/>.</param>
internal sealed record NodeReport(
    int Node, long Accepted, long Begun, long Ended, double Worst, double Overtaken, ThreadCondition Contexts);

/// <summary>What one run of a program on one side has shown.</summary>
internal sealed record RunReport
{
    /// <summary>Milliseconds until nothing was left to do, or until the limit.</summary>
    internal double Elapsed { get; init; }

    /// <summary>Whether everything ended before the limit.</summary>
    internal bool Complete { get; init; }

    /// <summary>The most worker threads at once.</summary>
    internal int Threads { get; init; }

    /// <summary>The most threads at once that were inside an item and did not wait for another item's lock.</summary>
    internal int Useful { get; init; }

    /// <summary>What it took to end the pool when nothing was left to do.</summary>
    internal Disposal Disposal { get; init; }

    internal IReadOnlyList<NodeReport> Nodes { get; init; } = [];

    /// <summary>Broken promises that the run saw itself, a sentence each.</summary>
    internal IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>The last lines of a process that ended before its report; else empty.</summary>
    internal string Crash { get; init; } = "";

    /// <summary>
    /// Whether there is nothing to judge although the process did not fail: the machine may have stood still.
    /// </summary>
    internal bool Silent { get; init; }

    internal const string LastLine = "end";

    internal const StringSplitOptions Lines = StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries;

    /// <summary>The greater figures of two runs of one program: how long this side takes when it takes long.</summary>
    internal static RunReport Worst(RunReport one, RunReport other) => Merge(one, other, Math.Max) with
    {
        Complete = one.Complete && other.Complete,
        Nodes =
        [
            .. one.Nodes.Concat(other.Nodes).GroupBy(static n => n.Node).Select(
                static same => same.Aggregate(static (a, b) => Merge(a, b, Math.Max))),
        ],
    };

    /// <summary>The smaller figures of two runs; a step whose items one of them has not queued says nothing.</summary>
    internal static RunReport Best(RunReport one, RunReport other) =>
        one.Silent ? other
        : other.Silent ? one
        : Merge(one, other, Math.Min) with
        {
            Complete = one.Complete || other.Complete,
            Nodes =
            [
                .. one.Nodes.Join(
                    other.Nodes,
                    static n => n.Node,
                    static n => n.Node,
                    static (a, b) => Merge(a, b, Math.Min)),
            ],
        };

    // Faults and crashes are no figures: one run is enough.
    private static RunReport Merge(RunReport one, RunReport other, Func<double, double, double> choose) => new()
    {
        Elapsed = choose(one.Elapsed, other.Elapsed),
        Threads = (int)choose(one.Threads, other.Threads),
        Useful = Math.Max(one.Useful, other.Useful),
        Disposal = Choose(one.Disposal, other.Disposal, choose),
        Faults = [.. one.Faults.Union(other.Faults)],
        Crash = one.Crash == "" ? other.Crash : one.Crash,
    };

    // The two figures of one run belong together: a machine that stood still did so for both.
    private static Disposal Choose(Disposal one, Disposal other, Func<double, double, double> choose)
    {
        double excess = one.Excess(1);
        return choose(excess, other.Excess(1)) == excess ? one : other;
    }

    private static NodeReport Merge(NodeReport one, NodeReport other, Func<double, double, double> choose) => one with
    {
        Begun = Math.Max(one.Begun, other.Begun),
        Ended = Math.Max(one.Ended, other.Ended),
        Worst = choose(one.Worst, other.Worst),
        Overtaken = choose(one.Overtaken, other.Overtaken),
        Contexts = one.Contexts | other.Contexts,
    };

    /// <summary>The form in which a report leaves the process.</summary>
    internal string ToText()
    {
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"run {Elapsed:F3} {Complete} {Threads} {Useful} {Disposal.Pool:F3} {Disposal.Plain:F3}");
        foreach (NodeReport n in Nodes)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"node {n.Node} {n.Accepted} {n.Begun} {n.Ended} {n.Worst:F3} {n.Overtaken:F3} {(int)n.Contexts}");
        }
        foreach (string fault in Faults)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"fault {fault}");
        }
        return text.Append(LastLine).Append('\n').ToString();
    }

    /// <summary>Null if the text is no whole report: the process has ended in the middle.</summary>
    internal static RunReport? FromText(string text)
    {
        string[] lines = text.Split('\n', Lines);
        if (lines is not [{ } first, .., LastLine] || !first.StartsWith("run ", StringComparison.Ordinal))
        {
            return null;
        }
        string[] head = first.Split(' ');
        return new RunReport
        {
            Elapsed = Number(head[1]),
            Complete = bool.Parse(head[2]),
            Threads = (int)Number(head[3]),
            Useful = (int)Number(head[4]),
            Disposal = new Disposal(Number(head[5]), Number(head[6])),
            Nodes = [.. After("node ", lines).Select(ParseNode)],
            Faults = [.. After("fault ", lines)],
        };
    }

    private static IEnumerable<string> After(string word, string[] lines) =>
        lines.Where(l => l.StartsWith(word, StringComparison.Ordinal)).Select(l => l[word.Length..]);

    private static NodeReport ParseNode(string line)
    {
        double[] n = [.. line.Split(' ').Select(Number)];
        return new NodeReport((int)n[0], (long)n[1], (long)n[2], (long)n[3], n[4], n[5], (ThreadCondition)(int)n[6]);
    }

    private static double Number(string word) => double.Parse(word, CultureInfo.InvariantCulture);
}
