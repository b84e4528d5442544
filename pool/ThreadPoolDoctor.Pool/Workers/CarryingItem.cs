namespace ThreadPoolDoctor.Pool;

/// <summary>
/// An item that carries another one with something beside it. A queue's selector is shown what it carries.
/// </summary>
internal interface ICarryingItem : IThreadPoolWorkItem
{
    /// <summary>What was queued.</summary>
    WorkItem Inner { get; }
}

/// <summary>
/// An item that runs under the ExecutionContext of whoever queued it. Made only when that is not the default one.
/// </summary>
internal sealed class FlowingItem(ExecutionContext context, WorkItem inner) : ICarryingItem
{
    private static readonly ContextCallback s_run = static state =>
    {
        WorkItem inner = ((FlowingItem)state!).Inner;
        ItemKind.Run(inner._target!, inner._state);
    };

    public WorkItem Inner { get; } = inner;

    public void Execute() => ExecutionContext.Run(context, s_run, this);
}

/// <summary>A generic item whose state is a value type: it does not fit the slot's one reference.</summary>
internal sealed class ValueStateItem<TState>(Action<TState> action, TState state) : ICarryingItem
{
    public WorkItem Inner => new(action, state);

    public void Execute() => action(state);
}

/// <summary>Both in one object, as on ThreadPool.</summary>
internal sealed class FlowingValueStateItem<TState>(ExecutionContext context, Action<TState> action, TState state) : ICarryingItem
{
    public WorkItem Inner => new(action, state);

    public void Execute() => ExecutionContext.Run(context, static item => ((FlowingValueStateItem<TState>)item!).Call(), this);

    private void Call() => action(state);
}
