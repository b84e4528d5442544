using System.Reflection.Emit;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A method that IL names: to call it, or to make a delegate of it.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Token">The method.</param>
/// <param name="IsCall">Whether it is called, rather than made a delegate of.</param>
/// <param name="IsVirtual">Whether the object decides which method runs: by callvirt, which no static method is called
/// by.</param>
internal readonly record struct ILMethod(int Offset, int Token, bool IsCall, bool IsVirtual = false);

/// <summary>The methods that a method's IL calls or makes delegates of, in order.</summary>
internal static class ILCalls
{
    public static IEnumerable<ILMethod> In(byte[] il)
    {
        foreach (ILInstruction one in ILInstructions.In(il))
        {
            if (one.Code.OperandType != OperandType.InlineMethod) continue;
            bool isCall = one.Code != OpCodes.Ldftn && one.Code != OpCodes.Ldvirtftn;
            yield return new(one.Offset, one.Operand, isCall, one.Code == OpCodes.Callvirt);
        }
    }
}
