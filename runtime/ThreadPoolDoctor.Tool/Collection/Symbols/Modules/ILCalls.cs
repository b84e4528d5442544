using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that IL names: to call it, or to make a delegate of it.</summary>
internal readonly record struct ILMethod(int Offset, int Token, bool IsCall);

/// <summary>The methods that a method's IL calls or makes delegates of, in order.</summary>
internal static class ILCalls
{
    private static readonly Dictionary<int, OpCode> s_opCodes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value & 0xFFFF);

    public static IEnumerable<ILMethod> In(byte[] il)
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
            if (code.OperandType == OperandType.InlineMethod && at + 4 <= il.Length)
            {
                yield return new ILMethod(start, BitConverter.ToInt32(il, at), code != OpCodes.Ldftn && code != OpCodes.Ldvirtftn);
            }
            at += OperandSize(code, il, at);
        }
    }

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
