using System;
using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// What runs the user's delegates and state machines and blocks nobody by itself. A blocking call right above one of
/// these was made by code of the user's that the JIT inlined into it.
/// </summary>
internal static class DelegateRunners
{
    /// <summary>The namespace of the bundled pool: what its own code waits for is work.</summary>
    public const string BundledPool = "ThreadPoolDoctor.Pool.";

    /// <summary>
    /// What enumerates what it is given and calls nothing else of the user's, so that only an iterator can have been
    /// compiled into it.
    /// </summary>
    public static IReadOnlyList<string> Enumerating { get; } =
    [
        "System.Collections.Generic.List`1..ctor",
        "System.Collections.Generic.List`1.AddRange",
        "System.Collections.Generic.List`1.InsertRange",
        "System.Collections.Generic.EnumerableHelpers.",
        "System.Collections.Generic.SegmentedArrayBuilder`1.",
        "System.Collections.Generic.Queue`1..ctor",
        "System.Collections.Generic.HashSet`1..ctor",
        "System.Collections.Generic.HashSet`1.UnionWith",
        "System.Linq.Enumerable.ToList",
        "System.Linq.Enumerable.ToArray",
        "System.Linq.Enumerable.ToHashSet",
        "System.String.Join",
        "System.String.Concat",
    ];

    /// <summary>
    /// What takes a lock of its own around the delegate: who waits for it there waits for another one's delegate.
    /// </summary>
    private static readonly string[] s_locking =
    [
        "System.Lazy",
        "System.Threading.LazyInitializer",
        "System.Collections.Concurrent.ConcurrentDictionary",
    ];

    // Members of these types that never wait for that lock.
    private static readonly string[] s_lockFree = [".ctor", "get_IsValueCreated", "TryGetValue", "ContainsKey", "get_Item"];

    /// <summary>Beginnings of full names, Type.Member without generic arguments.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "System.Threading.QueueUserWorkItemCallback",
        "System.Threading.ThreadPoolWorkQueue.",
        "System.Threading.ExecutionContext.",
        "System.Threading._ThreadPoolWaitOrTimerCallback",
        "System.Threading.TimerQueueTimer",
        "System.Timers.Timer.",
        "System.Threading.Tasks.Task.InnerInvoke",
        "System.Threading.Tasks.Task.Execute",
        "System.Threading.Tasks.Task`1.InnerInvoke",
        "System.Threading.Tasks.ContinuationTask",
        "System.Threading.Tasks.ContinuationResultTask",
        "System.Threading.Tasks.AwaitTaskContinuation",
        "System.Threading.Tasks.Parallel",
        "System.Threading.Tasks.TaskReplicator",
        "System.Runtime.CompilerServices.Async",
        "System.Runtime.CompilerServices.PoolingAsync",
        "System.Linq.",
        "System.Lazy",
        "System.Threading.LazyHelper",
        "System.Threading.LazyInitializer",
        "System.Collections.Concurrent.ConcurrentDictionary",
        "System.Collections.Generic.List`1.ForEach",
        .. Enumerating,
        "System.Array.ForEach",
        "Microsoft.AspNetCore.",
        "Microsoft.FSharp.Collections.",
        "Microsoft.FSharp.Primitives.Basics.",
        BundledPool,
    ];

    // Members of the bundled pool that call a work item, by the beginning of their names. A test runs items and holds
    // this list to the stacks they see.
    private static readonly string[] s_bundledItems = ["Run", "Execute", "Call", "Invoke"];

    /// <summary>Whether this member (Type.Member) runs delegates of the user's.</summary>
    public static bool Hold(string member) => StartsWithAny(member, All);

    /// <summary>Whether it takes a lock of its own.</summary>
    public static bool Locks(string member) => StartsWithAny(member, s_locking);

    /// <summary>Whether a member of a type that <see cref="Locks"/> may wait for that lock.</summary>
    public static bool MayTakeItsLock(string member) => Array.IndexOf(s_lockFree, member) < 0;

    /// <summary>Whether it only enumerates.</summary>
    public static bool Enumerates(string member) => StartsWithAny(member, Enumerating);

    /// <summary>
    /// Whether this member of the bundled pool calls work items, rather than looks or waits for them.
    /// </summary>
    public static bool RunsBundledItems(string type, string member)
    {
        return type.StartsWith(BundledPool, StringComparison.Ordinal) && StartsWithAny(member, s_bundledItems);
    }

    private static bool StartsWithAny(string member, IReadOnlyList<string> prefixes)
    {
        foreach (string prefix in prefixes)
        {
            if (member.StartsWith(prefix, StringComparison.Ordinal)) return true;
        }
        return false;
    }
}
