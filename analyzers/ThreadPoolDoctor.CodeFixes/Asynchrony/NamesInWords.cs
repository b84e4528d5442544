using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Names of methods that reflection is given as text or by nameof, in an attribute as well
/// (<c>[MemberData("Cases")]</c>): who calls a method that way takes what it returns for what it was, and no longer
/// finds it under a new name. Looked for where the method is written: in its own project.
/// </summary>
internal static class NamesInWords
{
    private static readonly HashSet<string> s_lookups = ["GetMethod", "GetRuntimeMethod", "GetDeclaredMethod",
        "InvokeMember", "CreateDelegate"];

    private static readonly ConditionalWeakTable<SyntaxTree, HashSet<string>> s_files = new();

    public static bool IsLookup(InvocationExpressionSyntax call) =>
        s_lookups.Contains(Syntax.MemberName(call)?.Identifier.ValueText ?? "");

    public static string? Stop(IMethodSymbol method, Compilation compilation, CancellationToken cancellation) =>
        compilation.SyntaxTrees.Any(tree => s_files.GetValue(tree, file => Read(file, cancellation))
            .Contains(method.Name)) ? $"'{method.Name}' is called by its name" : null;

    private static HashSet<string> Read(SyntaxTree file, CancellationToken cancellation) =>
    [
        .. file.GetRoot(cancellation).DescendantNodes().OfType<InvocationExpressionSyntax>().Where(IsLookup)
            .SelectMany(call => call.ArgumentList.Arguments)
                .Select(argument => argument.Expression).OfType<LiteralExpressionSyntax>()
            .Where(literal => literal.IsKind(SyntaxKind.StringLiteralExpression))
                .Select(literal => literal.Token.ValueText),
        .. file.GetRoot(cancellation).DescendantNodes().OfType<AttributeSyntax>().SelectMany(InAttribute),
    ];

    // [DebuggerDisplay("{Text(),nq}")] calls it in the middle; [Route("Load")] on Load itself is no call of it.
    private static IEnumerable<string> InAttribute(AttributeSyntax attribute) =>
        (attribute.ArgumentList?.Arguments ?? default).Select(argument => argument.Expression)
            .OfType<LiteralExpressionSyntax>()
            .Where(literal => literal.IsKind(SyntaxKind.StringLiteralExpression))
            .SelectMany(literal => Words(literal.Token.ValueText))
            .Where(word => attribute.Parent?.Parent is not MethodDeclarationSyntax own
                || own.Identifier.ValueText != word);

    private static IEnumerable<string> Words(string text) => text.Contains("{")
        ? text.Split('{', '}').Where((_, i) => i % 2 == 1).Select(hole => hole.Split('(')[0].Trim()) : [text];
}
