using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>Makes work items, with the caller's <see cref="ExecutionContext"/> or without.</summary>
internal static class ContextFlow
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static WorkItem ToItem<TState>(Action<TState> action, TState state) => typeof(TState).IsValueType
        ? new WorkItem(new ValueStateItem<TState>(action, state), ItemKind.Item)
        : new WorkItem(action, state);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static WorkItem Capture(WorkItem item)
    {
        // Null when the caller suppressed the flow; the default context is what every item runs under anyway.
        ExecutionContext? context = ExecutionContext.Capture();
        return context is null || ReferenceEquals(context, DefaultContext.Value)
            ? item
            : new WorkItem(new FlowingItem(context, item), ItemKind.Item);
    }

    internal static WorkItem Capture<TState>(Action<TState> action, TState state)
    {
        ExecutionContext? context = ExecutionContext.Capture();
        return context is null || ReferenceEquals(context, DefaultContext.Value)
            ? ToItem(action, state)
            : new WorkItem(new FlowingValueStateItem<TState>(context, action, state), ItemKind.Item);
    }
}
