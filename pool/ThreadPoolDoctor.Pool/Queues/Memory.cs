using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Plain accesses, which others order: of slots, and of what a thread has written itself. They go through here, and
/// cost nothing, so that the model tests can put their own accesses in place and see what happens when that order is
/// missing.
/// </summary>
internal static class Memory
{
    /// <summary>A plain read of what only the reading thread writes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T Own<T>(ref T location) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T Load<T>(ref T location) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Store<T>(ref T location, T value) => location = value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Clear<T>(T[] slots, int from, int count) => Array.Clear(slots, from, count);
}
