using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Stacks;

/// <summary>
/// Recognises a blocking call by a frame of a stack: by the catalogue's rows first, then by .NET's inner methods.
/// </summary>
internal static class BlockingFrames
{
    private static readonly Dictionary<(string Type, string Member), BlockingCall> s_catalogue = Index();

    // A catalogue row speaks of Stream.Read; on a stack stands the override, as in SslStream.Read.
    private static readonly ILookup<string, BlockingCall> s_ioByMember = BlockingCalls.All
        .Where(row => row.Ailment == Ailments.BlockingIO && row.Member != ".ctor")
        .ToLookup(row => row.Member);

    /// <summary>
    /// The blocking call that this frame is, or null; an iterator's body is the method that people call.
    /// </summary>
    public static BlockingCall? Match(Frame frame)
    {
        BlockingCall? row = Match(frame.TypeDefinition, frame.MethodName) ?? MatchIterator(frame);
        return row is not null && IsMeant(row, frame.Signature) ? row : null;
    }

    private static BlockingCall? MatchIterator(Frame frame) =>
        frame is { IsFramework: true, MethodName: "MoveNext" } && frame.TypeDefinition.IndexOf("+<", StringComparison.Ordinal) is var nested and > 0
        && FrameNames.WrittenMember(frame.TypeDefinition, frame.MethodName) is { } written
            ? Match(frame.TypeDefinition[..nested], written)
            : null;

    /// <summary>
    /// Of rows that speak of some overloads only, those with a parameter of a type: JsonSerializer.Serialize writes to
    /// a stream, or to memory. Names of parameters stand on no stack.
    /// </summary>
    private static bool IsMeant(BlockingCall row, string signature) =>
        row.Parameter is not { } type || char.IsLower(type[0]) || SignatureText.Parameters(signature, default)?.Contains(type) != false;

    /// <summary>The blocking call that a metadata name like "System.Threading.Thread.Sleep" is, or null.</summary>
    public static BlockingCall? Match(string fullName)
    {
        int dot = fullName.EndsWith("..ctor", StringComparison.Ordinal) ? fullName.Length - 6 : fullName.LastIndexOf('.');
        return dot <= 0 ? null : Match(fullName[..dot], fullName[(dot + 1)..]);
    }

    /// <summary>
    /// The blocking call that this frame is, as people write it where the catalogue knows; else by its own name.
    /// </summary>
    public static string NameOf(Frame frame) =>
        !IsWritten(frame.TypeDefinition, frame.MethodName)
        && InnerCalls.All.FirstOrDefault(inner => inner.Covers(frame.TypeDefinition, frame.MethodName)) is
        { Written: { } written }
            ? FrameNames.Call($"{frame.TypeDefinition}.{written}")
            : FrameNames.Called(frame);

    /// <summary>Whether it is a blocking call that people write, and not only the inside of one.</summary>
    public static bool IsWritten(string type, string member) => s_catalogue.ContainsKey((type, member));

    /// <summary>True for a frame in which a worker of .NET's own pool waits for work.</summary>
    public static bool IsIdle(Frame frame) =>
        frame.TypeName.StartsWith("System.Threading.LowLevelLifoSemaphore", StringComparison.Ordinal);

    /// <summary>
    /// True for a call that a socket only tries to serve at once: what it comes to in the inside of sockets, which the
    /// synchronous calls share, finds a socket that is not ready and returns.
    /// </summary>
    public static bool IsAsyncOfSocket(Frame frame) =>
        frame.TypeName == "System.Net.Sockets.Socket" && frame.MethodName.EndsWith("Async", StringComparison.Ordinal);

    /// <summary>True for a frame of the inside of sockets.</summary>
    public static bool IsInsideOfSocket(Frame frame) =>
        frame.TypeName.StartsWith("System.Net.Sockets.", StringComparison.Ordinal) || frame.TypeName == "Interop+Sys";

    /// <summary>
    /// True for the method that a worker of .NET's own pool runs from its start to its end. Its type is not enough: the
    /// gate thread calls into it, too, to start a worker. Where nothing stands above it, its wait for work was compiled
    /// into it; what runs items never is.
    /// </summary>
    public static bool IsWorkerBase(Frame frame) =>
        frame is { TypeName: "System.Threading.PortableThreadPool+WorkerThread", MethodName: "WorkerThreadStart" };

    /// <summary>True for a frame that runs delegates of the user's, and into which the JIT may inline them.</summary>
    public static bool IsRunner(Frame frame) => frame.IsFramework
        ? DelegateRunners.Hold($"{frame.TypeDefinition}.{frame.MethodName}")
        : frame.IsMadeAtRunTime;

    /// <summary>
    /// Index of the frame that runs the delegate in which the call at <paramref name="index"/> was made, through
    /// methods of .NET's perhaps; null where the call belongs to a work item of .NET's own, which the queue runs.
    /// </summary>
    public static int? RunnerBelow(IReadOnlyList<Frame> stack, int index, int end)
    {
        int runner = index + 1;
        while (runner < end && !IsRunner(stack[runner])) runner++;
        if (runner >= end) return null;
        return runner == index + 1 || !IsQueue(stack[runner]) ? runner : null;
    }

    /// <summary>
    /// True for a frame that calls the user's delegate as its last step, and so may be gone from the stack above it. A
    /// task's is one where what runs tasks stands below it, for where that is gone, too, nothing tells the task from a
    /// callback.
    /// </summary>
    public static bool IsTailCaller(Frame frame, Frame below) =>
        frame.TypeName.StartsWith("System.Threading.QueueUserWorkItemCallback", StringComparison.Ordinal)
        || frame.MethodName == "InnerInvoke" && frame.TypeName.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal) && !IsQueue(below);

    private static bool IsQueue(Frame frame) => frame.TypeName == "System.Threading.ThreadPoolWorkQueue";

    /// <summary>
    /// True for a frame that calls back for a timer: one at a time by itself, or one of many through the pool.
    /// </summary>
    public static bool IsTimer(Frame frame) =>
        frame.TypeName.StartsWith("System.Threading.TimerQueue", StringComparison.Ordinal);

    /// <summary>
    /// True for a frame that runs a task on the thread that was about to wait for it: what stands below does not wait
    /// now.
    /// </summary>
    public static bool RunsInsteadOfWaiting(Frame frame) => frame.MethodName is "WrappedTryRunInline" or "TryRunInline" or "TryExecuteTaskInline"
        && frame.TypeName.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal);

    /// <summary>
    /// True for a frame under which loops of one call share the work, so that no item ends before all do.
    /// </summary>
    public static bool IsParallelLoop(Frame frame) =>
        frame.TypeName.StartsWith("System.Threading.Tasks.Parallel", StringComparison.Ordinal)
        || frame.TypeName.StartsWith("System.Threading.Tasks.TaskReplicator", StringComparison.Ordinal)
        || frame.TypeName.StartsWith("System.Linq.Parallel.", StringComparison.Ordinal);

    /// <summary>True for a frame that waits to enter a lock, as opposed to waiting for a signal.</summary>
    public static bool IsLockEntry(Frame frame) => IsLockEntry(frame.TypeDefinition, frame.MethodName);

    /// <summary>The same of a method by its metadata names.</summary>
    public static bool IsLockEntry(string type, string method) =>
        type is "System.Threading.SpinLock" || IsTypeInitialisation(type)
        || type is "System.Threading.Lock" && !method.StartsWith("Exit", StringComparison.Ordinal)
        || type is "System.Threading.Monitor" && MonitorEntry(method);

    /// <summary>
    /// True for the runtime's part of an access to a type whose static constructor has not ended: all threads but the
    /// one that runs it wait there. What the constructor itself does stands above, and is judged by itself.
    /// </summary>
    public static bool IsTypeInitialisation(string type) =>
        type is "System.Runtime.CompilerServices.StaticsHelpers" or "System.Runtime.CompilerServices.InitHelpers";

    /// <summary>True for a frame that hands its wait to the runtime at once, which shows no frame of its own.</summary>
    public static bool WaitsInNativeCode(string type) =>
        type is "System.Threading.Thread" or "System.Threading.Monitor" or "System.Threading.WaitHandle";

    private static bool MonitorEntry(string method) =>
        method.Contains("Enter", StringComparison.Ordinal);

    private static BlockingCall? Match(string type, string member)
    {
        if (s_catalogue.TryGetValue((type, member), out BlockingCall? row)) return row;
        foreach (InnerCall inner in InnerCalls.All)
        {
            if (inner.Covers(type, member)) return inner.Row;
        }
        return IONamespaces.Hold(type) ? MatchIO(type, member) : null;
    }

    /// <summary>
    /// By the member's name, but its twin only from a row of the same family: File.OpenRead is no WebClient.OpenRead,
    /// and Console.WriteLine has none of the twins of a TextWriter.
    /// </summary>
    private static BlockingCall? MatchIO(string type, string member)
    {
        IEnumerable<BlockingCall> rows = s_ioByMember[member];
        if (!rows.Any()) return null;
        string family = FamilyOf(type);
        return rows.FirstOrDefault(row => FamilyOf(row.Type) == family) ?? new BlockingCall(Ailments.BlockingIO, type, member);
    }

    /// <summary>
    /// The last word of a type's name, which derived types share with their base by custom: Stream, Reader, Command.
    /// </summary>
    private static string FamilyOf(string type)
    {
        string name = FrameNames.ShortName(type);
        int word = name.Length - 1;
        while (word > 0 && !char.IsUpper(name[word])) word--;
        return name[Math.Max(word, 0)..];
    }

    private static Dictionary<(string, string), BlockingCall> Index()
    {
        Dictionary<(string, string), BlockingCall> index = [];
        foreach (BlockingCall row in BlockingCalls.All) index.TryAdd((row.Type, row.Member), row);
        return index;
    }
}
