using System.Reflection.Emit;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Where the task comes from that the code waits for, and what has to happen for it to complete: by the IL of the async
/// methods that it leads through. Of several awaits in one method nobody knows which it stands at: all are told.
/// </summary>
/// <param name="moduleNamed">The user's module of this assembly; null for the framework's.</param>
internal sealed class TaskOrigins(Func<string, UserModule?> moduleNamed)
{
    private const int Deepest = 8;
    private const int MostNames = 6;

    private static readonly string[] s_waits = ["get_Result", "Wait", "GetResult"];

    // What hands on the task that it is called on.
    private static readonly string[] s_sameTask = ["GetAwaiter", "ConfigureAwait", "AsTask", "Preserve", "WaitAsync", "Unwrap"];

    /// <summary>
    /// The methods whose tasks are waited for, one inside the other, and those of .NET that complete the last; null for
    /// any other call.
    /// </summary>
    public (IReadOnlyList<string> Methods, IReadOnlyList<string> Completing)? Of(UserModule module, int token, Call wait)
    {
        if (wait.IsAwait || !IsTask(wait.Type) || !s_waits.Contains(wait.Member)) return null;
        if (module.Body(token) is not { } body || Made(module, token, body, body.IndexOf(wait.Offset)) is not { } made) return null;
        List<string> methods = [];
        SortedSet<string> completing = new(StringComparer.Ordinal);
        Follow(module, made, methods, completing, []);
        return (methods, completing.Count > MostNames ? [] : [.. completing]);
    }

    private void Follow(UserModule module, Call made, List<string>? path, ISet<string> completing, HashSet<(UserModule, int)> seen)
    {
        (UserModule Module, int Token)[] bodies = [.. Bodies(module, made)];
        if (bodies.Length == 0)
        {
            path?.AddRange(path.Count == 0 ? [Name(module, made)] : Array.Empty<string>());
            completing.Add(made.ToString());
            return;
        }
        path?.Add(Name(module, made));
        if (bodies.Length > 1 || seen.Count >= Deepest || !seen.Add(bodies[0]))
        {
            completing.Add(made.ToString());
            return;
        }
        Call[] inner = [.. Awaited(bodies[0].Module, bodies[0].Token).Distinct()];
        foreach (Call next in inner) Follow(bodies[0].Module, next, inner.Length == 1 ? path : null, completing, seen);
    }

    /// <summary>The methods of the user's that may run, with their code.</summary>
    private IEnumerable<(UserModule Module, int Token)> Bodies(UserModule module, Call made)
    {
        IEnumerable<(UserModule Module, int Token)> named = made.Assembly is null || moduleNamed(made.Assembly) is not { } other
            ? module.Targets(made).Select(token => (module, token))
            : other.Named(made.Type, made.Member).Select(token => (other, token));
        return named.Where(method => method.Module.Body(method.Token) is not null);
    }

    /// <summary>
    /// The calls whose tasks an async method awaits; of another method the one whose task it returns.
    /// </summary>
    private static IEnumerable<Call> Awaited(UserModule module, int token)
    {
        int? machine = module.AsyncBodyOf(token);
        int method = machine ?? token;
        if (module.Body(method) is not { } body) return [];
        return body.Code
            .Select((one, index) => (One: one, Index: index))
            .Where(at => machine is null ? at.One.Code == OpCodes.Ret : Called(module, method, at.One)?.Member == "GetAwaiter")
            .Select(at => Made(module, method, body, at.Index))
            .OfType<Call>();
    }

    /// <summary>
    /// The call that made the task which the instruction at this index takes; null where that is not certain.
    /// </summary>
    private static Call? Made(UserModule module, int token, ILBody body, int index)
    {
        for (int hops = 0; hops < Deepest && index >= 0; hops++)
        {
            // The object lies below the parameters; what is made anew has none yet.
            bool onObject = body.Code[index].IsCall && body.Code[index].Code != OpCodes.Newobj;
            int above = onObject && body.Values.ShapeOf(index) is { OnObject: true } shape ? shape.Parameters : 0;
            if (body.Values.MakerOf(index, above) is not { } maker || Called(module, token, body.Code[maker]) is not { } made) return null;
            if (!HandsOn(made)) return made;
            index = maker;
        }
        return null;
    }

    // Of a task: other classes have a WaitAsync of their own. And a value task is made of one.
    private static bool HandsOn(Call made) => s_sameTask.Contains(made.Member) && IsTask(made.Type)
        || made.Member == ".ctor" && made.Type.StartsWith("System.Threading.Tasks.ValueTask", StringComparison.Ordinal);

    private static Call? Called(UserModule module, int token, ILInstruction one) =>
        one.IsCall ? module.Calls(token).FirstOrDefault(call => call.Offset == one.Offset) : null;

    private static string Name(UserModule module, Call call) => call.OwnToken is { } own && module.Name(own) is { } name
        ? new Frame(module.Assembly, name.Type, name.Member, "", module.Written(own, withParameters: true)).DisplayName
        : FrameNames.Call(call.ToString());

    private static bool IsTask(string type) => type.StartsWith("System.Threading.Tasks.", StringComparison.Ordinal)
        || type.StartsWith("System.Runtime.CompilerServices.", StringComparison.Ordinal) && type.Contains("TaskAwait", StringComparison.Ordinal);
}
