using System.Reflection.Metadata;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>The code of one method.</summary>
/// <param name="Code">Its instructions, in order.</param>
/// <param name="Regions">What its try, catch and finally blocks cover.</param>
/// <param name="Values">Where its values come from.</param>
internal sealed record ILBody(IReadOnlyList<ILInstruction> Code, IReadOnlyList<ExceptionRegion> Regions, ILValues Values)
{
    /// <summary>Index of the instruction that stands at this offset; -1 where none does.</summary>
    public int IndexOf(int offset)
    {
        for (int i = 0; i < Code.Count; i++)
        {
            if (Code[i].Offset == offset) return i;
        }
        return -1;
    }
}
