using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>What can be done to one text, a row each; a text that gives nothing to do it to stays as it is.</summary>
internal static class SyntaxDamages
{
    private delegate string Change(string text, SyntaxNode root, Random random);

    private static readonly string[] s_fragments =
        ["(", ")", "{", "}", ";", "=>", ".", ",", "<", "[", "\"", "async ", "await ", "new ", "?.", "ref ", "out ",
        "yield return ", "#if X\n", "using ", "lock (", ":", "= "];

    // What is missing in a namespace of several assemblies is of none of them.
    private static readonly string[] s_types =
        ["Missing", "Microsoft.Extensions.Missing", "System.Threading.Missing", "global::Missing.Type", "int",
        "void", "dynamic", "Missing<int>", "Missing.Inner", "Task", "Task<>", "List<Missing>",
        "delegate*<int, void>", "T", "var", "(int, Missing)", "int*", "System", "Task<Missing>[]"];

    private static readonly string[] s_bases =
        ["Missing", "IMissing, IOther", "object, IMissing", "Missing.Inner, IDisposable",
        "Microsoft.Extensions.IMissing", "object, Microsoft.IMissing",
        "System.Threading.Tasks.Missing, global::N.I", "IMissing<int>, IMissing<string>", "Task", "Stream",
        "int", "Missing<>"];

    private static readonly string[] s_waits =
        ["Thread.Sleep(5);", "Missing.Wait();", "File.ReadAllText(\"a\");", "Task.Delay(5).Wait();",
        "while (true) { }", "missing.Result.Wait();", "Task.Run(() => Thread.Sleep(5)).Result.M();",
        "new Thread(Missing).Join();"];

    private static readonly string[] s_modifiers =
        ["static", "abstract", "virtual", "override", "sealed", "partial", "async", "extern", "unsafe", "new",
        "readonly", "ref", "private", "public"];

    private static readonly (string Name, Change Change)[] s_all =
    [
        ("token deleted", (text, root, random) => OfToken(text, root, random, _ => "")),
        ("token doubled", (text, root, random) => OfToken(text, root, random, token => token.Text + " " + token.Text)),
        ("tokens swapped", (text, root, random) => Swapped(text, random, Tokens(root))),
        ("name unknown", (text, root, random) => OfToken(text, root, random, _ => "Unknown", IsName)),
        ("name of another", (text, root, random) =>
            Pick(Tokens(root).Where(IsName), random) is { RawKind: not 0 } other
                ? OfToken(text, root, random, _ => other.Text, IsName) : text),
        ("declaration renamed", (text, root, random) =>
            OfToken(text, root, random, token => token.Text + "Renamed", IsDeclared)),
        ("member removed", (text, root, random) => OfNode<MemberDeclarationSyntax>(text, root, random, _ => "")),
        ("member doubled", (text, root, random) =>
            OfNode<MemberDeclarationSyntax>(text, root, random, node => $"{node}\n{node}")),
        ("statement removed", (text, root, random) => OfNode<StatementSyntax>(text, root, random, _ => "")),
        ("bases removed", (text, root, random) => OfNode<BaseListSyntax>(text, root, random, _ => "")),
        ("bases put in", (text, root, random) => WithBases(text, root, random)),
        ("wait put in", (text, root, random) =>
            OfNode<StatementSyntax>(text, root, random, node => node is BlockSyntax ? node.ToString()
                : $"{{ {s_waits[random.Next(s_waits.Length)]} {node} }}")),
        ("base unknown", (text, root, random) =>
            OfNode<BaseTypeSyntax>(text, root, random, node => random.Next(2) == 0 ? "Missing"
                : node + ", Missing<int>")),
        ("parameters removed", (text, root, random) => OfNode<ParameterListSyntax>(text, root, random, _ => "()")),
        ("arguments removed", (text, root, random) => OfNode<ArgumentListSyntax>(text, root, random, _ => "()")),
        ("type other", (text, root, random) =>
            OfNode<TypeSyntax>(text, root, random, _ => s_types[random.Next(s_types.Length)])),
        ("modifier added", (text, root, random) =>
            OfNode<MemberDeclarationSyntax>(text, root, random, node =>
                $"{s_modifiers[random.Next(s_modifiers.Length)]} {node}")),
        ("modifier removed", (text, root, random) =>
            OfToken(text, root, random, _ => "", token => s_modifiers.Contains(token.Text))),
        ("expressions swapped", (text, root, random) => Swapped(text, random, Spans<ExpressionSyntax>(root))),
        ("statements swapped", (text, root, random) => Swapped(text, random, Spans<StatementSyntax>(root))),
        ("members swapped", (text, root, random) => Swapped(text, random, Spans<MemberDeclarationSyntax>(root))),
        ("fragment put in", (text, _, random) =>
            text.Insert(random.Next(text.Length + 1), s_fragments[random.Next(s_fragments.Length)])),
        ("cut off", (text, _, random) => text[..random.Next(text.Length)]),
        ("piece cut out", (text, _, random) =>
            text.Remove(random.Next(text.Length) is var at ? at : 0, random.Next(Math.Min(80, text.Length - at)))),
    ];

    public static (string Name, string Text) Apply(string text, Random random)
    {
        if (text.Length == 0) return ("nothing left", text);
        (string name, Change change) = s_all[random.Next(s_all.Length)];
        return (name, change(text, CSharpSyntaxTree.ParseText(text).GetRoot(), random));
    }

    private static IEnumerable<SyntaxToken> Tokens(SyntaxNode root) =>
        root.DescendantTokens().Where(token => token.Span.Length > 0);

    private static bool IsName(SyntaxToken token) => token.IsKind(SyntaxKind.IdentifierToken);

    private static bool IsDeclared(SyntaxToken token) =>
        IsName(token)
            && token.Parent is MemberDeclarationSyntax or VariableDeclaratorSyntax or ParameterSyntax
            or LocalFunctionStatementSyntax;

    private static IEnumerable<TextSpan> Spans<T>(SyntaxNode root) where T : SyntaxNode =>
        root.DescendantNodes().OfType<T>().Select(node => node.Span);

    private static string OfToken(string text, SyntaxNode root, Random random, Func<SyntaxToken, string> change,
        Func<SyntaxToken, bool>? which = null) =>
        Pick(Tokens(root).Where(which ?? (_ => true)), random) is { RawKind: not 0 } token
            ? Put(text, token.Span, change(token)) : text;

    private static string OfNode<T>(string text, SyntaxNode root, Random random, Func<T, string> change) where T
        : SyntaxNode =>
        Pick(root.DescendantNodes().OfType<T>(), random) is { } node ? Put(text, node.Span, change(node)) : text;

    private static string WithBases(string text, SyntaxNode root, Random random)
    {
        if (Pick(root.DescendantNodes().OfType<TypeDeclarationSyntax>(), random) is not { } type) return text;
        string bases = s_bases[random.Next(s_bases.Length)];
        int end = (type.ParameterList ?? (SyntaxNode?)type.TypeParameterList)?.Span.End ?? type.Identifier.Span.End;
        return type.BaseList is { } old ? text.Insert(old.Span.End, ", " + bases) : text.Insert(end, " : " + bases);
    }

    private static string Swapped(string text, Random random, IEnumerable<SyntaxToken> tokens) =>
        Swapped(text, random, tokens.Select(token => token.Span));

    private static string Swapped(string text, Random random, IEnumerable<TextSpan> spans)
    {
        TextSpan[] all = [.. spans];
        if (all.Length < 2) return text;
        (TextSpan a, TextSpan b) = (all[random.Next(all.Length)], all[random.Next(all.Length)]);
        if (b.Start < a.Start) (a, b) = (b, a);
        // What stands in the other takes its place.
        return a.OverlapsWith(b)
            ? Put(text, a.Contains(b) ? a : b, text[(a.Contains(b) ? b : a).Start..(a.Contains(b) ? b : a).End])
            : text[..a.Start] + text[b.Start..b.End] + text[a.End..b.Start] + text[a.Start..a.End] + text[b.End..];
    }

    private static string Put(string text, TextSpan span, string other) =>
        text[..span.Start] + other + text[span.End..];

    private static T? Pick<T>(IEnumerable<T> all, Random random)
    {
        T[] each = [.. all];
        return each.Length == 0 ? default : each[random.Next(each.Length)];
    }
}
