using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Frames of calls that were found in the code and not on a stack.</summary>
internal static class CallSites
{
    /// <summary>All places in these methods that call <paramref name="callee"/> (Type.Member by metadata names).</summary>
    public static IEnumerable<Frame> Of(string callee, UserModule module, IEnumerable<int> methods) =>
        !module.Mentions(callee)
            ? []
            : from token in methods
              from call in module.Calls(token)
              where call.ToString() == callee
              let frame = FrameAt(module, token, call)
              where frame is not null
              select frame;

    /// <summary>A method that runs, at its first line; null when it has no name.</summary>
    public static Frame? FrameOf(UserModule module, int token)
    {
        if (module.Name(token) is not { } name) return null;
        SourceLine? line = module.Line(token, null);
        return new Frame(module.Assembly, name.Type, name.Member, "", module.Written(token, withParameters: true))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = true,
            IsPackage = module.IsPackage,
        };
    }

    /// <summary>Null when the method has no name.</summary>
    public static Frame? FrameAt(UserModule module, int token, Call call)
    {
        if (module.Name(token) is not { } name)
        {
            return null;
        }
        SourceLine? line = module.LineOf(token, call);
        return new Frame(module.Assembly, name.Type, name.Member, "", module.Written(token, withParameters: true))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = line is not { Exact: true },
            CalledHere = call.ToString(),
            CallsNearby = call.ToString(),
            IsPackage = module.IsPackage,
        };
    }
}
