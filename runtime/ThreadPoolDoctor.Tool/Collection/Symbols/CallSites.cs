using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Where the user's own code calls a given method, read from the IL of the modules that the target has loaded. For
/// things that leave no stack behind: a wait thread does not know who registered its handles.
/// </summary>
internal static class CallSites
{
    /// <summary>All places that call <paramref name="callee"/> (Type.Member by metadata names), in the order of the modules.</summary>
    public static IReadOnlyList<Frame> Of(string callee, IEnumerable<UserModule> modules) =>
        [.. modules.Where(module => module.Mentions(callee)).SelectMany(module => In(callee, module))];

    private static IEnumerable<Frame> In(string callee, UserModule module) =>
        from token in module.Methods()
        from call in module.Calls(token)
        where call.ToString() == callee && module.Name(token) is not null
        select FrameAt(module, token, call)!;

    /// <summary>The frame of a call that was found in the code and not on a stack; null when the method has no name.</summary>
    public static Frame? FrameAt(UserModule module, int token, Call call)
    {
        if (module.Name(token) is not { } name)
        {
            return null;
        }
        SourceLine? line = module.Line(token, new ILRange(call.Offset, call.Offset + 1, Exact: true));
        return new Frame(module.Assembly, name.Type, name.Member, "", module.Written(token, withParameters: true))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = line is not { Exact: true },
            CalledHere = call.ToString(),
            CallsNearby = call.ToString(),
            HasSource = module.HasPdb,
        };
    }
}
