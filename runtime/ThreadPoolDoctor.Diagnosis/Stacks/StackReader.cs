using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Stacks;

/// <summary>What a worker was doing, as its stack tells.</summary>
internal enum WorkerState
{
    Idle,
    Working,
    Blocked,

    /// <summary>Blocked by what runs tests, which is no ailment of the program.</summary>
    HeldByTestRunner,
}

/// <summary>Reads one stack: whose code it is, whether it blocks, and in which call.</summary>
internal static class StackReader
{
    /// <summary>
    /// Idle when the pool's own wait is on top; blocked when a blocking call lies above the user's code.
    /// </summary>
    public static WorkerState StateOf(IReadOnlyList<Frame> stack)
    {
        if (IsIdle(stack)) return WorkerState.Idle;
        return Block(stack) is null ? WorkerState.Working : WorkerState.Blocked;
    }

    /// <summary>
    /// Whether the pool's own code waits for work. The bundled pool's may do so in any of its methods but those that
    /// run an item: what blocks above one of these was inlined into it.
    /// </summary>
    public static bool IsIdle(IReadOnlyList<Frame> stack)
    {
        int user = UserIndex(stack);
        IEnumerable<Frame> own = user < 0 ? stack : stack.Take(user);
        if (own.Any(BlockingFrames.IsIdle) || stack.Count > 0 && BlockingFrames.IsWorkerBase(stack[0])) return true;
        return user < 0
            && stack.Any(frame => frame.TypeName.StartsWith(DelegateRunners.BundledPool, StringComparison.Ordinal))
            && !stack.Any(frame => DelegateRunners.RunsBundledItems(frame.TypeDefinition, frame.MethodName));
    }

    /// <summary>Whether the leaf is what runs items: the item on top of it was compiled into it.</summary>
    public static bool EndsInRunner(IReadOnlyList<Frame> stack) => IsRunner(stack.FirstOrDefault());

    /// <summary>The same of a thread that works: it may have come to where the collector stops it.</summary>
    public static bool WorksInRunner(IReadOnlyList<Frame> stack) => IsRunner(stack.SkipWhile(IsPoll).FirstOrDefault());

    private static bool IsRunner(Frame? leaf) => leaf is { IsFramework: true } && BlockingFrames.IsRunner(leaf);

    private static bool IsPoll(Frame frame) =>
        frame.TypeName == "System.Threading.Thread" && frame.MethodName.Contains("PollGC", StringComparison.Ordinal);

    /// <summary>The blocking call on this stack, or null when there is none to see.</summary>
    public static Blockage? Block(IReadOnlyList<Frame> stack)
    {
        int user = UserIndex(stack);
        int top = user < 0 ? stack.Count : user;
        int instead = stack.TakeWhile(frame => !BlockingFrames.RunsInsteadOfWaiting(frame)).Count();
        if (user > instead) top = instead;
        // Nearest to the user first: HttpClient.Send waits for a task inside, but the call to replace is Send.
        bool tries = false;
        for (int i = top - 1; i >= 0; i--)
        {
            tries |= BlockingFrames.IsAsyncOfSocket(stack[i]);
            if (BlockingFrames.Match(stack[i]) is { } row && !(tries && BlockingFrames.IsInsideOfSocket(stack[i])))
            {
                Frame blamed = user < 0 ? NearestCaller(stack, i) : stack[user];
                BlockingCall? written = WrittenCall(blamed, row);
                bool itself = written is null || blamed.CalledHere == stack[i].TypeDefinition + "." + stack[i].MethodName;
                string leaf = itself ? BlockingFrames.NameOf(stack[i]) : FrameNames.Call(blamed.CalledHere!);
                return new((written ?? row).Ailment, blamed, leaf, written ?? row, IsLock(stack, i), stack);
            }
        }
        // What waits in native code was inlined into its caller, which may be a library that the user's code called.
        if (user >= 0 && stack[0] is { IsFramework: false, CalledHere: { } called } && BlockingFrames.Match(called) is { } inlined)
        {
            BlockingCall? written = WrittenCall(stack[user], inlined);
            string leaf = FrameNames.Call(written is null ? called : stack[user].CalledHere!);
            return new((written ?? inlined).Ailment, stack[user], leaf, written ?? inlined, IsLock: false, stack);
        }
        return null;
    }

    /// <summary>
    /// A blockage that only the thread's sleep proves: its stack shows no call that is known to block.
    /// </summary>
    /// <remarks>
    /// Native code that was called from what the JIT compiled into the pool's own loop leaves none of the user's
    /// frames.
    /// </remarks>
    public static Blockage? Unnamed(IReadOnlyList<Frame> stack)
    {
        if (stack.Count == 0) return null;
        if (stack[0] is { IsAssumed: true, CalledHere: { } assumed } && BlockingFrames.Match(assumed) is { } row)
        {
            // A library without source was called by code of the user's that is as much assumed.
            Frame told = stack.FirstOrDefault(frame => frame is { IsAssumed: true, File: not null }) ?? stack[0];
            return new(row.Ailment, told, FrameNames.Call(assumed), row, IsLock: false, stack);
        }
        int user = UserIndex(stack);
        string leaf = user > 0 ? stack[user - 1].DisplayName : stack[0].CalledHere ?? stack[0].DisplayName;
        return new(Ailments.BlockingIO, stack[Math.Max(user, 0)], leaf, null, IsLock: false, stack);
    }

    /// <summary>
    /// What must have been inlined, where all that was seen is the framework's: a library without source was called by
    /// code of the user's that is as much assumed.
    /// </summary>
    public static Frame? AssumedFrame(IReadOnlyList<Frame> stack) =>
        stack.FirstOrDefault(frame => frame is { IsAssumed: true, File: not null }) ?? stack.FirstOrDefault();

    /// <summary>
    /// The frame to show a person, by <see cref="UserIndex"/>; null where all of it is the framework's.
    /// </summary>
    public static Frame? UserFrame(IReadOnlyList<Frame> stack)
    {
        int user = UserIndex(stack);
        return user < 0 ? null : stack[user];
    }

    /// <summary>
    /// Index of the frame that a person can do most about (<see cref="Frame.BlameRank"/>), the nearest to the leaf
    /// among equals; -1 where all of it is the framework's.
    /// </summary>
    public static int UserIndex(IReadOnlyList<Frame> stack)
    {
        int best = -1;
        for (int i = 0; i < stack.Count; i++)
        {
            if (stack[i].BlameRank is { } rank && (best < 0 || rank < stack[best].BlameRank)) best = i;
        }
        return best;
    }

    /// <summary>
    /// The call as the user wrote it, where the IL of their method tells: Task.Result rather than the inner
    /// GetResultCore that is left of it when it was inlined. One of another kind is believed only when no other call
    /// stands at the place: then NamedPipeClientStream.Connect is to be replaced, though its inside spins.
    /// </summary>
    private static BlockingCall? WrittenCall(Frame user, BlockingCall row) =>
        user.CalledHere is { } called && BlockingFrames.Match(called) is { } written
        && (written.Ailment == row.Ailment || !user.Approximate && user.CallsNearby == called)
            ? written
            : null;

    private static bool IsLock(IReadOnlyList<Frame> stack, int index)
    {
        for (int i = index; i >= 0; i--)
        {
            if (BlockingFrames.IsLockEntry(stack[i])) return true;
            if (stack[i].TypeName.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal)) return false;
        }
        return false;
    }

    /// <summary>
    /// What runs the item, for the user's code was compiled into it; where nothing does, whatever made the call.
    /// </summary>
    private static Frame NearestCaller(IReadOnlyList<Frame> stack, int index) =>
        stack[BlockingFrames.RunnerBelow(stack, index, stack.Count) ?? Math.Min(index + 1, stack.Count - 1)];
}
