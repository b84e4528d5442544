namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What a step does. <see cref="StepTable"/> says how each is written and what its numbers mean.</summary>
internal enum StepKind
{
    Memory,
    Processors,
    Context,
    Idle,
    Queue,
    Relay,
    Meet,
    Pipe,
    Async,
    Yields,
    Turns,
    Quiet,
    Join,
    Parallel,
    Spin,
    Crowd,
    Timer,
    Wait,
    Cancel,
    Fail,
    Result,
    Compute,
    Sleep,
    Poll,
    Socket,
    Lock,
    Gate,
    Read,
    Write,
    Here,
    Dirty,
    Minimum,
    Maximum,
    Refuse,
    Producer,
    Pause,
    Drain,
    Dispose,
}

/// <summary>The way of an item into the pool.</summary>
internal enum Form
{
    Global,
    Local,
    Flow,
    High,
    Low,
}

/// <summary>One step of a program; a tree, since the items that a step queues run steps of their own.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Numbers">How much of it, in the units of the kind's row.</param>
/// <param name="Form">The way into the pool, for steps that queue.</param>
/// <param name="Body">What its items do, or what is done under its lock.</param>
internal sealed record Step(StepKind Kind, IReadOnlyList<int> Numbers, Form Form, IReadOnlyList<Step> Body)
{
    internal Step(StepKind kind, params int[] numbers) : this(kind, numbers, Form.Global, [])
    {
    }

    internal StepRow Row => StepTable.Of(Kind);
}
