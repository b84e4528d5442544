using System.Reflection.Emit;

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
    public static IEnumerable<ILMethod> In(byte[] il) => ILInstructions.In(il)
        .Where(one => one.Code.OperandType == OperandType.InlineMethod)
        .Select(one => new ILMethod(
            one.Offset, one.Operand, one.Code != OpCodes.Ldftn && one.Code != OpCodes.Ldvirtftn, one.Code == OpCodes.Callvirt));
}
