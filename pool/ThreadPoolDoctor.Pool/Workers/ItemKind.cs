using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How a <see cref="WorkItem"/> is called, told by its state so that a slot needs no third word: a mark in the state
/// names the kind, anything else is the argument of a delegate that takes one reference.
/// </summary>
internal static class ItemKind
{
    private sealed class Mark;

    /// <summary>The target is an <see cref="IThreadPoolWorkItem"/>.</summary>
    internal static readonly object Item = new Mark();

    /// <summary>The target is an <see cref="Action"/> without argument.</summary>
    internal static readonly object Plain = new Mark();

    /// <summary>The target is a <see cref="Task"/> of the pool's scheduler.</summary>
    internal static readonly object Scheduled = new Mark();

    internal static bool IsMark(object? state) => state is Mark;

    /// <summary>Whether the target is often the same for many items: a delegate may be, an item's own object seldom is.</summary>
    internal static bool IsShareable(object? target) => target is Delegate;

    /// <summary>
    /// Runs the item. A delegate that takes one reference and returns nothing (WaitCallback, SendOrPostCallback,
    /// Action of a reference type) is called through <see cref="WaitCallback"/>: all of them share one signature in
    /// machine code, and who queued it has checked the argument's type. That saves one object per item.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Run(WorkPool? pool, object target, object? state)
    {
        if (ReferenceEquals(state, Item))
        {
            Unsafe.As<IThreadPoolWorkItem>(target).Execute();
        }
        else if (ReferenceEquals(state, Plain))
        {
            Unsafe.As<Action>(target)();
        }
        else if (ReferenceEquals(state, Scheduled))
        {
            // Only the scheduler makes these, and it hands them to its pool.
            pool!.RunScheduled(Unsafe.As<Task>(target));
        }
        else
        {
            Unsafe.As<WaitCallback>(target)(state);
        }
    }
}
