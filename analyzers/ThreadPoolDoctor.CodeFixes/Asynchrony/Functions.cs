using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// What counts as one function in syntax: the thing that has to become async when an await is put into it.
/// </summary>
internal static class Functions
{
    /// <summary>
    /// The innermost function around a node: a lambda, local function, method, constructor, accessor or operator; the
    /// compilation unit for top-level statements; null outside of functions (field initialisers, attributes).
    /// </summary>
    public static SyntaxNode? Around(SyntaxNode node)
    {
        for (SyntaxNode? at = node.Parent; at is not null; at = at.Parent)
        {
            if (IsFunction(at)) return at;
            if (at is GlobalStatementSyntax) return at.Parent;
            if (at is PropertyDeclarationSyntax or IndexerDeclarationSyntax or BaseFieldDeclarationSyntax) return null;
        }
        return null;
    }

    public static bool IsFunction(SyntaxNode node) =>
        node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax or BaseMethodDeclarationSyntax
            or AccessorDeclarationSyntax;

    /// <summary>
    /// Everything in the function's body that runs when the function runs: nested functions are left out.
    /// </summary>
    public static IEnumerable<SyntaxNode> OwnNodes(SyntaxNode function)
    {
        IEnumerable<SyntaxNode> roots = function is CompilationUnitSyntax unit
            ? unit.Members.OfType<GlobalStatementSyntax>()
            : Bodies(function);
        return roots.SelectMany(root => root.DescendantNodesAndSelf(node => node == root || !IsFunction(node)))
            .Where(node => node != function);
    }

    public static IEnumerable<SyntaxNode> Bodies(SyntaxNode function) => function switch
    {
        AnonymousFunctionExpressionSyntax lambda => [lambda.Body],
        LocalFunctionStatementSyntax local => NotNull(local.Body, local.ExpressionBody),
        BaseMethodDeclarationSyntax method => NotNull(method.Body, method.ExpressionBody),
        AccessorDeclarationSyntax accessor => NotNull(accessor.Body, accessor.ExpressionBody),
        _ => [],
    };

    public static bool IsAsync(SyntaxNode function) => function switch
    {
        CompilationUnitSyntax => true,
        AnonymousFunctionExpressionSyntax lambda => lambda.AsyncKeyword.IsKind(SyntaxKind.AsyncKeyword),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.AsyncKeyword),
        BaseMethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.AsyncKeyword),
        _ => false,
    };

    public static IMethodSymbol? SymbolOf(SyntaxNode function, SemanticModel model) => function switch
    {
        AnonymousFunctionExpressionSyntax => model.GetSymbolInfo(function).Symbol as IMethodSymbol,
        CompilationUnitSyntax => null,
        _ => model.GetDeclaredSymbol(function) as IMethodSymbol,
    };

    private static IEnumerable<SyntaxNode> NotNull(SyntaxNode? block, SyntaxNode? arrow) =>
        block is not null ? [block] : arrow is not null ? [arrow] : [];
}
