namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>How a kind of step is written.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Word">Its name in a program's text.</param>
/// <param name="Units">One per number, in order: nothing, "us", "ms" or "MB".</param>
/// <param name="Least">The smallest number that makes sense, for each.</param>
/// <param name="Body">Whether steps follow in braces.</param>
/// <param name="Place">Where it may stand.</param>
internal sealed record StepRow(StepKind Kind, string Word, string[] Units, int[] Least, bool Body, Place Place)
{
    /// <summary>Whether it hands something to the pool.</summary>
    internal bool Queues => Kind is >= StepKind.Queue and <= StepKind.Result;

    /// <summary>Where the steps of its body stand.</summary>
    internal Place Inside => Kind switch
    {
        StepKind.Lock or StepKind.Gate or StepKind.Read or StepKind.Write or StepKind.Turns or StepKind.Here => Place.Lock,
        StepKind.Producer => Place.Outside,
        _ => Place.Item,
    };
}

/// <summary>Where a step may stand.</summary>
[Flags]
internal enum Place
{
    /// <summary>On the thread that is no worker, where the program begins.</summary>
    Outside = 1,

    /// <summary>In an item.</summary>
    Item = 2,

    /// <summary>Under a lock: nothing that waits for other items, which might want the same lock.</summary>
    Lock = 4,

    /// <summary>Before the program starts: it shapes the process or the pool.</summary>
    Setting = 8,
}

/// <summary>Every kind of step, one row each.</summary>
internal static class StepTable
{
    private static readonly StepRow[] s_rows =
    [
        new(StepKind.Memory, "memory", ["MB"], [16], false, Place.Setting),
        new(StepKind.Processors, "processors", [""], [1], false, Place.Setting),
        new(StepKind.Context, "context", [], [], false, Place.Setting),
        new(StepKind.Idle, "idle", ["ms"], [0], false, Place.Setting),
        new(StepKind.Queue, "queue", [""], [1], true, Place.Outside | Place.Item),
        new(StepKind.Relay, "relay", ["", "us", "ms"], [1, 0, 1], false, Place.Outside | Place.Item),
        new(StepKind.Meet, "meet", [""], [2], true, Place.Outside | Place.Item),
        new(StepKind.Pipe, "pipe", ["", ""], [1, 1], true, Place.Outside | Place.Item),
        new(StepKind.Async, "async", ["", "ms"], [1, 0], true, Place.Outside | Place.Item),
        new(StepKind.Yields, "yields", ["", "us", "ms"], [1, 0, 1], false, Place.Outside | Place.Item),
        new(StepKind.Turns, "turns", ["", ""], [1, 0], true, Place.Outside | Place.Item),
        new(StepKind.Quiet, "quiet", [""], [1], true, Place.Outside | Place.Item),
        new(StepKind.Join, "join", [""], [1], true, Place.Outside | Place.Item),
        new(StepKind.Parallel, "parallel", [""], [1], true, Place.Item),
        new(StepKind.Spin, "spin", [""], [2], true, Place.Outside | Place.Item),
        new(StepKind.Crowd, "crowd", [""], [2], false, Place.Outside),
        new(StepKind.Timer, "timer", ["ms"], [0], true, Place.Outside | Place.Item),
        new(StepKind.Wait, "wait", ["ms"], [0], true, Place.Outside | Place.Item),
        new(StepKind.Cancel, "cancel", [""], [1], true, Place.Outside | Place.Item),
        new(StepKind.Fail, "fail", [""], [1], false, Place.Outside | Place.Item),
        new(StepKind.Result, "result", [], [], true, Place.Item),
        new(StepKind.Compute, "compute", ["us"], [1], false, Place.Item | Place.Lock),
        new(StepKind.Sleep, "sleep", ["ms"], [1], false, Place.Item | Place.Lock),
        new(StepKind.Poll, "poll", ["ms"], [1], false, Place.Item | Place.Lock),
        new(StepKind.Socket, "socket", ["ms"], [0], false, Place.Item | Place.Lock),
        new(StepKind.Lock, "lock", [""], [0], true, Place.Item),
        new(StepKind.Gate, "gate", [""], [0], true, Place.Item),
        new(StepKind.Read, "read", [""], [0], true, Place.Item),
        new(StepKind.Write, "write", [""], [0], true, Place.Item),
        new(StepKind.Here, "here", [""], [0], true, Place.Outside | Place.Item),
        new(StepKind.Dirty, "dirty", [], [], false, Place.Item),
        new(StepKind.Minimum, "minimum", [""], [1], false, Place.Outside | Place.Item),
        new(StepKind.Maximum, "maximum", [""], [1], false, Place.Outside | Place.Item),
        new(StepKind.Refuse, "refuse", [""], [1], false, Place.Outside),
        new(StepKind.Producer, "producer", [], [], true, Place.Outside),
        new(StepKind.Pause, "pause", ["ms"], [1], false, Place.Outside),
        new(StepKind.Drain, "drain", [], [], false, Place.Outside),
        new(StepKind.Dispose, "dispose", [], [], false, Place.Outside),
    ];

    private static readonly Dictionary<string, StepRow> s_byWord = s_rows.ToDictionary(static r => r.Word);

    internal static StepRow Of(StepKind kind) => s_rows[(int)kind];

    internal static StepRow? Find(string word) => s_byWord.GetValueOrDefault(word);
}
