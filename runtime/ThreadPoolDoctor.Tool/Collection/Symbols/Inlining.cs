namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that was compiled into its caller, and the call in it that runs.</summary>
internal readonly record struct InlinedMethod(int Token, Call Call);

/// <summary>
/// Finds the user's small methods that the JIT compiled into their callers: the frame above is not what the code
/// calls, but one of the methods it calls may have been inlined and lead there. Only an unambiguous answer counts.
/// </summary>
internal static class Inlining
{
    private const int Deepest = 4;
    private const int MostBodies = 300;

    /// <summary>The chain of inlined methods from these calls to the frame above, outermost first; empty when there is none, or several.</summary>
    public static IReadOnlyList<InlinedMethod> Between(UserModule module, IReadOnlyList<Call> calls, MethodCode? above)
    {
        if (above is null || calls.Any(call => CallChoice.Means(call, above)))
        {
            return [];
        }
        var search = new Search(module, above);
        search.Through(calls, []);
        return search.Found.Count == 1 ? search.Found[0] : [];
    }

    /// <summary>
    /// The user's lambda that a method made at run time (a compiled expression, such as a minimal API's handler) has
    /// swallowed. Such a lambda was never compiled by itself, and it calls the frame above or, where that is gone too,
    /// something that blocks. Null when no lambda is like that, or several are.
    /// </summary>
    public static (UserModule Module, InlinedMethod Lambda)? IntoGeneratedCode(
        IEnumerable<UserModule> modules, Func<string, int, bool> isCompiled, MethodCode? above, Func<string, bool> blocks)
    {
        (UserModule Module, int Token)[] candidates =
            [.. from module in modules
                from lambda in module.Lambdas()
                where !isCompiled(module.Path, lambda) && module.MayBeInlined(lambda)
                select (module, lambda)];
        return OnlyOne(call => CallChoice.Means(call, above)) ?? OnlyOne(call => blocks(call.ToString()));

        (UserModule, InlinedMethod)? OnlyOne(Func<Call, bool> isIt)
        {
            var found = (from candidate in candidates
                         let call = candidate.Module.Calls(candidate.Token).LastOrDefault(isIt)
                         where call is not null
                         select (candidate.Module, new InlinedMethod(candidate.Token, call))).Take(2).ToArray();
            return found.Length == 1 ? found[0] : null;
        }
    }

    private sealed class Search(UserModule module, MethodCode above)
    {
        private readonly HashSet<int> _seen = [];

        public List<IReadOnlyList<InlinedMethod>> Found { get; } = [];

        public void Through(IReadOnlyList<Call> calls, IReadOnlyList<InlinedMethod> path)
        {
            foreach (int token in calls.Select(call => call.OwnToken).OfType<int>().Where(module.MayBeInlined))
            {
                if (path.Count >= Deepest || _seen.Count >= MostBodies || !_seen.Add(token))
                {
                    continue;
                }
                IReadOnlyList<Call> inner = module.Calls(token);
                Call[] ends = [.. inner.Where(call => CallChoice.Means(call, above))];
                if (ends.Length > 0)
                {
                    Found.AddRange(ends.Select(end => (IReadOnlyList<InlinedMethod>)[.. path, new InlinedMethod(token, end)]));
                    continue;
                }
                foreach (Call call in inner)
                {
                    Through([call], [.. path, new InlinedMethod(token, call)]);
                }
            }
        }
    }
}
