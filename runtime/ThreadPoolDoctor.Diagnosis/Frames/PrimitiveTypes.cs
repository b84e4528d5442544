namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// The types that have names of their own in the runtime's text of a signature, in metadata, in C# and in
/// documentation-comment ids: one row each, for all who spell types.
/// </summary>
public static class PrimitiveTypes
{
    private sealed record Row(string Keyword, string FullName, params string[] RuntimeNames);

    private static readonly Row[] s_rows =
    [
        new("void", "System.Void", "void"),
        new("bool", "System.Boolean", "bool"),
        new("char", "System.Char", "wchar", "char"),
        new("sbyte", "System.SByte", "int8"),
        new("byte", "System.Byte", "unsigned int8", "uint8"),
        new("short", "System.Int16", "int16"),
        new("ushort", "System.UInt16", "unsigned int16", "uint16"),
        new("int", "System.Int32", "int32"),
        new("uint", "System.UInt32", "unsigned int32", "uint32"),
        new("long", "System.Int64", "int64"),
        new("ulong", "System.UInt64", "unsigned int64", "uint64"),
        new("float", "System.Single", "float32"),
        new("double", "System.Double", "float64"),
        new("decimal", "System.Decimal"),
        new("nint", "System.IntPtr", "int", "native int"),
        new("nuint", "System.UIntPtr", "unsigned int", "native unsigned int"),
        new("string", "System.String", "string"),
        new("object", "System.Object", "object"),
        new("TypedReference", "System.TypedReference", "refany", "typedbyref"),
    ];

    private static readonly Dictionary<string, Row> s_byRuntimeName = s_rows
        .SelectMany(row => row.RuntimeNames.Select(name => new { name, row }))
        .ToDictionary(pair => pair.name, pair => pair.row, StringComparer.Ordinal);

    private static readonly Dictionary<string, Row> s_byFullName = s_rows.ToDictionary(row => row.FullName, StringComparer.Ordinal);

    /// <summary>
    /// The C# keyword for what the runtime's text or the metadata calls a type; null for any other type.
    /// </summary>
    public static string? Keyword(string name) => name == "System.__Canon"
        ? "object" // what generic code over reference types is shared by
        : (s_byRuntimeName.GetValueOrDefault(name) ?? s_byFullName.GetValueOrDefault(name))?.Keyword;

    /// <summary>The full name of what the runtime's text calls by a word of its own; null for any other type.</summary>
    public static string? FullName(string runtimeName) => s_byRuntimeName.GetValueOrDefault(runtimeName)?.FullName;
}
