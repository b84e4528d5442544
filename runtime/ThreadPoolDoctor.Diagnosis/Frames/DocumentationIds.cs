namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// The documentation-comment id of a frame's method, by which a compiler knows it too:
/// M:Shop.Orders.Load(System.Int32). Only for methods that a person wrote as they are; state machines, lambdas and
/// generics are left to file and line.
/// </summary>
internal static class DocumentationIds
{
    // No member that a compiler made has a longer one; the names come from another process.
    private const int Longest = 8_000;

    /// <summary>The id, or null where it cannot be told for certain.</summary>
    public static string? Of(Frame frame)
    {
        if (frame.TypeName.Length + frame.MethodName.Length + frame.Signature.Length > Longest) return null;
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
        if (PrimitiveTypes.FullName(type) is { } primitive) return primitive;
        string[] words = type.Split(' ');
        bool named = words is ["class" or "value" or "valuetype", _] or ["value", "class", _];
        return named && words[^1].AsSpan().IndexOfAny("<>[]&*`!") < 0 ? words[^1].Replace('+', '.') : null;
    }
}
