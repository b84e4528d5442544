using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A line of source, and whether it is just the place or only near.</summary>
internal readonly record struct SourceLine(string File, int Line, bool Exact);

/// <summary>
/// From a method and a piece of its IL to the line in the source, by the sequence points of a portable PDB.
/// </summary>
internal static class SourceLines
{
    /// <param name="pdb">The PDB of the method's module.</param>
    /// <param name="methodToken">The method.</param>
    /// <param name="range">Null when it is not known: the method's first line is near.</param>
    public static SourceLine? Find(MetadataReader pdb, int methodToken, ILRange? range)
    {
        int row = methodToken & 0xFFFFFF;
        if (methodToken >>> 24 != 0x06 || row == 0 || row > pdb.MethodDebugInformation.Count)
        {
            return null;
        }
        SequencePoint[] points = [.. pdb.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(row)).GetSequencePoints()];
        int first = Array.FindIndex(points, point => !point.IsHidden);
        if (first < 0)
        {
            return null; // the compiler's own method
        }
        if (range is not { } il)
        {
            return Line(pdb, points[first], exact: false);
        }
        int at = Array.FindLastIndex(points, point => point.Offset <= il.Start);
        if (at >= 0 && !points[at].IsHidden)
        {
            return Line(pdb, points[at], il.Exact);
        }
        // Hidden points are the compiler's own code (a closure's making, a state machine's dispatch). The statement
        // that this piece of IL goes on with is the one that runs; failing that, the line before is near.
        int next = Array.FindIndex(points, at + 1, point => !point.IsHidden);
        return next >= 0 && il.Contains(points[next].Offset)
            ? Line(pdb, points[next], il.Exact)
            : Line(pdb, points[Math.Max(first, Array.FindLastIndex(points, Math.Max(at, 0), point => !point.IsHidden))], exact: false);
    }

    private static SourceLine Line(MetadataReader pdb, SequencePoint point, bool exact) =>
        new(point.Document.IsNil ? "" : pdb.GetString(pdb.GetDocument(point.Document).Name), point.StartLine, exact);
}
