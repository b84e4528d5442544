using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>A frame of the flame graph, with all that was called from it.</summary>
internal sealed class FlameNode(Frame? frame, FlameNode? caller)
{
    private readonly Dictionary<string, FlameNode> _callees = [];

    /// <summary>Null for the root.</summary>
    public Frame? Frame => frame;

    public FlameNode? Caller => caller;

    /// <summary>Seconds over all threads.</summary>
    public double Seconds { get; private set; }

    public int Depth { get; } = caller is null ? 0 : caller.Depth + 1;

    /// <summary>The longest first.</summary>
    public IEnumerable<FlameNode> Callees => _callees.Values
        .OrderByDescending(node => node.Seconds)
        .ThenBy(node => node.Frame!.DisplayName, StringComparer.Ordinal);

    /// <summary>Frames that differ in lines only are one.</summary>
    public static FlameNode Of(IEnumerable<BlockedStack> stacks)
    {
        FlameNode root = new(null, null);
        foreach (BlockedStack stack in stacks)
        {
            FlameNode node = root;
            node.Seconds += stack.Seconds;
            foreach (Frame called in stack.Stack.Reverse())
            {
                if (!node._callees.TryGetValue(called.DisplayName, out FlameNode? callee))
                {
                    node._callees[called.DisplayName] = callee = new(called, node);
                }
                node = callee;
                node.Seconds += stack.Seconds;
            }
        }
        return root;
    }
}
