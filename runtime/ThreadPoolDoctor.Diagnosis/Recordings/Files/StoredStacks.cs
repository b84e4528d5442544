using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// The stacks out of a file's frames and calls; equal stacks are the same object. What does not fit together is
/// refused.
/// </summary>
internal sealed class StoredStacks(IReadOnlyList<Frame> frames, IReadOnlyList<(int Frame, int Caller)> calls)
{
    private readonly Dictionary<int, IReadOnlyList<Frame>> _stacks = new() { [StackTree.Nothing] = [] };
    private int _framesInStacks;

    public Frame Frame(int id) => id >= 0 && id < frames.Count ? frames[id] : throw Misfit();

    /// <summary>Leaf first.</summary>
    public IReadOnlyList<Frame> Stack(int call)
    {
        if (_stacks.TryGetValue(call, out IReadOnlyList<Frame>? known)) return known;
        List<Frame> stack = [];
        for (int at = call; at != StackTree.Nothing;)
        {
            if (at < 0 || at >= calls.Count || stack.Count == RecordingLimits.Depth) throw Misfit();
            (int frame, int caller) = calls[at];
            // A caller comes before what it calls: otherwise this would go round for ever.
            if (caller >= at) throw Misfit();
            stack.Add(Frame(frame));
            at = caller;
        }
        _framesInStacks += stack.Count;
        if (_framesInStacks > RecordingLimits.FramesInStacks) throw new InvalidDataException("its stacks are larger than in any recording");
        return _stacks[call] = stack;
    }

    private static InvalidDataException Misfit() => new("its stacks do not fit together");
}
