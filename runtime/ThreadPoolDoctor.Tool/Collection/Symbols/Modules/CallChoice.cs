using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which of the calls in a piece of IL is the one that runs, judged by the frame above it on the stack. The compiler
/// leaves frames out (inlining, tail calls), so that frame need not be the method called.
/// </summary>
internal static class CallChoice
{
    /// <summary>The call, and whether it is certain; null when there are none.</summary>
    public static (Call Call, bool Certain)? Of(IReadOnlyList<Call> calls, MethodCode? above, Func<string, bool> blocks)
    {
        if (calls.Count == 0)
        {
            return null;
        }
        if (calls.LastOrDefault(call => Means(call, above)) is { } match)
        {
            return (match, true);
        }
        if (calls.Count == 1)
        {
            return (calls[0], true);
        }
        // A call that is known to block is the likeliest. A part of the method that was called may still be on the
        // stack (Monitor.Enter runs Monitor.Enter_Slowpath), but the type alone misleads: Task.Run is a Task's too.
        // Failing both, the last call is likelier than those that make its arguments.
        return (calls.LastOrDefault(call => call.MayBlock(blocks))
            ?? calls.LastOrDefault(call => above is not null && call.Type == above.TypeDefinition)
            ?? calls[^1], false);
    }

    /// <summary>The call is to this method, or to a virtual or interface method that it may implement.</summary>
    public static bool Means(Call call, MethodCode? method)
    {
        if (method is null)
        {
            return false;
        }
        bool sameName = call.Member == method.Name || call.Member == method.WrittenMember;
        if (sameName && call.Type == method.TypeDefinition)
        {
            return true;
        }
        // One name in two types is a dispatch, or a helper that is named like what it calls and was compiled away. None
        // of the waits of .NET overrides another: SemaphoreSlim.Wait never runs Task.Wait.
        return call.MayDispatch && !(IsWait(call.Type) && IsWait(method.TypeDefinition)) && call.Member is not (".ctor" or "Invoke")
            && (sameName || method.Name.EndsWith("." + call.Member, StringComparison.Ordinal));
    }

    private static bool IsWait(string type) => type.StartsWith("System.Threading.", StringComparison.Ordinal);
}
