using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// The CancellationToken to pass on: the parameter of the function itself, or of a function around it. It is not taken
/// across a delegate that is only queued: such work outlives the call whose token it would be.
/// </summary>
internal static class TokenInScope
{
    private static readonly HashSet<string> s_outlives =
        ["QueueUserWorkItem", "UnsafeQueueUserWorkItem", "Timer", "Thread", "RegisterWaitForSingleObject", "StartNew",
            "ContinueWith"];

    public static string? Find(SyntaxNode node, SemanticModel model)
    {
        for (SyntaxNode? function = Functions.Around(node); function is not null; function = Functions.Around(function))
        {
            IMethodSymbol? symbol = Functions.SymbolOf(function, model);
            if (symbol is null) return null;
            IParameterSymbol[] tokens = [.. symbol.Parameters.Where(IsToken)];
            if (tokens.Length > 0) return tokens.Length == 1 && IsVisible(tokens[0], node, model)
                && !TokenManners.MustRunAnyway(node, function) ? tokens[0].Name : null;
            if (symbol.IsStatic && function is LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax
                && IsDeclaredStatic(function)) return null;
            if (function is AnonymousFunctionExpressionSyntax && Outlives(function)) return null;
        }
        return null;
    }

    private static bool IsToken(IParameterSymbol parameter) =>
        parameter is { Type.Name: "CancellationToken", RefKind: RefKind.None, IsDiscard: false, Name.Length: > 0 }
        && Awaitables.IsIn(parameter.Type, "System.Threading");

    // A nested function's local of the same name hides it.
    private static bool IsVisible(IParameterSymbol token, SyntaxNode node, SemanticModel model) =>
        model.LookupSymbols(node.SpanStart, name: token.Name).Any(s => SymbolEqualityComparer.Default.Equals(s, token));

    private static bool IsDeclaredStatic(SyntaxNode function) => function switch
    {
        AnonymousFunctionExpressionSyntax lambda => lambda.Modifiers.Any(SyntaxKind.StaticKeyword),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.StaticKeyword),
        _ => false,
    };

    private static bool Outlives(SyntaxNode lambda) => lambda.Parent is ArgumentSyntax { Parent.Parent: { } call }
        && call switch
        {
            InvocationExpressionSyntax invocation => s_outlives.Contains(Syntax.MemberName(invocation)?.Identifier.ValueText ?? ""),
            ObjectCreationExpressionSyntax creation => s_outlives.Contains(creation.Type.ToString().Split('.').Last()),
            _ => true,
        };
}
