using System;
using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Methods inside .NET under which a thread waits. Nobody calls them by name, so no rule of the analyzer asks for them;
/// a live stack shows them where the call that the user wrote was inlined.
/// </summary>
internal static class InnerCalls
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string Awaiter = "System.Runtime.CompilerServices.TaskAwaiter";
    private const string Sockets = "System.Net.Sockets.";

    /// <summary>In order: the first row that covers a method is the one that speaks for it.</summary>
    public static IReadOnlyList<InnerCall> All { get; } =
    [
        new(Ailments.Sleeping, "System.Threading.Thread", "Sleep", "Task.Delay"),
        new(Ailments.Sleeping, "System.Threading.Thread", "UninterruptibleSleep", "Task.Delay"),

        new(Ailments.BlockingOnTask, Tasks + "Task", "InternalWait", "await", "Wait"),
        new(Ailments.BlockingOnTask, Tasks + "Task", "SpinThenBlockingWait", "await", "Wait"),
        new(Ailments.BlockingOnTask, Tasks + "Task", "Wait", "await"),
        new(Ailments.BlockingOnTask, Tasks + "Task`1", "GetResultCore", "await", "get_Result"),
        new(Ailments.BlockingOnTask, Tasks + "Task`1", "get_Result", "await"),
        new(Ailments.BlockingOnTask, Tasks + "ValueTask`1", "get_Result", "await"),
        new(Ailments.BlockingOnTask, Awaiter, "HandleNonSuccess", "await", "GetResult"),
        new(Ailments.BlockingOnTask, Awaiter, "ValidateEnd", "await", "GetResult"),
        new(Ailments.BlockingOnTask, "Microsoft.FSharp.Control.FSharpAsync", "RunSynchronously", "await"),
        new(Ailments.BlockingOnTask, Tasks + "TaskAsyncEnumerableExtensions", "ToBlockingEnumerable", "foreach"),
        new(Ailments.BlockingOnTask, Tasks + "Parallel", "", "Parallel.ForEachAsync"),
        new(Ailments.BlockingOnTask, Tasks + "TaskReplicator", "", "Parallel.ForEachAsync"),
        new(Ailments.BlockingOnTask, "System.Linq.ParallelEnumerable", "", "Parallel.ForEachAsync"),

        new(Ailments.BlockingIO, "System.Net.Dns", "GetHost", "Dns.GetHostAddressesAsync"),
        new(Ailments.BlockingIO, Sockets + "SocketPal", ""),
        new(Ailments.BlockingIO, Sockets + "SocketAsyncContext", "PerformSync"),
        new(Ailments.BlockingIO, Sockets + "SocketAsyncContext", "Receive"),
        new(Ailments.BlockingIO, Sockets + "SocketAsyncContext", "Send"),
        new(Ailments.BlockingIO, Sockets + "SocketAsyncContext", "Connect"),
        new(Ailments.BlockingIO, Sockets + "SocketAsyncContext", "Accept"),
        new(Ailments.BlockingIO, Sockets + "SafeSocketHandle", ""),
        new(Ailments.BlockingIO, "System.IO.RandomAccess", "Read", "RandomAccess.ReadAsync"),
        new(Ailments.BlockingIO, "System.IO.RandomAccess", "Write", "RandomAccess.WriteAsync"),
        new(Ailments.BlockingIO, "Microsoft.Win32.SafeHandles.SafeFileHandle", "Open"),
        new(Ailments.BlockingIO, "System.Diagnostics.Process", "WaitForExit", "WaitForExitAsync"),
        new(Ailments.BlockingIO, "System.Diagnostics.ProcessWaitState", "WaitForExit", "WaitForExitAsync"),
        new(Ailments.BlockingIO, "System.ConsolePal", ""),
        new(Ailments.BlockingIO, "Interop+Sys", "Read"),
        new(Ailments.BlockingIO, "Interop+Sys", "Write"),
        new(Ailments.BlockingIO, "Interop+Sys", "Receive"),
        new(Ailments.BlockingIO, "Interop+Sys", "Send"),
        new(Ailments.BlockingIO, "Interop+Sys", "Poll"),
        new(Ailments.BlockingIO, "Interop+Sys", "Connect"),
        new(Ailments.BlockingIO, "Interop+Sys", "Accept"),

        new(Ailments.WaitingOnSignal, "Microsoft.FSharp.Control.FSharpMailboxProcessor`1", "PostAndReply", "PostAndAsyncReply"),
        new(Ailments.WaitingOnSignal, "Microsoft.FSharp.Control.FSharpMailboxProcessor`1", "TryPostAndReply", "PostAndTryAsyncReply"),
        // The finalizers may be anybody's, and a callback of a token is the one that runs at this moment.
        new(Ailments.WaitingOnSignal, "System.GC", "WaitForPendingFinalizers"),
        new(Ailments.WaitingOnSignal, "System.Threading.CancellationTokenSource+Registrations", "WaitForCallbackToComplete", "DisposeAsync"),
        new(Ailments.WaitingOnSignal, "System.Threading.Monitor", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.Lock", ""),
        new(Ailments.WaitingOnSignal, "System.Runtime.CompilerServices.StaticsHelpers", ""),
        new(Ailments.WaitingOnSignal, "System.Runtime.CompilerServices.InitHelpers", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.WaitHandle", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.ManualResetEventSlim", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.SemaphoreSlim", "Wait", "WaitAsync"),
        new(Ailments.WaitingOnSignal, "System.Threading.CountdownEvent", "Wait"),
        new(Ailments.WaitingOnSignal, "System.Threading.Barrier", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.ReaderWriterLockSlim", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.ReaderWriterLock", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.SpinLock", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.SpinWait", ""),
        new(Ailments.WaitingOnSignal, "System.Threading.Thread", "Join"),
        new(Ailments.WaitingOnSignal, "System.Collections.Concurrent.BlockingCollection`1", ""),
    ];
}

/// <summary>The methods of one type whose names begin alike, and what is told of all of them.</summary>
internal sealed class InnerCall
{
    // What lets others go on, or asks: Monitor.Exit and Monitor.PulseAll stand beside Monitor.Enter and wait for
    // nobody. A thread's own statics are made by itself.
    private static readonly string[] s_neverWaiting = ["Exit", "Pulse", "Set", "Reset", "Release", "Dispose", "Is", "get_",
        "ToArray", "CopyTo", "CompleteAdding", ".ctor", "GetNonGCThreadStaticsByIndex", "GetGCThreadStaticsByIndex"];

    public InnerCall(string ailment, string type, string prefix, string? twin = null, string? written = null) =>
        (Row, Written) = (new BlockingCall(ailment, type, prefix, twin), written);

    /// <summary>Ailment, type and twin; its member is the beginning of the names, empty for the whole type.</summary>
    public BlockingCall Row { get; }

    /// <summary>The member of the type whose inside these are; null where that is not always the same.</summary>
    public string? Written { get; }

    /// <summary>
    /// Not the asynchronous twins, whose names begin alike (SemaphoreSlim.WaitAsync waits for nothing), and of a whole
    /// type not what lets others go on.
    /// </summary>
    public bool Covers(string type, string member) =>
        type == Row.Type && member.StartsWith(Row.Member, StringComparison.Ordinal) && !member.Contains("Async")
        && !(Row.Ailment == Ailments.WaitingOnSignal && Array.Exists(s_neverWaiting, prefix => member.StartsWith(prefix, StringComparison.Ordinal)));
}
