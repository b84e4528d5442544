using System.Collections.Frozen;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which methods of a module can be a part of a work item, by who names whom in IL. What only the entry point leads to,
/// or what only threads are started with, runs elsewhere, so that it was not compiled into the pool's loop.
/// </summary>
internal static class WorkItemCode
{
    // Of a larger program no conclusion is drawn: reading so many methods takes a tenth of a second.
    private const int MostMethods = 20_000;

    /// <summary>Null where the program is too large to tell.</summary>
    /// <param name="module">The module.</param>
    /// <param name="compiled">Its methods that have machine code of their own.</param>
    public static IReadOnlySet<int>? Of(UserModule module, IReadOnlySet<int> compiled)
    {
        if (Ran(module, compiled) is not { } ran) return null;
        ILookup<bool, int> made = ran.SelectMany(module.MadeDelegates).ToLookup(one => IsThreadStart(one.Type), one => one.Target);
        FrozenSet<int> threads = made[true].Except(made[false]).ToFrozenSet();
        // What somebody outside of the module calls, or a delegate, or an object by its type, may be a part of
        // anything.
        IEnumerable<int> begins = module.HasEntryPoint
            ? made[false].Concat(ran.Where(module.MayBeCalledUnnamed))
            : ran.Where(method => !threads.Contains(method));
        return Closure(begins.Where(method => !module.IsEntryPoint(method)), method => Called(module, method));
    }

    /// <summary>
    /// The methods that may have run, alone or as a part of their callers; null where the program is too large to tell.
    /// </summary>
    public static IReadOnlySet<int>? Ran(UserModule module, IReadOnlySet<int> compiled) =>
        Closure(compiled, method => Called(module, method).Concat(module.Delegates(method)));

    private static IEnumerable<int> Called(UserModule module, int method) => module.Calls(method).Select(call => call.OwnToken).OfType<int>();

    private static HashSet<int>? Closure(IEnumerable<int> from, Func<int, IEnumerable<int>> next)
    {
        HashSet<int> all = [];
        Stack<int> open = new(from);
        while (open.TryPop(out int method))
        {
            if (!all.Add(method)) continue;
            if (all.Count > MostMethods) return null;
            foreach (int one in next(method)) open.Push(one);
        }
        return all;
    }

    private static bool IsThreadStart(string type) => type is "System.Threading.ThreadStart" or "System.Threading.ParameterizedThreadStart";
}
