using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Frames of calls that were found in the code and not on a stack.</summary>
internal static class CallSites
{
    /// <summary>
    /// All places in these methods that call <paramref name="callee"/> (Type.Member by metadata names).
    /// </summary>
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
    public static Frame? FrameOf(UserModule module, int token) => FrameOf(module, token, module.Line(token, null)) is { } frame
        ? frame with { Approximate = true }
        : null;

    /// <summary>Null when the method has no name.</summary>
    public static Frame? FrameAt(UserModule module, int token, Call call) => FrameOf(module, token, module.LineOf(token, call)) is { } frame
        ? frame with { CalledHere = call.ToString(), CallsNearby = call.ToString() }
        : null;

    private static Frame? FrameOf(UserModule module, int token, SourceLine? line) => module.Name(token) is { } name
        ? new Frame(module.Assembly, name.Type, name.Member, "", module.Written(token, withParameters: true))
        {
            File = line?.File,
            Line = line?.Line,
            Approximate = line is not { Exact: true },
            IsPackage = module.IsPackage,
        }
        : null;
}
