using System.Text;

namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// Reads the runtime's text of a method's signature, <c>instance generic !!0  (class System.String,int32[])</c>, and
/// says it in C#: <c>(string, int[])</c>. Never throws: what it does not understand it repeats.
/// </summary>
internal static class SignatureText
{
    /// <summary>The parameter types in C#, or null when the text has no parameter list.</summary>
    public static IReadOnlyList<string>? Parameters(string signature, TypeParameterNames names)
    {
        int open = OpeningOfParameters(signature);
        if (open < 0 || !signature.EndsWith(')'))
        {
            return null;
        }
        return [.. Split(signature[(open + 1)..^1]).Select(type => Type(type, names))];
    }

    /// <summary>The return type in C#, or null when there is none to be seen.</summary>
    public static string? ReturnType(string signature, TypeParameterNames names)
    {
        int open = OpeningOfParameters(signature);
        if (open <= 0)
        {
            return null;
        }
        string text = signature[..open].Trim();
        foreach (string prefix in (string[])["instance ", "explicit ", "generic ", "vararg ", "unmanaged "])
        {
            text = text.StartsWith(prefix, StringComparison.Ordinal) ? text[prefix.Length..] : text;
        }
        return Type(text, names);
    }

    public static bool IsGeneric(string signature)
    {
        int open = OpeningOfParameters(signature);
        return open > 0 && (" " + signature[..open]).Contains(" generic ", StringComparison.Ordinal);
    }

    /// <summary>How many type parameters the method must have at least: one more than the highest <c>!!n</c>.</summary>
    public static int MethodArity(string signature)
    {
        int arity = IsGeneric(signature) ? 1 : 0;
        for (int at = signature.IndexOf("!!", StringComparison.Ordinal); at >= 0; at = signature.IndexOf("!!", at + 2, StringComparison.Ordinal))
        {
            arity = Math.Max(arity, NumberAt(signature, at + 2) + 1);
        }
        return arity;
    }

    /// <summary>
    /// One type of the runtime's text (or a metadata full name) as C# would write it, without namespaces.
    /// </summary>
    public static string Type(string text, TypeParameterNames names)
    {
        text = text.Trim();
        foreach (string prefix in (string[])["pinned ", "value class ", "valuetype ", "class "])
        {
            text = text.StartsWith(prefix, StringComparison.Ordinal) ? text[prefix.Length..] : text;
        }
        foreach (string modifier in (string[])["required_modifier ", "optional_modifier "])
        {
            // "required_modifier X T": the modifier's type is one word, the type itself follows it.
            if (text.StartsWith(modifier, StringComparison.Ordinal))
            {
                int space = text.IndexOf(' ', modifier.Length);
                return space < 0 ? text : Type(text[space..], names);
            }
        }
        if (text.StartsWith("fnptr", StringComparison.Ordinal))
        {
            return "delegate*";
        }
        if (text.EndsWith('&'))
        {
            return "ref " + Type(text[..^1], names);
        }
        if (text.EndsWith('*'))
        {
            return Type(text[..^1], names) + "*";
        }
        if (text.EndsWith(']') && OpeningOfLastBracket(text) is var bracket and > 0 && IsRank(text[(bracket + 1)..^1]))
        {
            return Array(text, bracket, names);
        }
        if (text.StartsWith("!!", StringComparison.Ordinal))
        {
            return names.OfMethod(NumberAt(text, 2));
        }
        if (text.StartsWith('!'))
        {
            return names.OfType(NumberAt(text, 1));
        }
        return PrimitiveTypes.Keyword(text) ?? Named(text, names);
    }

    /// <summary>Splits at the commas that stand outside every kind of bracket.</summary>
    public static IEnumerable<string> Split(string text)
    {
        int depth = 0, start = 0;
        for (int i = 0; i < text.Length; i++)
        {
            depth += text[i] is '<' or '(' or '[' ? 1 : text[i] is '>' or ')' or ']' ? -1 : 0;
            if (text[i] == ',' && depth == 0)
            {
                yield return text[start..i];
                start = i + 1;
            }
        }
        if (text.Length > start)
        {
            yield return text[start..];
        }
    }

    private static string Array(string text, int bracket, TypeParameterNames names)
    {
        // C# writes the outer rank first: what the runtime calls X[][,] is X[,][].
        var ranks = new StringBuilder();
        while (bracket > 0 && text.EndsWith(']') && IsRank(text[(bracket + 1)..^1]))
        {
            ranks.Append('[').Append(',', text[(bracket + 1)..^1].Count(c => c == ',')).Append(']');
            text = text[..bracket];
            bracket = OpeningOfLastBracket(text);
        }
        return Type(text, names) + ranks;
    }

    private static string Named(string text, TypeParameterNames names)
    {
        int tick = text.IndexOf('`');
        int open = OpeningOfArguments(text);
        if (open < tick || open <= 0)
        {
            return FrameNames.ShortName(tick < 0 ? text : text[..tick]);
        }
        string[] arguments = [.. Split(text[(open + 1)..^1]).Select(argument => Type(argument, names))];
        // A type inside of a generic one has that one's arguments and no arity of its own.
        string name = FrameNames.ShortName(text[..(tick >= 0 && tick < open ? tick : open)]);
        return name == "Nullable" && arguments.Length == 1 && text.StartsWith("System.", StringComparison.Ordinal)
            ? arguments[0] + "?"
            : $"{name}<{string.Join(", ", arguments)}>";
    }

    /// <summary>The bracket that the last one closes, of either kind; -1 where the text ends in none.</summary>
    private static int OpeningOfArguments(string text)
    {
        int depth = 0;
        for (int i = text.Length - 1; i >= 0; i--)
        {
            depth += text[i] is '>' or ']' ? 1 : text[i] is '<' or '[' ? -1 : 0;
            if (depth == 0) return i < text.Length - 1 ? i : -1;
        }
        return -1;
    }

    private static bool IsRank(string inside) => inside.All(c => c is ',' or '.' or '*' || char.IsAsciiDigit(c));

    private static int OpeningOfLastBracket(string text)
    {
        int depth = 0;
        for (int i = text.Length - 1; i >= 0; i--)
        {
            depth += text[i] == ']' ? 1 : text[i] == '[' ? -1 : 0;
            if (depth == 0)
            {
                return text[i] == '[' ? i : -1;
            }
        }
        return -1;
    }

    /// <summary>The bracket that the last one closes; a return type may have brackets of its own.</summary>
    private static int OpeningOfParameters(string signature)
    {
        int depth = 0;
        for (int i = signature.Length - 1; i >= 0; i--)
        {
            depth += signature[i] == ')' ? 1 : signature[i] == '(' ? -1 : 0;
            if (signature[i] == '(' && depth == 0)
            {
                return i;
            }
        }
        return -1;
    }

    private static int NumberAt(string text, int start)
    {
        int number = 0;
        for (int i = start; i < text.Length && char.IsAsciiDigit(text[i]) && number < 1000; i++)
        {
            number = number * 10 + (text[i] - '0');
        }
        return number;
    }
}
