using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that IL names: to call it, or to make a delegate of it.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Token">The method.</param>
/// <param name="IsCall">Whether it is called, rather than made a delegate of.</param>
/// <param name="IsVirtual">Whether the object decides which method runs: by callvirt, which no static method is called by.</param>
internal readonly record struct ILMethod(int Offset, int Token, bool IsCall, bool IsVirtual = false);

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
                yield return new ILMethod(start, BitConverter.ToInt32(il, at), code != OpCodes.Ldftn && code != OpCodes.Ldvirtftn, code == OpCodes.Callvirt);
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
