namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which of the user's methods a library calls without naming them: through a delegate, an interface or a base. After
/// some seconds the JIT compiles such a method into the library's, or it hands over to what it calls last and leaves; a
/// stack then shows <c>Thread.Sleep</c> called by a scheduler's loop that calls no such thing.
/// </summary>
internal static class Callbacks
{
    /// <summary>
    /// The calls of a library's method that the user's code may hide behind; none where the library itself may have
    /// called what stands above it.
    /// </summary>
    /// <param name="library">The library's module.</param>
    /// <param name="token">Its method.</param>
    /// <param name="above">The method above it on the stack.</param>
    /// <param name="blocks">Whether a metadata <c>Type.Member</c> is known to block its thread.</param>
    /// <param name="moduleNamed">The module of this assembly, where it is not the framework's.</param>
    public static IReadOnlyList<Call> Of(
        UserModule library, int token, MethodCode above, Func<string, bool> blocks, Func<string, UserModule?> moduleNamed)
    {
        IReadOnlyList<Call> calls = library.Calls(token);
        Func<Call, bool>[] ends = Inlining.Ends(above, blocks);
        // A wait of another name may be made of the one above; the lock that the library takes around a callback is
        // not.
        bool itself = calls.Any(call => Array.Exists(ends, isEnd => isEnd(call)) || WaitsInside.Of(call.Type, above.TypeDefinition))
            || Inlining.From(library, calls.SelectMany(library.Targets), UserModule.LargestInlined, ends, moduleNamed).Count > 0;
        return itself ? [] : [.. calls.Where(call => call.MayDispatch)];
    }

    /// <summary>The methods of the user's module that one of these calls may run.</summary>
    /// <param name="calls">The calls of a library's method.</param>
    /// <param name="module">A module of the user's.</param>
    /// <param name="compiled">Its methods that have machine code of their own: each method has, before it is compiled
    /// into another.</param>
    public static IEnumerable<int> Callees(IReadOnlyList<Call> calls, UserModule module, IReadOnlySet<int> compiled)
    {
        IEnumerable<int> dispatched = calls
            .Where(call => call.Member != Invoke)
            .SelectMany(call => module.Implementations(call with { OwnToken = null }));
        return (calls.Any(call => call.Member == Invoke) ? dispatched.Concat(compiled.SelectMany(module.Delegates)) : dispatched)
            .Distinct()
            .Where(compiled.Contains);
    }

    /// <summary>
    /// The methods of the user's module that code of a module without a file may run: a proxy or a mapper that was made
    /// at run time. What it swallowed was called often, and by itself at first.
    /// </summary>
    /// <param name="module">A module of the user's.</param>
    /// <param name="hot">Its methods that ran often enough to be compiled again.</param>
    public static IEnumerable<int> OfMadeAtRunTime(UserModule module, IReadOnlySet<int> hot) =>
        hot.Where(module.MayBeCalledUnnamed);

    /// <summary>
    /// What one call may run that names none of it, by ever weaker signs: of a delegate what one of its type was made
    /// of, then what reflection may have made one of; else what implements it.
    /// </summary>
    public static IEnumerable<Func<UserModule, IReadOnlySet<int>, IEnumerable<int>>> LikeliestFirst(Call call) => call.Member == Invoke
        ? [
            (module, compiled) => compiled.SelectMany(module.MadeDelegates).Where(made => made.Type == call.Type).Select(made => made.Target)
                .Distinct().Where(compiled.Contains),
            (module, compiled) => module.CallableByReflection().Where(compiled.Contains),
        ]
        : [(module, compiled) => Callees([call], module, compiled)];

    private const string Invoke = "Invoke";
}
