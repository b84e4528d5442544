using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// The stacks of a recording as a file holds them: each frame once, and each pair of a frame and its caller once, so
/// that stacks which begin alike share their beginning. A stack is the number of its leaf's pair.
/// </summary>
internal sealed class StackTree
{
    /// <summary>The number of the empty stack, and the caller of a thread's first frame.</summary>
    public const int Nothing = -1;

    private readonly Dictionary<Frame, int> _frameIds = [];
    private readonly Dictionary<(int Frame, int Caller), int> _nodeIds = [];
    private readonly Dictionary<IReadOnlyList<Frame>, int> _known = new(ReferenceEqualityComparer.Instance);
    private readonly List<Frame> _frames = [];
    private readonly List<(int Frame, int Caller)> _nodes = [];
    private int _framesInStacks;

    public IReadOnlyList<Frame> Frames => _frames;

    /// <summary>A pair of a frame and its caller's pair, which always comes before it.</summary>
    public IReadOnlyList<(int Frame, int Caller)> Nodes => _nodes;

    /// <summary>The number of a frame, for those that stand alone.</summary>
    public int IdOf(Frame frame)
    {
        if (_frameIds.TryGetValue(frame, out int id)) return id;
        _frames.Add(frame);
        return _frameIds[frame] = _frames.Count - 1;
    }

    /// <summary>The number of a stack; null where the file would hold too much.</summary>
    public int? IdOf(IReadOnlyList<Frame> stack)
    {
        if (_known.TryGetValue(stack, out int known)) return known;
        if (stack.Count > RecordingLimits.Depth || _framesInStacks + stack.Count > RecordingLimits.FramesInStacks
            || _nodes.Count + stack.Count > RecordingLimits.Nodes || _frames.Count + stack.Count > RecordingLimits.Frames)
        {
            return null;
        }
        _framesInStacks += stack.Count;
        int node = Nothing;
        for (int i = stack.Count - 1; i >= 0; i--) node = IdOf((IdOf(stack[i]), node));
        return _known[stack] = node;
    }

    private int IdOf((int Frame, int Caller) pair)
    {
        if (_nodeIds.TryGetValue(pair, out int id)) return id;
        _nodes.Add(pair);
        return _nodeIds[pair] = _nodes.Count - 1;
    }
}
