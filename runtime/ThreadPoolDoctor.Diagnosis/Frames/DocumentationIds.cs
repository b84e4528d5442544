namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// The documentation-comment id of a frame's method, by which a compiler knows it too: M:Shop.Orders.Load(System.Int32).
/// Only for methods that a person wrote as they are; state machines, lambdas and generics are left to file and line.
/// </summary>
internal static class DocumentationIds
{
    private static readonly Dictionary<string, string> s_primitives = new()
    {
        ["bool"] = "System.Boolean",
        ["char"] = "System.Char",
        ["int8"] = "System.SByte",
        ["uint8"] = "System.Byte",
        ["int16"] = "System.Int16",
        ["uint16"] = "System.UInt16",
        ["int32"] = "System.Int32",
        ["uint32"] = "System.UInt32",
        ["int64"] = "System.Int64",
        ["uint64"] = "System.UInt64",
        ["float32"] = "System.Single",
        ["float64"] = "System.Double",
        ["unsigned int8"] = "System.Byte",
        ["unsigned int16"] = "System.UInt16",
        ["unsigned int32"] = "System.UInt32",
        ["unsigned int64"] = "System.UInt64",
        ["object"] = "System.Object",
        ["string"] = "System.String",
    };

    /// <summary>The id, or null where it cannot be told for certain.</summary>
    public static string? Of(Frame frame)
    {
        if (frame.TypeName.AsSpan().IndexOfAny('<', '`', '[') >= 0 || frame.MethodName.AsSpan().IndexOfAny('<', '`') >= 0) return null;
        int open = frame.Signature.IndexOf('(', StringComparison.Ordinal);
        int close = frame.Signature.LastIndexOf(')');
        if (open < 0 || close < open) return null;
        string inside = frame.Signature[(open + 1)..close].Trim();
        string?[] parameters = inside.Length == 0 ? [] : [.. inside.Split(',').Select(Parameter)];
        if (parameters.Contains(null)) return null;
        string name = frame.MethodName.Replace('.', '#');
        string list = parameters.Length == 0 ? "" : $"({string.Join(',', parameters)})";
        return $"M:{frame.TypeName.Replace('+', '.')}.{name}{list}";
    }

    /// <summary>"class System.String" and "int32" as ids name them; null for arrays, generics and references.</summary>
    private static string? Parameter(string text)
    {
        string type = text.Trim();
        if (s_primitives.TryGetValue(type, out string? primitive)) return primitive;
        string[] words = type.Split(' ');
        bool named = words is ["class" or "value" or "valuetype", _] or ["value", "class", _];
        return named && words[^1].AsSpan().IndexOfAny("<>[]&*`!") < 0 ? words[^1].Replace('+', '.') : null;
    }
}
