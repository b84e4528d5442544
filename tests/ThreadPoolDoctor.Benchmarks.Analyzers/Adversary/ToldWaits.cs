using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>What the rules say of the waits that a program came to, against the threads that it saw there.</summary>
internal static class ToldWaits
{
    public const string Missed = "missed", False = "false alarm";

    // What the grammar's waits are called.
    private static readonly HashSet<string> s_shortWaits = ["Wait", "Read", "ReadAllText", "ReadAllLines", "WriteAllText"];
    private static readonly HashSet<string> s_waits = [.. s_shortWaits, "Result", "GetResult", "Sleep", "WaitAll", "WaitAny"];

    /// <param name="root">The program.</param>
    /// <param name="findings">What the rules of a build say of it.</param>
    /// <param name="waits">The waits that it came to, and whether on a thread of the pool.</param>
    public static IReadOnlyList<Breach> Wrong(
        SyntaxNode root, IEnumerable<Diagnostic> findings, IReadOnlyDictionary<int, bool> waits)
    {
        SyntaxNode[] reported =
        [
            .. findings.Where(each => each.Location.SourceTree == root.SyntaxTree)
                .Select(each => Chain(root.FindNode(each.Location.SourceSpan, getInnermostNodeForTie: true))),
        ];
        bool hasLocks = root.DescendantNodes().Any(node => node is LockStatementSyntax);
        List<Breach> breaches = [];
        foreach (InvocationExpressionSyntax mark in root.DescendantNodes().OfType<InvocationExpressionSyntax>())
        {
            if (NumberOf(mark) is not { } number || !waits.TryGetValue(number, out bool onPool)) continue;
            // What was made smaller may not wait any more.
            if (WaitOf(mark) is not { } wait) continue;
            // Under a lock short waits are nobody's affair.
            if (onPool && hasLocks && s_shortWaits.Contains(NameOf(wait)!)) continue;
            bool isReported = reported.Any(node => node.Span.Contains(mark.Span));
            if (isReported != onPool) breaches.Add(new($"{(onPool ? Missed : False)} in {Function(mark)}", wait.ToString()));
        }
        return breaches;
    }

    // Wait(5): 5.
    private static int? NumberOf(InvocationExpressionSyntax mark) => mark is
    {
        Expression: IdentifierNameSyntax { Identifier.ValueText: "Wait" },
        ArgumentList.Arguments: [{ Expression: LiteralExpressionSyntax { Token.Value: int number } }],
    } ? number : null;

    public static SyntaxNode? FunctionOf(SyntaxNode node) => node.FirstAncestorOrSelf<SyntaxNode>(each => each
        is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax
        or BaseMethodDeclarationSyntax or BasePropertyDeclarationSyntax);

    /// <summary>Where a node stands, without the numbers, which are of one program alone.</summary>
    public static string Function(SyntaxNode node)
    {
        string name = FunctionOf(node) switch
        {
            LocalFunctionStatementSyntax local => local.Identifier.ValueText,
            MethodDeclarationSyntax { Parent: TypeDeclarationSyntax type } method =>
                $"{type.Identifier.ValueText}.{method.Identifier.ValueText}",
            MemberDeclarationSyntax { Parent: TypeDeclarationSyntax type } => $"{type.Identifier.ValueText}'s own",
            AnonymousFunctionExpressionSyntax { Parent: var parent } =>
                $"a lambda of {parent!.FirstAncestorOrSelf<InvocationExpressionSyntax>()?.Expression.ToString() ?? "its own"}",
            _ => "nothing",
        };
        return new([.. name.Where(c => !char.IsDigit(c))]);
    }

    // What waits for the call with this mark: the next that is known to wait around it.
    private static ExpressionSyntax? WaitOf(InvocationExpressionSyntax mark)
    {
        for (SyntaxNode? node = mark.Parent;
            node is ExpressionSyntax or ArgumentSyntax or ArgumentListSyntax or CollectionElementSyntax; node = node.Parent)
        {
            if (NameOf(node) is { } name && s_waits.Contains(name)) return (ExpressionSyntax)node;
        }
        return null;
    }

    private static string? NameOf(SyntaxNode node) => node switch
    {
        MemberAccessExpressionSyntax { Parent: not InvocationExpressionSyntax } property => property.Name.Identifier.ValueText,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax method } => method.Name.Identifier.ValueText,
        _ => null,
    };

    // The whole of "a.B().C" for any part of it.
    private static SyntaxNode Chain(SyntaxNode node)
    {
        while (node.Parent is InvocationExpressionSyntax
            || (node.Parent is MemberAccessExpressionSyntax access && (access.Expression == node || access.Name == node)))
        {
            node = node.Parent;
        }
        return node;
    }
}
