using System.Reflection;
using System.Reflection.Emit;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>One instruction of a method's IL.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Code">What it does.</param>
/// <param name="Operand">Its token, number or local; 0 where it has none, or a longer one.</param>
internal readonly record struct ILInstruction(int Offset, OpCode Code, int Operand)
{
    private const int NoLocal = -1;

    /// <summary>The local that it reads or takes the address of; -1 where it does not.</summary>
    public int LocalRead => Code.Name switch
    {
        "ldloc.0" => 0,
        "ldloc.1" => 1,
        "ldloc.2" => 2,
        "ldloc.3" => 3,
        "ldloc" or "ldloc.s" or "ldloca" or "ldloca.s" => Operand,
        _ => NoLocal,
    };

    /// <summary>The local that it writes; -1 where it does not.</summary>
    public int LocalWritten => Code.Name switch
    {
        "stloc.0" => 0,
        "stloc.1" => 1,
        "stloc.2" => 2,
        "stloc.3" => 3,
        "stloc" or "stloc.s" => Operand,
        _ => NoLocal,
    };

    /// <summary>Whether it loads a field, of an object or of a type.</summary>
    public bool LoadsField => Code == OpCodes.Ldfld || Code == OpCodes.Ldsfld;

    /// <summary>Where it may branch to; null where it does not, or to one of several.</summary>
    /// <param name="next">Where the next instruction stands.</param>
    public int? Target(int next) => Code.OperandType switch
    {
        OperandType.ShortInlineBrTarget => next + (sbyte)Operand,
        OperandType.InlineBrTarget => next + Operand,
        _ => null,
    };

    public bool IsCall => Code == OpCodes.Call || Code == OpCodes.Callvirt || Code == OpCodes.Newobj;
}

/// <summary>Reads IL; whatever the bytes are, it comes to an end.</summary>
internal static class ILInstructions
{
    private const int Prefix = 0xFE;

    // Those of one byte, and after them those of two: the prefix and one more.
    private static readonly OpCode[] s_opCodes = ReadOpCodes();

    private static OpCode[] ReadOpCodes()
    {
        OpCode[] codes = new OpCode[0x200];
        foreach (FieldInfo field in typeof(OpCodes).GetFields())
        {
            OpCode code = (OpCode)field.GetValue(null)!;
            codes[(code.Value & 0xFF) + (code.Size == 2 ? 0x100 : 0)] = code;
        }
        return codes;
    }

    /// <summary>In order; as far as it is IL.</summary>
    public static IEnumerable<ILInstruction> In(byte[] il)
    {
        int at = 0;
        while (at < il.Length)
        {
            int start = at;
            int value = il[at++];
            if (value == Prefix && at < il.Length)
            {
                value = 0x100 + il[at++];
            }
            OpCode code = s_opCodes[value];
            if (code.Size == 0)
            {
                yield break; // not IL
            }
            int size = OperandSize(code, il, at);
            if (at + size > il.Length && size <= 8)
            {
                yield break; // cut
            }
            yield return new ILInstruction(start, code, size switch
            {
                1 => il[at],
                2 => BitConverter.ToUInt16(il, at),
                4 => BitConverter.ToInt32(il, at),
                _ => 0,
            });
            at += size;
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
