using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Plain accesses, which others order: of slots, and of what a thread has written itself. They go through here, and cost nothing, so that the
/// model tests can put their own accesses in place and see what happens when that order is missing.
/// </summary>
internal static class Memory
{
    /// <summary>A plain read of what only the reading thread writes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T Own<T>(ref T location) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static WorkItem Load(ref WorkItem slot) => slot;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store(ref WorkItem slot, WorkItem item) => slot = item;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Clear(WorkItem[] slots, int from, int count) => Array.Clear(slots, from, count);
}
