using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.Diagnosis.Frames;

/// <summary>
/// Undoes what compilers do to names: finds, in the metadata name of a type and a method, the type and the member that
/// a person wrote and whether the code is a lambda or a local function inside it.
/// </summary>
/// <param name="Types">The types a person wrote, outermost first, as in <c>Repository`1</c>; the first with its
/// namespace.</param>
/// <param name="Member">The member a person wrote, by its metadata name; null when the compiler did not keep
/// it.</param>
/// <param name="Inside">What the code is inside the member: <c>lambda</c>, the name of a local function, or null for
/// the member itself.</param>
/// <param name="Generated">The method is the compiler's, so the runtime's signature is not the one a person
/// wrote.</param>
internal sealed partial record WrittenName(IReadOnlyList<string> Types, string? Member, string? Inside, bool Generated)
{
    public const string Lambda = "lambda";

    public static WrittenName Of(string typeName, string methodName)
    {
        List<string> types = [];
        string member = methodName;
        bool generated = false;
        foreach (string segment in SplitNesting(FrameNames.WithoutInstance(typeName)))
        {
            if (FileLocal().Match(segment) is { Success: true } local)
            {
                types.Add(local.Groups["namespace"].Value + local.Groups["name"].Value);
            }
            else if (StateMachineOf(segment) is { } method)
            {
                (member, generated) = (method, true);
            }
            else if (FSharpClosure().Match(segment) is { Success: true } closure)
            {
                string name = closure.Groups["name"].Value;
                (member, generated) = (methodName == "MoveNext" ? name : $"<{name}>b__", true);
            }
            else if (!IsClosure(segment))
            {
                types.Add(segment);
            }
        }
        (string? written, string? inside) = MemberOf(member);
        return new WrittenName(types, written, inside, generated || inside is not null || written != methodName);
    }

    /// <summary>
    /// <c>&lt;Run&gt;b__0</c> is a lambda in Run, <c>&lt;Run&gt;g__Inner|2_0</c> the local function Inner in Run;
    /// anything else is itself.
    /// </summary>
    private static (string? Member, string? Inside) MemberOf(string name)
    {
        if (name.StartsWith("_Lambda$__", StringComparison.Ordinal))
        {
            return (null, Lambda); // Visual Basic does not keep the method's name.
        }
        if (name is "<Main>$" or "<Main>")
        {
            return ("<Main>$", null); // Top-level statements; the other name is what the runtime starts when they await.
        }
        if (!TryBracketed(name, out string inner, out string rest))
        {
            return (name, null);
        }
        // Lambdas in lambdas are named after the member they are in, but async ones nest: <<Run>b__0>d.
        string member = MemberOf(inner).Member ?? inner;
        return rest switch
        {
            ['b', '_', '_', ..] => (member, Lambda),
            ['g', '_', '_', .. var local] => (member, local.Split('|')[0]),
            _ => (name, null),
        };
    }

    /// <summary>
    /// The member whose body a state machine is: <c>Load</c> for <c>&lt;Load&gt;d__3</c>, <c>&lt;Run&gt;b__0</c> for
    /// <c>&lt;&lt;Run&gt;b__0&gt;d</c>.
    /// </summary>
    private static string? StateMachineOf(string segment)
    {
        if (VisualBasicStateMachine().Match(segment) is { Success: true } machine)
        {
            return machine.Groups["name"].Value;
        }
        // An explicitly implemented member's dots become dashes in the name of its state machine.
        return TryBracketed(segment, out string inner, out string rest) && inner.Length > 0 && rest is "d" or ['d', '_' or '`', ..]
            ? inner.Replace('-', '.')
            : null;
    }

    /// <summary>Closures, and whatever else only a compiler may name.</summary>
    private static bool IsClosure(string segment) =>
        segment.StartsWith('<') && !segment.StartsWith("<>f__Anonymous", StringComparison.Ordinal) && segment != "<Module>"
        && !segment.StartsWith("<PrivateImplementationDetails>", StringComparison.Ordinal)
        || segment.StartsWith("_Closure$__", StringComparison.Ordinal);

    /// <summary>Takes <c>&lt;inner&gt;rest</c> apart, where inner may have brackets of its own.</summary>
    private static bool TryBracketed(string name, out string inner, out string rest)
    {
        (inner, rest) = ("", "");
        int depth = 0;
        for (int i = 0; i < name.Length; i++)
        {
            depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
            if (depth == 0)
            {
                (inner, rest) = (i > 0 ? name[1..i] : "", name[(i + 1)..]);
                return i > 0;
            }
        }
        return false;
    }

    private static IEnumerable<string> SplitNesting(string typeName)
    {
        int start = 0, depth = 0;
        for (int i = 0; i < typeName.Length; i++)
        {
            depth += typeName[i] == '<' ? 1 : typeName[i] == '>' ? -1 : 0;
            if (typeName[i] == '+' && depth <= 0)
            {
                yield return typeName[start..i];
                start = i + 1;
            }
        }
        yield return typeName[start..];
    }

    [GeneratedRegex(@"^(?<namespace>(?:.*\.)?)<[^>]*>F[0-9A-F]{64}__(?<name>.+)$", RegexOptions.CultureInvariant)]
    private static partial Regex FileLocal();

    [GeneratedRegex(@"^VB\$StateMachine_\d+_(?<name>[^`]+)", RegexOptions.CultureInvariant)]
    private static partial Regex VisualBasicStateMachine();

    [GeneratedRegex(@"^(?<name>[^@]+)@\d+(-\d+)?(`\d+)?$", RegexOptions.CultureInvariant)]
    private static partial Regex FSharpClosure();
}
