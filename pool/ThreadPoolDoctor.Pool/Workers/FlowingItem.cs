namespace ThreadPoolDoctor.Pool;

/// <summary>An item that runs under the ExecutionContext of whoever queued it. Made only when that is not the default one.</summary>
internal sealed class FlowingItem(WorkPool pool, ExecutionContext context, WorkItem inner) : IThreadPoolWorkItem
{
    private static readonly ContextCallback s_run = static state =>
    {
        var item = (FlowingItem)state!;
        ItemKind.Run(item._pool, item.Inner._target!, item.Inner._state);
    };

    private readonly WorkPool _pool = pool;

    internal readonly WorkItem Inner = inner;

    public void Execute() => ExecutionContext.Run(context, s_run, this);
}

/// <summary>The state of a generic item whose state is a value type: it does not fit the slot's one reference.</summary>
internal sealed class ValueStateItem<TState>(Action<TState> action, TState state) : IThreadPoolWorkItem
{
    public void Execute() => action(state);
}
