using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>The calls in a method's IL, in order: where each stands and the token of what it calls.</summary>
internal static class ILCalls
{
    private static readonly Dictionary<int, OpCode> s_opCodes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value & 0xFFFF);

    public static IEnumerable<(int Offset, int Token)> In(byte[] il)
    {
        int at = 0;
        while (at < il.Length)
        {
            int start = at;
            int value = il[at++];
            if (value == 0xFE && at < il.Length)
            {
                value = 0xFE00 | il[at++];
            }
            if (!s_opCodes.TryGetValue(value, out OpCode code))
            {
                yield break; // not IL
            }
            if (code.OperandType == OperandType.InlineMethod && at + 4 <= il.Length && IsCall(code))
            {
                yield return (start, BitConverter.ToInt32(il, at));
            }
            at += OperandSize(code, il, at);
        }
    }

    private static bool IsCall(OpCode code) => code == OpCodes.Call || code == OpCodes.Callvirt || code == OpCodes.Newobj;

    private static int OperandSize(OpCode code, byte[] il, int at) => code.OperandType switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => at + 4 <= il.Length && BitConverter.ToInt32(il, at) is >= 0 and < 0x100000 and int targets
            ? 4 + 4 * targets
            : il.Length,
        _ => 4,
    };
}
