using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that was compiled into its caller, and the call in it that runs.</summary>
internal sealed record InlinedMethod(UserModule Module, int Token, Call Call);

/// <summary>How a frame leads to the one above it through methods that were compiled into it.</summary>
/// <param name="Outer">The call in the frame's own method; null where a method itself was swallowed.</param>
/// <param name="Methods">Outermost first.</param>
internal sealed record InlinedChain(Call? Outer, IReadOnlyList<InlinedMethod> Methods);

/// <summary>
/// Finds the user's small methods that the JIT compiled into their callers: the frame above is not what the code
/// calls, but one of the methods it calls may have been inlined and lead there. Only an unambiguous answer counts.
/// </summary>
internal static class Inlining
{
    private const int Deepest = 10;
    private const int MostBodies = 300;

    // Reading the code of so many methods takes about a tenth of a second; of a larger program no conclusion is drawn.
    private const int MostRoots = 20_000;

    /// <summary>
    /// The chain of inlined methods from these calls to the frame above; null when there is none, or several.
    /// </summary>
    /// <param name="module">The module of the caller.</param>
    /// <param name="caller">The caller, whose lambdas may have been compiled into it, too.</param>
    /// <param name="calls">Those of its calls that may be the one that runs.</param>
    /// <param name="above">The next frame towards the leaf.</param>
    /// <param name="blocks">Whether a metadata Type.Member is known to block its thread.</param>
    /// <param name="moduleNamed">The user's module of this assembly; null for the framework's.</param>
    public static InlinedChain? Between(
        UserModule module, int caller, IReadOnlyList<Call> calls, MethodCode? above,
        Func<string, bool> blocks, Func<string, UserModule?> moduleNamed)
    {
        Func<Call, bool>[] ends = Ends(above, blocks);
        Func<Call, bool>[] last = LastEnds(above, blocks);
        // Where one of the calls leads there by itself, only a surer sign, close by, tells of a method that is missing.
        int own = Array.FindIndex([.. ends, .. last], isEnd => calls.Any(isEnd));
        (Reach[] Reaches, Func<Call, bool>[] Ends)[] searches = own < 0
            ? [(s_reaches[..^1], ends), (s_reaches[..^1], last), (s_reaches[^1..], [.. ends, .. last])]
            : [(s_reaches[..1], own < ends.Length ? ends[..own] : ends)];
        foreach ((Reach reach, Func<Call, bool> isEnd) in
            from searched in searches from reach in searched.Reaches from isEnd in searched.Ends select (reach, isEnd))
        {
            var search = new Search(isEnd, moduleNamed, reach, (module, caller));
            search.From(calls);
            if (search.Found.Count > 0)
            {
                return search.OneWay() is { } way && !(CallsDelegates(way) && OtherWay(way, isEnd)) ? way : null;
            }
        }
        return null;

        // What calls the delegate that it was handed may have been met in a call of its own, or in the delegate's.
        bool OtherWay(InlinedChain way, Func<Call, bool> isEnd)
        {
            var handed = new Search(isEnd, moduleNamed, s_handing, (module, caller));
            handed.From(calls);
            return handed.Found.Exists(chain => chain.Methods[^1] != way.Methods[^1]);
        }
    }

    private static bool CallsDelegates(InlinedChain way) =>
        way.Methods.Any(method => method.Module.Calls(method.Token).Any(call => call.Member == "Invoke"));

    /// <summary>How far a search goes.</summary>
    /// <param name="Largest">Bytes of IL up to which a method may have been inlined.</param>
    /// <param name="Dispatch">The methods of a module that a call of another one's may run beside those that it names,
    /// by the method that makes it.</param>
    private sealed record Reach(int Largest, Func<UserModule, int, Call, IEnumerable<int>> Dispatch);

    // What is likelier comes first. What implements an interface of the framework's is asked last: half of a program
    // may be disposed of or compared.
    private static readonly Reach s_handing = new(UserModule.LargestInlined, HandedTo);

    private static readonly Reach[] s_reaches =
    [
        new(UserModule.UsuallyInlined, (_, _, _) => []),
        new(UserModule.LargestInlined, (_, _, _) => []),
        s_handing,
        new(UserModule.LargestInlined, (module, _, call) => module.Implementations(call)),
    ];

    /// <summary>
    /// The delegates that a method makes for this call, which may call them at once: a cache does, and a retry. What
    /// queues them does not.
    /// </summary>
    private static IEnumerable<int> HandedTo(UserModule module, int method, Call call) => module.MadeDelegates(method)
        .Where(made => made.HandedTo == call.Type && !call.Type.StartsWith("System.Threading.", StringComparison.Ordinal))
        .Select(made => made.Target);

    /// <summary>
    /// How methods that another module calls without naming them may lead to a call, when they were compiled into what
    /// calls them: a chain of methods for each way there is.
    /// </summary>
    /// <param name="module">The module of the outermost.</param>
    /// <param name="roots">The methods that may have been called: see <see cref="GeneratedCallers"/> and
    /// <see cref="Callbacks"/>.</param>
    /// <param name="largest">Bytes of IL up to which a method may have been inlined.</param>
    /// <param name="ends">What the innermost calls, the surest first.</param>
    /// <param name="moduleNamed">The user's module of this assembly; null for the framework's.</param>
    public static IReadOnlyList<IReadOnlyList<InlinedMethod>> From(
        UserModule module, IEnumerable<int> roots, int largest, IEnumerable<Func<Call, bool>> ends, Func<string, UserModule?> moduleNamed)
    {
        int[] swallowed = [.. roots];
        if (swallowed.Length > MostRoots)
        {
            return [];
        }
        foreach (Func<Call, bool> isEnd in ends)
        {
            var found = new List<IReadOnlyList<InlinedMethod>>();
            foreach (int method in swallowed)
            {
                var search = new Search(isEnd, moduleNamed, new Reach(largest, (_, _, _) => []));
                search.Through([(module, method)], new(null, []));
                found.AddRange(search.Found.Select(chain => chain.Methods));
            }
            if (found.Count > 0)
            {
                return found;
            }
        }
        return [];
    }

    /// <summary>
    /// The compiled methods, and those that may have been compiled into them: small, and called or made delegates of
    /// there.
    /// </summary>
    public static IEnumerable<int> WithInlined(UserModule module, IReadOnlySet<int> compiled)
    {
        HashSet<int> all = [.. compiled];
        List<int> outer = [.. compiled];
        for (int depth = 0; depth < Deepest && outer.Count is > 0 and <= MostRoots; depth++)
        {
            outer = [.. outer
                .SelectMany(method => module.Calls(method).SelectMany(module.Targets).Concat(module.Delegates(method)))
                .Where(token => module.MayBeInlined(token, UserModule.UsuallyInlined))
                .Where(all.Add)];
        }
        return all;
    }

    /// <summary>
    /// Without the chains that begin in a library and are the end of one that begins in the program's own code: any
    /// public method can be called by reflection, but nobody hands a library's to generated code where code of theirs
    /// leads to it.
    /// </summary>
    public static IReadOnlyList<IReadOnlyList<InlinedMethod>> ByOwnCode(
        IReadOnlyList<IReadOnlyList<InlinedMethod>> chains, Func<InlinedMethod, bool> isOwn) =>
        [.. chains.Where(chain => isOwn(chain[0]) || !chains.Any(longer => longer.Count > chain.Count
            && isOwn(longer[0]) && longer.TakeLast(chain.Count).SequenceEqual(chain)))];

    /// <summary>
    /// What all these chains end with, outermost first: how the place was reached is told as far as all agree.
    /// </summary>
    public static IReadOnlyList<InlinedMethod> CommonEnd(IReadOnlyList<IReadOnlyList<InlinedMethod>> chains)
    {
        int length = 0;
        while (chains.All(chain => chain.Count > length && chain[^(length + 1)] == chains[0][^(length + 1)])) length++;
        return [.. chains[0].Skip(chains[0].Count - length)];
    }

    /// <summary>
    /// What the last inlined method calls, the surest first: the frame above; or, where that was inlined in part or
    /// whole, what the frame above is named as the inside of (Task.WaitAll of Task.WaitAllCore), something of its
    /// family that blocks, or, of what does I/O, something of its namespace (Socket.Receive ends in a
    /// SocketAsyncContext).
    /// </summary>
    public static Func<Call, bool>[] Ends(MethodCode? above, Func<string, bool> blocks) => above is null
        ? [call => call.MayBlock(blocks) && !WaitsInManagedCode(call.Type)]
        : [
            call => !call.IsAwait && CallChoice.Means(call, above),
            call => MayRun(call.Type, above.TypeDefinition) && IsInside(above.Name, call.Member) && call.MayBlock(blocks),
            call => MayRun(call.Type, above.TypeDefinition) && call.MayBlock(blocks),
            call => IsNear(call.Type, above.TypeDefinition)
                && above.Name.StartsWith(call.Member, StringComparison.Ordinal) && call.MayBlock(blocks),
            call => IsNear(call.Type, above.TypeDefinition)
                && !Streams.Oppose(call.Member, above.Name) && call.MayBlock(blocks),
        ];

    /// <summary>
    /// The same where the caller may be any method of the program: one that makes the very call is no likelier than one
    /// that calls what is made of it, for a CountdownEvent's Wait may have been compiled into its caller. Who waits to
    /// enter a lock waits for no signal.
    /// </summary>
    public static Func<Call, bool>[] EndsAnywhere(MethodCode? above, Func<string, bool> blocks)
    {
        Func<Call, bool>[] ends = Ends(above, blocks);
        if (above is null || BlockingFrames.IsLockEntry(above.TypeDefinition, above.Name)) return ends;
        // Lazy's Value and a dictionary's GetOrAdd wait inside for another thread's delegate, and block nobody by
        // themselves.
        if (DelegateRunners.Locks($"{above.TypeDefinition}.{above.Name}"))
        {
            return [ends[0], call => call.Type == above.TypeDefinition && DelegateRunners.MayTakeItsLock(call.Member)];
        }
        return
        [
            call => ends[0](call) || WaitsInside.Of(call.Type, above.TypeDefinition) && call.MayBlock(blocks),
            // The result of a task is waited for in the inside of Wait.
            call => ends[1](call) || IsInside(above.Name, "Wait") && call.Member is "get_Result" or "GetResult" && ends[2](call),
            .. ends[2..],
        ];
    }

    /// <summary>
    /// Of the calls at one place anything that blocks will do at last, below a frame that blocks; but not the entry of
    /// a lock, which runs nothing else.
    /// </summary>
    private static Func<Call, bool>[] LastEnds(MethodCode? above, Func<string, bool> blocks) =>
        above is not null && blocks($"{above.TypeDefinition}.{above.Name}")
            ? [call => call.MayBlock(blocks) && !BlockingFrames.IsLockEntry(call.Type, call.Member)]
            : [];

    /// <summary>A stream may end anywhere: that of a pipe is read through a socket.</summary>
    private static bool IsNear(string called, string above) => IONamespaces.Hold(above)
        && (called.StartsWith("System.IO.", StringComparison.Ordinal) || Namespace(called) == Namespace(above));

    private static string Namespace(string type) => type.LastIndexOf('.') is var dot and > 0 ? type[..dot] : "";

    /// <summary>
    /// By .NET's own custom: WaitAllCore, InternalWait and Enter_Slowpath do the work of WaitAll, Wait and Enter.
    /// </summary>
    private static bool IsInside(string inner, string member)
    {
        string name = member.StartsWith("get_", StringComparison.Ordinal) ? "Get" + member["get_".Length..] : member;
        return inner == "Internal" + name || inner == "Internal" + name + "Core"
            || inner == "Try" + name + "Core" || inner == name + "Core" || inner == name + "Internal"
            || inner == name + "_Slowpath" || inner == name + "Slow";
    }

    /// <summary>
    /// A generic type runs the code of its plain namesake (Task`1 that of Task, but not the other way round), and all
    /// awaiters of tasks end in TaskAwaiter's and the task's own: what is left of a call must not be pinned on one that
    /// is only like it.
    /// </summary>
    private static bool MayRun(string called, string above) =>
        called == above || WithoutArity(called) == above
        || IsTaskAwaiter(called) && (IsTaskAwaiter(above) || above == "System.Threading.Tasks.Task");

    /// <summary>
    /// Where nothing of the framework is on the stack it waits in native code, and a task never does so by itself.
    /// </summary>
    private static bool WaitsInManagedCode(string type) =>
        IsTaskAwaiter(type) || type.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal);

    private static string WithoutArity(string type) => type.LastIndexOf('`') is var arity and > 0 ? type[..arity] : type;

    private static bool IsTaskAwaiter(string type) =>
        type.StartsWith("System.Runtime.CompilerServices.", StringComparison.Ordinal)
        && type.Contains("TaskAwait", StringComparison.Ordinal);

    /// <param name="isEnd">Whether a call may be the one that runs.</param>
    /// <param name="moduleNamed">The user's module of this assembly.</param>
    /// <param name="reach">How far to go.</param>
    /// <param name="caller">A method that may have been compiled into itself, however large it is.</param>
    private sealed class Search(
        Func<Call, bool> isEnd,
        Func<string, UserModule?> moduleNamed,
        Reach reach,
        (UserModule Module, int Token) caller = default)
    {
        private readonly HashSet<(UserModule, int)> _seen = [];

        public List<InlinedChain> Found { get; } = [];

        /// <summary>From these calls of the caller.</summary>
        public void From(IReadOnlyList<Call> calls)
        {
            foreach (Call call in calls.Reverse()) Through(Callees(caller.Module, caller.Token, call), new(call, []));
        }

        public void Through(IEnumerable<(UserModule Module, int Token)> methods, InlinedChain path)
        {
            foreach ((UserModule module, int token) in methods)
            {
                if (path.Methods.Count >= Deepest || _seen.Count >= MostBodies || !_seen.Add((module, token))
                    || (module, token) != caller && !module.MayBeInlined(token, reach.Largest))
                {
                    continue;
                }
                if (module.IteratorOf(token) is { } body)
                {
                    Through([(module, body)], path);
                    continue;
                }
                IReadOnlyList<Call> inner = module.Calls(token);
                Call[] ends = [.. inner.Where(isEnd)];
                Found.AddRange(ends.Select(end => With(path, module, token, end)));
                if (ends.Length > 0)
                {
                    continue;
                }
                foreach (Call call in inner)
                {
                    Through(Callees(module, token, call), With(path, module, token, call));
                }
            }
        }

        /// <summary>
        /// The user's methods that this call of a method may run: those that it names, by dispatch or in another module
        /// perhaps, and, where a delegate is called or something is handed to what calls delegates and enumerates at
        /// once, those that the same method makes delegates and iterators of.
        /// </summary>
        public IEnumerable<(UserModule Module, int Token)> Callees(UserModule module, int method, Call call)
        {
            IEnumerable<(UserModule, int)> named = call.Assembly is null || moduleNamed(call.Assembly) is not { } other
                ? module.Targets(call).Select(token => (module, token))
                : other.Named(call.Type, call.Member).Select(token => (other, token));
            return call.Member == "Invoke" || DelegateRunners.Hold(call.ToString())
                ? named.Concat(module.Delegates(method).Concat(Iterators(module, method)).Select(token => (module, token)))
                : named.Concat(reach.Dispatch(module, method, call).Select(token => (module, token)));
        }

        private static IEnumerable<int> Iterators(UserModule module, int method) => module.Calls(method)
            .SelectMany(module.Targets)
            .Where(token => module.IteratorOf(token) is not null);

        /// <summary>
        /// The chain, where there is one only, or one that is likelier than the others by the call at its end.
        /// </summary>
        public InlinedChain? OneWay()
        {
            IReadOnlyList<InlinedChain> likely = LikelierCalls.Of(Found, chain => chain.Methods[^1].Call);
            return likely.Count == 1 ? likely[0] : null;
        }

        private static InlinedChain With(InlinedChain path, UserModule module, int token, Call call) =>
            path with { Methods = [.. path.Methods, new(module, token, call)] };
    }
}
