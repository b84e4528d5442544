using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Where the user's code must be on a stack and is not: with profile-guided optimisation the JIT compiles a delegate
/// that is called most of the time into the framework's method that calls it, so that after some seconds a work item
/// that sleeps shows as <c>Thread.Sleep</c> called by <c>QueueUserWorkItemCallback.Execute</c>.
/// </summary>
internal static class InlinedWorkItems
{
    /// <summary>
    /// Index of the framework's frame that the user's code was compiled into; the one before it is what that code
    /// called. Null when nothing is missing.
    /// </summary>
    public static int? Gap(IReadOnlyList<Frame> frames, Func<string, bool> blocks)
    {
        int users = FirstNotFrameworks(frames);
        if (LoopBelowCall(frames, users, blocks) is { } loop) return loop;
        users = Math.Min(users, frames.TakeWhile(frame => !BlockingFrames.RunsInsteadOfWaiting(frame)).Count());
        if (BlockingCall(frames, users, blocks) is not { } call) return null;
        int? runner = BlockingFrames.RunnerBelow(frames, call, users);
        return runner is { } at && IsOwnLock(frames[at - 1], frames[at]) ? RunnerBelowType(frames, at, users) : runner;
    }

    /// <summary>
    /// The frames of a place that called code whose name has not come. Of what runs work items that is said: the user's
    /// code need not be missing above it, but may not be known yet.
    /// </summary>
    public static Frame[] BelowUnnamed(Frame[] here) =>
        here is [{ IsFramework: true } runner] && BlockingFrames.IsRunner(runner) ? [runner with { IsBelowUnnamed = true }] : here;

    /// <summary>
    /// Index of the library's frame that seems to have made a blocking call of the framework's itself, though it may
    /// only have called back the user's code that did; null where there is none. Of the framework's own, that is what
    /// stands between a call and what runs delegates.
    /// </summary>
    public static int? Library(IReadOnlyList<Frame> frames, Func<string, bool> blocks)
    {
        int users = FirstNotFrameworks(frames);
        if (BlockingCall(frames, users, blocks) is not { } call || call + 1 >= frames.Count) return null;
        bool isLibrarys = call + 1 < users
            ? BlockingFrames.RunnerBelow(frames, call, users) > call + 1
            : frames[users] is { IsMadeAtRunTime: false } and ({ IsPackage: true } or { File: null });
        return isLibrarys ? call + 1 : null;
    }

    /// <summary>
    /// Index of the parallel loop whose body made a blocking call; null where there is none. The loop's caller waits
    /// for all bodies, but this thread is inside one. A loop itself waits for tasks only.
    /// </summary>
    private static int? LoopBelowCall(IReadOnlyList<Frame> frames, int users, Func<string, bool> blocks)
    {
        int loop = 0;
        while (loop < users && !BlockingFrames.IsParallelLoop(frames[loop])) loop++;
        return loop > 0 && loop < users && !IsOfTasks(frames[loop - 1]) && IsOfTasks(frames[loop])
            && blocks($"{frames[loop - 1].TypeDefinition}.{frames[loop - 1].MethodName}") ? loop : null;
    }

    private static bool IsOfTasks(Frame frame) => frame.TypeName.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal);

    private static int FirstNotFrameworks(IReadOnlyList<Frame> frames)
    {
        int users = 0;
        while (users < frames.Count && frames[users].IsFramework) users++;
        return users;
    }

    /// <summary>Nearest to the user first: what blocks inside of it is its own affair.</summary>
    private static int? BlockingCall(IReadOnlyList<Frame> frames, int users, Func<string, bool> blocks)
    {
        for (int i = users - 1; i >= 0; i--)
        {
            if (!IsExplicit(frames[i]) && blocks($"{frames[i].TypeDefinition}.{frames[i].MethodName}")) return i;
        }
        return null;
    }

    /// <summary>
    /// Index of what runs items below all frames of the type at <paramref name="index"/>: who waits for the lock of
    /// that type called the type, and not the lock. Null where something else called it.
    /// </summary>
    private static int? RunnerBelowType(IReadOnlyList<Frame> frames, int index, int end)
    {
        int below = index;
        while (below < end && frames[below].TypeDefinition == frames[index].TypeDefinition) below++;
        return below < end && BlockingFrames.IsRunner(frames[below]) ? below : null;
    }

    private static bool IsOwnLock(Frame entry, Frame runner) =>
        BlockingFrames.IsLockEntry(entry) && DelegateRunners.Locks($"{runner.TypeDefinition}.{runner.MethodName}");

    /// <summary>
    /// It is called by its interface's name alone, and by none of the user's: the pool runs .NET's own work items so.
    /// </summary>
    private static bool IsExplicit(Frame frame) => frame.MethodName.LastIndexOf('.') > 0;

    /// <summary>
    /// Index of the framework's frame that seems to have called a library without source at once. A method that a
    /// person would not queue by itself was called by code of theirs, compiled into that frame. Null where there is no
    /// such place.
    /// </summary>
    public static int? GapBelowLibrary(IReadOnlyList<Frame> frames)
    {
        int runner = 0;
        while (runner < frames.Count && frames[runner].IsFramework) runner++;
        while (runner < frames.Count && frames[runner] is { IsFramework: false, File: null }) runner++;
        if (runner == 0 || runner >= frames.Count || !BlockingFrames.IsRunner(frames[runner])) return null;
        return frames[runner - 1] is { IsFramework: false, IsMadeAtRunTime: false } called && !IsWorkItem(called) ? runner : null;
    }

    /// <summary>
    /// A lambda, a state machine, or what the pool calls by an interface: the library queued it itself.
    /// </summary>
    private static bool IsWorkItem(Frame frame) => frame.MethodName.Contains('<', StringComparison.Ordinal)
        || frame.MethodName is "MoveNext" or "Execute" or "Invoke" || frame.MethodName.Contains('.', StringComparison.Ordinal);

    /// <summary>
    /// The calls that can have been made there: by methods of the user's that ever ran, or, if that leaves one, ran
    /// often enough to be compiled into others.
    /// </summary>
    /// <param name="runner">The framework's frame.</param>
    /// <param name="called">The method above it; null for a wait in native code.</param>
    /// <param name="modules">The user's modules, each with the methods that were compiled, and compiled again.</param>
    /// <param name="mayRunAsWorkItem">False for a method that is known to be something else, such as a thread's
    /// own.</param>
    /// <param name="blocks">Whether a metadata <c>Type.Member</c> is known to block its thread.</param>
    /// <param name="entryIsSeen">Whether a thread that waits to enter a lock shows that on its stack.</param>
    public static IReadOnlyList<Frame> Candidates(
        Frame runner,
        MethodCode? called,
        IEnumerable<(UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)> modules,
        Func<UserModule, int, bool> mayRunAsWorkItem,
        Func<string, bool> blocks,
        Func<bool> entryIsSeen)
    {
        (UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)[] all = [.. modules];
        // What the inside of a library's method is called tells nothing: its caller calls just that method.
        bool isLibrarys = called is { ModuleId: 0 };
        IEnumerable<Func<UserModule, Call, bool>> ends = called is null
            ? [(_, call) => call.MayBlock(blocks) && BlockingFrames.WaitsInNativeCode(call.Type)
                && !(BlockingFrames.IsLockEntry(call.Type, call.Member) && entryIsSeen()),
               (module, call) => call.OwnToken is { } own && module.IsNative(own)]
            : Inlining.EndsAnywhere(called, blocks).Take(isLibrarys ? 1 : int.MaxValue)
                .Select(end => (Func<UserModule, Call, bool>)((_, call) => end(call)));
        IReadOnlyList<Frame> seen = Candidates(runner, all, ends, mayRunAsWorkItem);
        return seen.Count > 0 || called is null ? seen : Candidates(runner, Swallowed(all), ends, mayRunAsWorkItem);
    }

    /// <summary>The calls of any of these methods of a library that can have been made there.</summary>
    public static IReadOnlyList<Frame> Callers(
        Frame runner,
        IReadOnlyList<MethodCode> called,
        (UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)[] modules,
        Func<UserModule, int, bool> mayRunAsWorkItem)
    {
        Func<UserModule, Call, bool>[] ends = [(_, call) => called.Any(method => CallChoice.Means(call, method))];
        IReadOnlyList<Frame> seen = Candidates(runner, modules, ends, mayRunAsWorkItem);
        return seen.Count > 0 ? seen : Candidates(runner, Swallowed(modules), ends, mayRunAsWorkItem);
    }

    /// <summary>
    /// The same with what was compiled into its callers: a method has code of its own before that, but not where code
    /// is optimized from the first call on.
    /// </summary>
    private static (UserModule, IReadOnlySet<int>, IReadOnlySet<int>)[] Swallowed(
        (UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)[] all) =>
        [.. all.Select(one =>
            (one.Module, (IReadOnlySet<int>)Inlining.WithInlined(one.Module, one.Compiled).ToHashSet(), one.Hot))];

    private static IReadOnlyList<Frame> Candidates(
        Frame runner,
        (UserModule Module, IReadOnlySet<int> Compiled, IReadOnlySet<int> Hot)[] all,
        IEnumerable<Func<UserModule, Call, bool>> ends,
        Func<UserModule, int, bool> mayRunAsWorkItem)
    {
        foreach (Func<UserModule, Call, bool> isTheCall in ends)
        {
            Site[] found =
                [.. from module in all
                    from token in module.Compiled
                    where mayRunAsWorkItem(module.Module, token)
                    from call in module.Module.Calls(token)
                    where isTheCall(module.Module, call)
                    select new Site(module.Module, token, call, module.Hot.Contains(token))];
            if (found.Length > 0)
            {
                return [.. Narrowed(runner, found)
                    .Select(site => CallSites.FrameAt(site.Module, site.Token, site.Call))
                    .OfType<Frame>()
                    .Select(frame => frame with { Approximate = true })];
            }
        }
        return [];
    }

    /// <summary>
    /// The method that can have been compiled into what runs items and takes long by itself: it ran often, and loops.
    /// Null where there is none, or more than one.
    /// </summary>
    /// <param name="modules">The user's modules, each with the methods that ran often enough to be compiled
    /// again.</param>
    /// <param name="mayRunAsWorkItem">False for a method that is known to be something else, such as a thread's
    /// own.</param>
    /// <param name="blocks">Whether a metadata <c>Type.Member</c> is known to block its thread.</param>
    public static Frame? Work(
        IEnumerable<(UserModule Module, IReadOnlySet<int> Hot)> modules,
        Func<UserModule, int, bool> mayRunAsWorkItem,
        Func<string, bool> blocks) =>
        (from module in modules
         from token in module.Hot
         where Computes(module.Module, token, blocks)
            && module.Module.MayBeInlined(token, UserModule.LargestInlined) && mayRunAsWorkItem(module.Module, token)
         select (module.Module, token)).Take(2).ToArray() is [var (owner, method)] ? CallSites.FrameOf(owner, method) : null;

    /// <summary>
    /// Whether it has a loop that can take long with no call on the stack: one that queues work or waits each time
    /// would show that.
    /// </summary>
    private static bool Computes(UserModule module, int token, Func<string, bool> blocks) =>
        module.Loops(token).Any(loop => !module.Calls(token).Any(call =>
            loop.Start <= call.Offset && call.Offset < loop.End && (QueuesWork(call) || call.MayBlock(blocks))));

    private static bool QueuesWork(Call call) =>
        call is { Type: "System.Threading.ThreadPool" } or { Type: "System.Threading.Tasks.Task", Member: "Run" }
        || call.Type.StartsWith("System.Threading.Tasks.TaskFactory", StringComparison.Ordinal);

    private sealed record Site(UserModule Module, int Token, Call Call, bool IsHot);

    private static Site[] Narrowed(Frame runner, Site[] found)
    {
        // The box of an async method is made for its state machine alone, and bears its name.
        Site[] named = [.. found.Where(site => site.Module.Name(site.Token) is { } name && runner.TypeName.Contains(name.Type, StringComparison.Ordinal))];
        Site[] left = named.Length > 0 ? named : found;
        if (DelegateRunners.Enumerates($"{runner.TypeDefinition}.{runner.MethodName}"))
        {
            left = [.. left.Where(site => site.Module.Name(site.Token) is { Member: "MoveNext" or "get_Current" })];
        }
        // What was compiled into its caller was called often; what ran once, at the start, was not.
        Site[] hot = [.. left.Where(site => site.IsHot)];
        left = Methods(hot) == 1 ? hot : left;
        // Of one method's calls any may wait: the method is told all the same.
        return Methods(left) == 1 ? [LikelierCalls.Of(left, site => site.Call)[^1]] : left;
    }

    private static int Methods(Site[] sites) => sites.DistinctBy(site => (site.Module, site.Token)).Count();

    /// <summary>
    /// The method that a thread was started with, when it is on this stack whole: it holds that thread and runs nowhere
    /// else, as a rule.
    /// </summary>
    public static MethodCode? ThreadBody(IReadOnlyList<MethodCode> codes)
    {
        int at = codes.Count - 1;
        while (at >= 0 && codes[at].TypeName is "System.Threading.Thread" or "System.Threading.Thread+StartHelper" or "System.Threading.ExecutionContext")
        {
            at--;
        }
        return at >= 0 && at < codes.Count - 1 ? codes[at] : null;
    }
}
