using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// From the runtime's names to those a person wrote: <c>Shop.Orders+&lt;Load&gt;d__3.MoveNext</c> is
/// <c>Shop.Orders.Load</c>, <c>&lt;&gt;c.&lt;Run&gt;b__2_0</c> is <c>lambda in Shop.Orders.Run</c>. Pure and total: a
/// name it does not understand comes back as it is.
/// </summary>
public static class FrameNames
{
    private static readonly Dictionary<string, string> s_operators = new(StringComparer.Ordinal)
    {
        ["op_Addition"] = "+",
        ["op_Subtraction"] = "-",
        ["op_Multiply"] = "*",
        ["op_Division"] = "/",
        ["op_Modulus"] = "%",
        ["op_BitwiseAnd"] = "&",
        ["op_BitwiseOr"] = "|",
        ["op_ExclusiveOr"] = "^",
        ["op_LeftShift"] = "<<",
        ["op_RightShift"] = ">>",
        ["op_UnsignedRightShift"] = ">>>",
        ["op_Equality"] = "==",
        ["op_Inequality"] = "!=",
        ["op_LessThan"] = "<",
        ["op_LessThanOrEqual"] = "<=",
        ["op_GreaterThan"] = ">",
        ["op_GreaterThanOrEqual"] = ">=",
        ["op_UnaryPlus"] = "+",
        ["op_UnaryNegation"] = "-",
        ["op_LogicalNot"] = "!",
        ["op_OnesComplement"] = "~",
        ["op_Increment"] = "++",
        ["op_Decrement"] = "--",
        ["op_True"] = "true",
        ["op_False"] = "false",
        ["op_CheckedAddition"] = "checked +",
        ["op_CheckedSubtraction"] = "checked -",
        ["op_CheckedMultiply"] = "checked *",
        ["op_CheckedDivision"] = "checked /",
        ["op_CheckedUnaryNegation"] = "checked -",
    };

    private static readonly (string Prefix, string Accessor)[] s_accessors =
        [("get_", "get"), ("set_", "set"), ("add_", "add"), ("remove_", "remove")];

    /// <summary>
    /// The text comes from another process and is read recursively: a bound on it is a bound on the stack.
    /// </summary>
    private const int LongestUnderstood = 8_000;

    /// <summary>Nobody reads a longer name, and a report holds thousands of them.</summary>
    private const int LongestShown = 1_000; // more than the longest path or name that is meant

    /// <summary>
    /// The name a person wrote, with C# parameter types where they are known; cut where it is longer than anybody
    /// reads.
    /// </summary>
    public static string Display(string typeName, string methodName, string signature = "", WrittenParameters? written = null)
    {
        return Bounded(Whole(typeName, methodName, signature, written))!;
    }

    /// <summary>
    /// A method that the code calls, by its metadata name: "System.Threading.Tasks.Task`1.get_Result" as a person reads
    /// it.
    /// </summary>
    internal static string Call(string called)
    {
        int dot = called.EndsWith("..ctor", StringComparison.Ordinal) ? called.Length - 6 : called.LastIndexOf('.');
        return dot <= 0 ? called : Called(new Frame("", called[..dot], called[(dot + 1)..]));
    }

    /// <summary>A method of a stack as the call that it is: nobody writes the accessor of a property.</summary>
    internal static string Called(Frame frame) =>
        frame.DisplayName.EndsWith(".get", StringComparison.Ordinal) ? frame.DisplayName[..^4] : frame.DisplayName;

    /// <summary>
    /// A field by its metadata name: <c>Shop.Stock.s_gate</c>; one that the compiler made for a property is named like
    /// it.
    /// </summary>
    internal static string Field(string field)
    {
        int dot = field.LastIndexOf('.');
        if (dot <= 0) return field;
        string name = field[(dot + 1)..];
        string type = Call(field[..dot] + ".x")[..^2];
        return name.StartsWith('<') && name.IndexOf('>') is var end and > 1 ? $"{type}.{name[1..end]}" : $"{type}.{name}";
    }

    /// <summary>The beginning of a text that is longer than anybody reads.</summary>
    internal static string? Bounded(string? text) => text is { Length: > LongestShown } ? text[..(LongestShown - 3)] + "..." : text;

    private static string Whole(string typeName, string methodName, string signature, WrittenParameters? written)
    {
        if (typeName.Length + methodName.Length + signature.Length > LongestUnderstood)
        {
            return $"{typeName}.{methodName}";
        }
        if (typeName is "" or "dynamicClass")
        {
            return methodName + " (made at run time)";
        }
        WrittenName name = WrittenName.Of(typeName, methodName);
        string type = TypeOf(name.Types, written?.OfType, out int typeArity);
        if (name.Member is null)
        {
            return $"{name.Inside} in {type}";
        }
        int methodArity = name.Generated || signature.Length == 0 ? written?.OfMethod.Count ?? 0 : SignatureText.MethodArity(signature);
        var names = new TypeParameterNames(typeArity, methodArity, written);
        if (name.Inside is not null)
        {
            return $"{name.Inside} in {Member(type, name.Member, null, null, default)}";
        }
        IReadOnlyList<string>? parameters = written?.Parameters ?? (name.Generated ? null : SignatureText.Parameters(signature, names));
        return Member(type, name.Member, parameters, written?.Returns ?? SignatureText.ReturnType(signature, names), names);
    }

    /// <summary>
    /// The member a person wrote, by its metadata name: <c>Load</c> for <c>&lt;Load&gt;d__3.MoveNext</c>; null when it
    /// is not known.
    /// </summary>
    public static string? WrittenMember(string typeName, string methodName) => WrittenName.Of(typeName, methodName) is { Inside: null } name ? name.Member : null;

    /// <summary>
    /// <c>System.Threading.Tasks.Task`1[System.Int32]</c> as the catalogue spells it:
    /// <c>System.Threading.Tasks.Task`1</c>.
    /// </summary>
    public static string WithoutInstance(string typeName)
    {
        int open = typeName.IndexOf('[');
        return open > 0 && typeName.EndsWith(']') ? typeName[..open] : typeName;
    }

    /// <summary>The last part of a type's full name, without namespace, outer types and arity.</summary>
    public static string ShortName(string typeName)
    {
        if (typeName.Contains("<>f__AnonymousType", StringComparison.Ordinal))
        {
            return "anonymous type";
        }
        WrittenName name = WrittenName.Of(typeName, "");
        string last = name.Types.Count > 0 ? name.Types[^1] : typeName;
        last = last[(last.LastIndexOf('.') + 1)..];
        int tick = last.IndexOf('`');
        return tick > 0 ? last[..tick] : last;
    }

    private static string TypeOf(IReadOnlyList<string> types, IReadOnlyList<string>? written, out int arity)
    {
        arity = types.Sum(ArityOf);
        var names = new TypeParameterNames(arity, 0, written is null ? null : new WrittenParameters(written, []));
        var text = new StringBuilder();
        int index = 0;
        foreach (string type in types)
        {
            int tick = type.IndexOf('`');
            text.Append(text.Length > 0 ? "." : "").Append(tick > 0 ? type[..tick] : type);
            if (ArityOf(type) is var own and > 0)
            {
                text.Append('<').AppendJoin(", ", Enumerable.Range(index, own).Select(names.OfType)).Append('>');
                index += own;
            }
        }
        return text.Replace("<>f__AnonymousType", "anonymous type ").ToString();
    }

    private static int ArityOf(string type)
    {
        int tick = type.LastIndexOf('`');
        // Bounded: the text comes from another process, and each unit of arity is written out.
        return tick > 0 && int.TryParse(type.AsSpan(tick + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int arity)
            ? Math.Min(arity, 64)
            : 0;
    }

    /// <summary>
    /// The member in C# style. Parameters are left out when null: nobody knows them, or they would only disturb.
    /// </summary>
    private static string Member(string type, string metadataName, IReadOnlyList<string>? parameters, string? returns, TypeParameterNames names)
    {
        string list = parameters is null ? "" : $"({string.Join(", ", parameters)})";
        switch (metadataName)
        {
            case ".ctor":
                return $"new {type}{list}";
            case ".cctor":
                return $"static {type}{list}";
            case "<Main>$":
                return $"{type}.Main";
            case "<Clone>$":
                return $"{type} with";
        }
        (string implemented, string name) = ExplicitInterface(metadataName);
        string owner = $"{type}.{implemented}";
        if (s_operators.TryGetValue(name, out string? symbol))
        {
            return $"{owner}operator {symbol}{list}";
        }
        if (name is "op_Implicit" or "op_Explicit" or "op_CheckedExplicit")
        {
            return $"{owner}{(name == "op_Implicit" ? "implicit" : "explicit")} operator {returns}{list}";
        }
        foreach ((string prefix, string accessor) in s_accessors)
        {
            if (name.Length > prefix.Length && name.StartsWith(prefix, StringComparison.Ordinal))
            {
                return owner + Property(name[prefix.Length..], accessor, parameters) + "." + accessor;
            }
        }
        string typeParameters = names.MethodArity > 0
            ? $"<{string.Join(", ", Enumerable.Range(0, Math.Min(names.MethodArity, 64)).Select(names.OfMethod))}>"
            : "";
        return owner + name + typeParameters + list;
    }

    private static string Property(string name, string accessor, IReadOnlyList<string>? parameters)
    {
        int values = accessor == "set" ? 1 : 0;
        return name == "Item" && parameters?.Count > values
            ? $"this[{string.Join(", ", parameters.Take(parameters.Count - values))}]"
            : name;
    }

    /// <summary>
    /// <c>System.Collections.Generic.IEnumerable&lt;System.Int32&gt;.GetEnumerator</c> implements
    /// <c>IEnumerable&lt;int&gt;.</c>
    /// </summary>
    private static (string Interface, string Name) ExplicitInterface(string metadataName)
    {
        int dot = LastDotOutsideBrackets(metadataName);
        if (dot <= 0)
        {
            return ("", metadataName);
        }
        string type = metadataName[..dot];
        int open = type.IndexOf('<');
        if (open <= 0 || !type.EndsWith('>'))
        {
            return (ShortName(type) + ".", metadataName[(dot + 1)..]);
        }
        IEnumerable<string> arguments = SignatureText.Split(type[(open + 1)..^1]).Select(argument => SignatureText.Type(argument, default));
        return ($"{ShortName(type[..open])}<{string.Join(", ", arguments)}>.", metadataName[(dot + 1)..]);
    }

    private static int LastDotOutsideBrackets(string name)
    {
        int depth = 0;
        for (int i = name.Length - 1; i > 0; i--)
        {
            depth += name[i] == '>' ? 1 : name[i] == '<' ? -1 : 0;
            if (name[i] == '.' && depth == 0)
            {
                return i;
            }
        }
        return -1;
    }
}
