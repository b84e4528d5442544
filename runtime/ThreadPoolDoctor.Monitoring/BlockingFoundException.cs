using System.Text;

namespace ThreadPoolDoctor.Monitoring;

/// <summary>Work items blocked workers of the thread pool.</summary>
public sealed class BlockingFoundException : Exception
{
    // Frames of a stack that are shown: the call, and how it came to be made.
    private const int ShownFrames = 12;

    internal BlockingFoundException(IReadOnlyList<Block> blocks) : base(Text(blocks)) => Blocks = blocks;

    /// <summary>Where, the longest first.</summary>
    public IReadOnlyList<Block> Blocks { get; }

    private static string Text(IReadOnlyList<Block> blocks)
    {
        StringBuilder text = new(blocks.Count == 1
            ? "Work of the thread pool blocked its worker:"
            : $"Work of the thread pool blocked its workers at {blocks.Count} places:");
        foreach (Block block in blocks)
        {
            text.AppendLine().Append("  ").Append(block).AppendLine().Append("    cure: ").Append(block.Cure);
            foreach (string frame in block.Stack.Take(ShownFrames)) text.AppendLine().Append("    at ").Append(frame);
        }
        return text.ToString();
    }
}
