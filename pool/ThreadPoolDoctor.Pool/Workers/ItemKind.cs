using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How a <see cref="WorkItem"/> is called, told by its state so that a slot needs no third word: a mark in the state
/// names the kind, anything else is the argument of a delegate that takes one reference.
/// </summary>
internal static class ItemKind
{
    /// <summary>A state that is no argument but says how to call the target.</summary>
    internal sealed class Mark(Action<Task>? runTask = null)
    {
        /// <summary>What runs the target, which is a task of some scheduler; null for the other kinds.</summary>
        internal Action<Task>? RunTask { get; } = runTask;
    }

    /// <summary>The target is an <see cref="IThreadPoolWorkItem"/>.</summary>
    internal static readonly object Item = new Mark();

    /// <summary>The target is an <see cref="Action"/> without argument.</summary>
    internal static readonly object Plain = new Mark();

    internal static bool IsMark(object? state) => state is Mark;

    /// <summary>
    /// Runs the item. A delegate that takes one reference and returns nothing (WaitCallback, SendOrPostCallback,
    /// Action of a reference type) is called through <see cref="WaitCallback"/>: all of them share one signature in
    /// machine code, and who queued it has checked the argument's type. That saves one object per item.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Run(object target, object? state)
    {
        if (ReferenceEquals(state, Item))
        {
            Unsafe.As<IThreadPoolWorkItem>(target).Execute();
        }
        else if (ReferenceEquals(state, Plain))
        {
            Unsafe.As<Action>(target)();
        }
        else if (state is Mark scheduled)
        {
            scheduled.RunTask!(Unsafe.As<Task>(target));
        }
        else
        {
            Unsafe.As<WaitCallback>(target)(state);
        }
    }
}
