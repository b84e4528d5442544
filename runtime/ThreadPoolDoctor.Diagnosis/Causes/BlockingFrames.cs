using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>Recognises a blocking call by a frame of a stack: by the catalogue first, then by the runtime's inner methods.</summary>
internal static class BlockingFrames
{
    private static readonly Dictionary<(string Type, string Member), BlockingCall> s_catalogue = Index();

    // A catalogue row speaks of Stream.Read; on a stack stands the override, as in SslStream.Read.
    private static readonly ILookup<string, BlockingCall> s_ioByMember = BlockingCalls.All
        .Where(row => row.Ailment == Ailments.BlockingIO && row.Member != ".ctor")
        .ToLookup(row => row.Member);

    private static readonly string[] s_ioNamespaces =
    [
        "System.IO.", "System.Net.", "System.Data.", "System.Xml.", "System.Console", "System.Diagnostics.Process",
        "Microsoft.Data.", "Microsoft.Win32.SafeHandles.", "Microsoft.AspNetCore.Server.Kestrel.", "Npgsql.", "MySql", "Oracle.",
        "MongoDB.", "StackExchange.Redis.", "Microsoft.EntityFrameworkCore.",
    ];

    /// <summary>The blocking call that this frame is, or null.</summary>
    public static BlockingCall? Match(Frame frame) => Match(frame.TypeDefinition, frame.MethodName);

    /// <summary>The blocking call that a metadata name like "System.Threading.Thread.Sleep" is, or null.</summary>
    public static BlockingCall? Match(string fullName)
    {
        int dot = fullName.EndsWith("..ctor", StringComparison.Ordinal) ? fullName.Length - 6 : fullName.LastIndexOf('.');
        return dot <= 0 ? null : Match(fullName[..dot], fullName[(dot + 1)..]);
    }

    /// <summary>True for a frame in which a worker waits for work: the pool's own rest.</summary>
    public static bool IsIdle(Frame frame) =>
        frame.TypeName.StartsWith("System.Threading.LowLevelLifoSemaphore", StringComparison.Ordinal)
        || frame.TypeName == "ThreadPoolDoctor.Pool.Parker";

    /// <summary>True for a frame under which loops of one call share the work, so that no item ends before all do.</summary>
    public static bool IsParallelLoop(Frame frame) =>
        frame.TypeName.StartsWith("System.Threading.Tasks.Parallel", StringComparison.Ordinal)
        || frame.TypeName.StartsWith("System.Threading.Tasks.TaskReplicator", StringComparison.Ordinal)
        || frame.TypeName.StartsWith("System.Linq.Parallel.", StringComparison.Ordinal);

    /// <summary>True for a frame that waits to enter a lock, as opposed to waiting for a signal.</summary>
    public static bool IsLockEntry(Frame frame)
    {
        string type = frame.TypeDefinition;
        return type is "System.Threading.SpinLock" || IsTypeInitialisation(type)
            || type is "System.Threading.Lock" && !frame.MethodName.StartsWith("Exit", StringComparison.Ordinal)
            || type is "System.Threading.Monitor" && MonitorEntry(frame.MethodName);
    }

    /// <summary>
    /// True for the runtime's part of an access to a type whose static constructor has not ended: all threads but the one
    /// that runs it wait there. What the constructor itself does stands above, and is judged by itself.
    /// </summary>
    public static bool IsTypeInitialisation(string type) =>
        type is "System.Runtime.CompilerServices.StaticsHelpers" or "System.Runtime.CompilerServices.InitHelpers";

    private static bool MonitorEntry(string method) =>
        method.Contains("Enter", StringComparison.Ordinal);

    private static BlockingCall? Match(string type, string member)
    {
        if (s_catalogue.TryGetValue((type, member), out BlockingCall? row)) return row;
        foreach (InnerFrame inner in s_inner)
        {
            if (inner.Covers(type, member)) return inner.Row;
        }
        return IsIO(type) ? MatchIO(type, member) : null;
    }

    /// <summary>
    /// By the member's name, but its twin only from a row of the same family: File.OpenRead is no WebClient.OpenRead, and
    /// Console.WriteLine has none of the twins of a TextWriter.
    /// </summary>
    private static BlockingCall? MatchIO(string type, string member)
    {
        IEnumerable<BlockingCall> rows = s_ioByMember[member];
        if (!rows.Any()) return null;
        string family = FamilyOf(type);
        return rows.FirstOrDefault(row => FamilyOf(row.Type) == family) ?? new BlockingCall(Ailments.BlockingIO, type, member);
    }

    /// <summary>The last word of a type's name, which derived types share with their base by custom: Stream, Reader, Command.</summary>
    private static string FamilyOf(string type)
    {
        string name = FrameNames.ShortName(type);
        int word = name.Length - 1;
        while (word > 0 && !char.IsUpper(name[word])) word--;
        return name[Math.Max(word, 0)..];
    }

    private static bool IsIO(string type) =>
        Array.Exists(s_ioNamespaces, prefix => type.StartsWith(prefix, StringComparison.Ordinal));

    private static Dictionary<(string, string), BlockingCall> Index()
    {
        Dictionary<(string, string), BlockingCall> index = [];
        foreach (BlockingCall row in BlockingCalls.All) index.TryAdd((row.Type, row.Member), row);
        return index;
    }

    /// <summary>A method inside the runtime under which a thread waits; an empty prefix covers the whole type.</summary>
    private sealed record InnerFrame(string Type, string MethodPrefix, BlockingCall Row)
    {
        public bool Covers(string type, string member) =>
            type == Type && member.StartsWith(MethodPrefix, StringComparison.Ordinal);
    }

    private static InnerFrame Inner(string ailment, string type, string prefix, string? twin = null) =>
        new(type, prefix, new BlockingCall(ailment, type, prefix, twin));

    private static readonly InnerFrame[] s_inner =
    [
        Inner(Ailments.Sleeping, "System.Threading.Thread", "Sleep", "Task.Delay"),
        Inner(Ailments.Sleeping, "System.Threading.Thread", "UninterruptibleSleep", "Task.Delay"),

        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "InternalWait", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "SpinThenBlockingWait", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Task", "Wait", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Task`1", "GetResultCore", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Task`1", "get_Result", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.ValueTask`1", "get_Result", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.TaskAwaiter", "", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.TaskAwaiter`1", "GetResult", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.ValueTaskAwaiter", "GetResult", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.ValueTaskAwaiter`1", "GetResult", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.ConfiguredTaskAwaitable+ConfiguredTaskAwaiter", "GetResult", "await"),
        Inner(Ailments.BlockingOnTask, "System.Runtime.CompilerServices.ConfiguredTaskAwaitable`1+ConfiguredTaskAwaiter", "GetResult", "await"),
        Inner(Ailments.BlockingOnTask, "Microsoft.FSharp.Control.FSharpAsync", "RunSynchronously", "await"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.Parallel", "", "Parallel.ForEachAsync"),
        Inner(Ailments.BlockingOnTask, "System.Threading.Tasks.TaskReplicator", "", "Parallel.ForEachAsync"),
        Inner(Ailments.BlockingOnTask, "System.Linq.ParallelEnumerable", "", "Parallel.ForEachAsync"),

        Inner(Ailments.BlockingIO, "System.Net.Dns", "GetHost", "Dns.GetHostAddressesAsync"),
        Inner(Ailments.BlockingIO, "System.Net.Sockets.SocketPal", ""),
        Inner(Ailments.BlockingIO, "System.Net.Sockets.SocketAsyncContext", ""),
        Inner(Ailments.BlockingIO, "System.Net.Sockets.SafeSocketHandle", ""),
        Inner(Ailments.BlockingIO, "System.IO.RandomAccess", "Read", "RandomAccess.ReadAsync"),
        Inner(Ailments.BlockingIO, "System.IO.RandomAccess", "Write", "RandomAccess.WriteAsync"),
        Inner(Ailments.BlockingIO, "Microsoft.Win32.SafeHandles.SafeFileHandle", "Open"),
        Inner(Ailments.BlockingIO, "System.Diagnostics.Process", "WaitForExit", "WaitForExitAsync"),
        Inner(Ailments.BlockingIO, "System.Diagnostics.ProcessWaitState", "WaitForExit", "WaitForExitAsync"),
        Inner(Ailments.BlockingIO, "System.ConsolePal", ""),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Read"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Write"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Receive"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Send"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Poll"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Connect"),
        Inner(Ailments.BlockingIO, "Interop+Sys", "Accept"),

        Inner(Ailments.WaitingOnSignal, "System.Threading.Monitor", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.Lock", ""),
        Inner(Ailments.WaitingOnSignal, "System.Runtime.CompilerServices.StaticsHelpers", ""),
        Inner(Ailments.WaitingOnSignal, "System.Runtime.CompilerServices.InitHelpers", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.WaitHandle", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.ManualResetEventSlim", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.SemaphoreSlim", "Wait", "WaitAsync"),
        Inner(Ailments.WaitingOnSignal, "System.Threading.CountdownEvent", "Wait"),
        Inner(Ailments.WaitingOnSignal, "System.Threading.Barrier", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.ReaderWriterLockSlim", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.ReaderWriterLock", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.SpinLock", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.SpinWait", ""),
        Inner(Ailments.WaitingOnSignal, "System.Threading.Thread", "Join"),
        Inner(Ailments.WaitingOnSignal, "System.Collections.Concurrent.BlockingCollection`1", ""),
    ];
}
