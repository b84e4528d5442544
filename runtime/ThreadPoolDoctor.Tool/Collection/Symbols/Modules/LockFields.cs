using System.Reflection.Emit;
using System.Reflection.Metadata;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which lock the code takes at a place and which it holds there, by the fields that the locks lie in: what a stack
/// does not tell, and what the runtime tells of a wait only when it begins.
/// </summary>
internal static class LockFields
{
    /// <summary>
    /// The field that holds the lock which this call takes, and whether it is static; null for any other call or lock.
    /// </summary>
    public static (string Field, bool IsStatic)? TakenBy(UserModule module, int token, Call call)
    {
        if (!IsEntry(call) || module.Body(token) is not { } body || body.IndexOf(call.Offset) is not (>= 0 and var at)) return null;
        if (body.Values.ShapeOf(at) is not { } shape) return null;
        // The object is what the call is made on, or else its first argument.
        int above = shape.OnObject ? shape.Parameters : shape.Parameters - 1;
        if (above < 0 || body.Values.MakerOf(at, above) is not { } maker || !body.Code[maker].LoadsField) return null;
        return module.Field(body.Code[maker].Operand) is { } field ? (field, body.Code[maker].Code == OpCodes.Ldsfld) : null;
    }

    /// <summary>The fields whose locks the method holds at this offset, the outermost first.</summary>
    public static IEnumerable<string> HeldAt(UserModule module, int token, int offset)
    {
        IReadOnlyList<Call> calls = module.Calls(token);
        if (!calls.Any(IsEntry) || module.Body(token) is not { } body) return [];
        return body.Regions
            .Where(region => region.Kind == ExceptionRegionKind.Finally && offset >= region.TryOffset && offset < region.TryOffset + region.TryLength)
            .OrderByDescending(region => region.TryLength)
            .Select(region => EntryOf(region, calls))
            .Where(entry => entry is not null && entry.Offset < offset)
            .Select(entry => TakenBy(module, token, entry!)?.Field)
            .OfType<string>();
    }

    /// <summary>
    /// The call that took the lock which this block lets go: the compiler puts Monitor.Enter first into the block, and
    /// the EnterScope of a Lock right before it.
    /// </summary>
    private static Call? EntryOf(ExceptionRegion region, IReadOnlyList<Call> calls)
    {
        Call? leave = calls.FirstOrDefault(call => call.Offset >= region.HandlerOffset && call.Offset < region.HandlerOffset + region.HandlerLength);
        Call? entry = leave switch
        {
            { Type: "System.Threading.Monitor", Member: "Exit" } => calls.FirstOrDefault(call => call.Offset >= region.TryOffset),
            { Type: "System.Threading.Lock+Scope", Member: "Dispose" } => calls.LastOrDefault(call => call.Offset < region.TryOffset),
            _ => null,
        };
        return entry is not null && IsEntry(entry) ? entry : null;
    }

    private static bool IsEntry(Call call) =>
        call.Type is "System.Threading.Monitor" or "System.Threading.Lock" && BlockingFrames.IsLockEntry(call.Type, call.Member);
}
