using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A call that was found in the user's code rather than on a stack.</summary>
internal static class CallSite
{
    /// <summary>The frame that would show it; null when the method has no name.</summary>
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
