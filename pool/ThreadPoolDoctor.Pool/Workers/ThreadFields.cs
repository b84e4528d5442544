using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Reads what an item may have changed in its thread from the thread's fields, which .NET 8 to 10 name as below: a
/// quarter of the price of the public properties. Where the fields are missing the properties are used.
/// </summary>
internal static class ThreadFields
{
    private static readonly bool s_known = Try();

    /// <summary>Whether the current thread has the contexts it should have.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool AreContextsClean(Thread current, ExecutionContext clean, SynchronizationContext? synchronization)
    {
        if (s_known)
        {
            // No context is the default one.
            ExecutionContext? context = Context(current);
            return (context is null || ReferenceEquals(context, clean))
                && ReferenceEquals(Synchronization(current), synchronization);
        }
        // Null if the item has suppressed the flow and not restored it.
        return ReferenceEquals(ExecutionContext.Capture(), clean)
            && ReferenceEquals(SynchronizationContext.Current, synchronization);
    }

    /// <summary>
    /// Whether the thread may have another name, another priority, or have become a foreground thread; never a false
    /// no. The runtime notes all three in one flag, but no priority that becomes Normal.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool MayHaveChanged(Thread current, string name, ThreadPriority priority) => s_known && priority == ThreadPriority.Normal
        ? MayNeedReset(current)
        : !current.IsBackground || !ReferenceEquals(current.Name, name) || current.Priority != priority;

    /// <summary>It is as it was.</summary>
    internal static void HasNotChanged(Thread current)
    {
        if (s_known) MayNeedReset(current) = false;
    }

    private static bool Try()
    {
        try
        {
            Thread current = Thread.CurrentThread;
            var probe = new Thread(static () => { });
            bool before = MayNeedReset(probe);
            probe.Name = "Probe";
            return !before && MayNeedReset(probe) && ReferenceEquals(Synchronization(current), SynchronizationContext.Current)
                && ReferenceEquals(Context(current) ?? ExecutionContext.Capture(), ExecutionContext.Capture());
        }
        catch (MissingFieldException)
        {
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_executionContext")]
    private static extern ref ExecutionContext? Context(Thread thread);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_synchronizationContext")]
    private static extern ref SynchronizationContext? Synchronization(Thread thread);

    // Set when the thread becomes a foreground thread, gets a name, or a priority other than Normal.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_mayNeedResetForThreadPool")]
    private static extern ref bool MayNeedReset(Thread thread);
}
