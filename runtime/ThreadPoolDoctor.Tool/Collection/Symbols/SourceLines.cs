using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>A line of source, and whether it is just the place or only near.</summary>
internal readonly record struct SourceLine(string File, int Line, bool Exact);

/// <summary>From a method and an IL offset to the line in the source, by the sequence points of a portable PDB.</summary>
internal static class SourceLines
{
    /// <param name="ilOffset">Null when it is not known: the method's first line is near.</param>
    public static SourceLine? Find(MetadataReader pdb, int methodToken, int? ilOffset)
    {
        int row = methodToken & 0xFFFFFF;
        if (methodToken >>> 24 != 0x06 || row == 0 || row > pdb.MethodDebugInformation.Count)
        {
            return null;
        }
        MethodDebugInformation method = pdb.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(row));
        SequencePoint? best = null, first = null;
        bool hidden = false;
        foreach (SequencePoint point in method.GetSequencePoints())
        {
            if (ilOffset is null || point.Offset > ilOffset)
            {
                first ??= point.IsHidden ? null : point;
                if (best is not null || ilOffset is not null && point.Offset > ilOffset && first is not null)
                {
                    break;
                }
                continue;
            }
            // Hidden points are the compiler's own code (a state machine's dispatch): the line before is near.
            hidden = point.IsHidden;
            best = point.IsHidden ? best : point;
        }
        return (best ?? first) is { } found
            ? new SourceLine(Name(pdb, found.Document), found.StartLine, ilOffset is not null && best is not null && !hidden)
            : null;
    }

    /// <summary>The IL offset where the statement that begins at or before <paramref name="ilOffset"/> ends.</summary>
    public static int EndOfStatement(MetadataReader pdb, int methodToken, int ilOffset)
    {
        MethodDebugInformation method = pdb.GetMethodDebugInformation(MetadataTokens.MethodDebugInformationHandle(methodToken & 0xFFFFFF));
        foreach (SequencePoint point in method.GetSequencePoints())
        {
            if (point.Offset > ilOffset)
            {
                return point.Offset;
            }
        }
        return int.MaxValue;
    }

    private static string Name(MetadataReader pdb, DocumentHandle document) =>
        document.IsNil ? "" : pdb.GetString(pdb.GetDocument(document).Name);
}
