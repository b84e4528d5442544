using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Spans, other ref structs and ref locals cannot be kept across an await. Strict on purpose: a variable whose block
/// holds the await counts as living across it, even where the compiler could see that it does not; unless it is
/// declared behind the await, where it is new each time.
/// </summary>
internal static class RefLike
{
    public static string? Stop(SyntaxNode node, SyntaxNode function, SemanticModel model)
    {
        foreach (SyntaxNode own in Functions.OwnNodes(function))
        {
            ISymbol? declared = own switch
            {
                VariableDeclaratorSyntax or SingleVariableDesignationSyntax
                    or ForEachStatementSyntax => model.GetDeclaredSymbol(own),
                _ => null,
            };
            if (declared is ILocalSymbol local && (local.Type.IsRefLikeType || local.RefKind != RefKind.None)
                && !(own.SpanStart > node.Span.End && MayBeInAsync(own))
                && own.Ancestors().FirstOrDefault(IsScope)?.Span.Contains(node.Span) != false)
            {
                return $"'{local.Name}' is a span, ref struct or ref local that would live across the await";
            }
        }
        return StopInStatement(node, model);
    }

    // C# 13 has them in async functions where they do not live across an await; before, they may not be there at all.
    private static bool MayBeInAsync(SyntaxNode node) =>
        node.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= (LanguageVersion)1300 };

    public static string? StopInLoop(CommonForEachStatementSyntax each, SemanticModel model)
    {
        bool refLike = model.GetTypeInfo(each.Expression).Type is { IsRefLikeType: true }
            || model.GetForEachStatementInfo(each).GetEnumeratorMethod?.ReturnType is { IsRefLikeType: true };
        return refLike ? "the loop enumerates a span or by a ref struct" : null;
    }

    // An operand that is already on the evaluation stack when the await suspends must be spilled, and these cannot be.
    private static string? StopInStatement(SyntaxNode node, SemanticModel model)
    {
        SyntaxNode? outer = node.Ancestors()
            .FirstOrDefault(at => at is StatementSyntax or ArrowExpressionClauseSyntax || Functions.IsFunction(at));
        if (outer is null) return null;
        bool found = outer.DescendantNodes(at => at != node && at is not StatementSyntax || at == outer)
            .OfType<ExpressionSyntax>()
            .Where(e => !e.Span.Contains(node.Span) && !node.Span.Contains(e.Span)
                || e is ElementAccessExpressionSyntax or InvocationExpressionSyntax && e != node
                    && e.Span.Contains(node.Span))
            .Any(e => model.GetTypeInfo(e).Type is { IsRefLikeType: true }
                || e.SpanStart < node.SpanStart && BecomesRefLike(e, node, model)
                || ReturnsRef(model.GetSymbolInfo(e).Symbol));
        return found || IsInHandler(node, outer, model)
            ? "a span or a ref return is part of the same expression" : null;
    }

    // A string that is handed on as a span, and an element of an inline array, are made before the await.
    private static bool BecomesRefLike(ExpressionSyntax before, SyntaxNode node, SemanticModel model) =>
        !before.Span.Contains(node.Span) && model.GetTypeInfo(before).ConvertedType is { IsRefLikeType: true }
        || before is ElementAccessExpressionSyntax element
            && model.GetTypeInfo(element.Expression).Type?.GetAttributes()
                .Any(each => each.AttributeClass?.Name == "InlineArrayAttribute") == true;

    // string.Create(culture, $"{x}") is put together by a ref struct, hole by hole.
    private static bool IsInHandler(SyntaxNode node, SyntaxNode outer, SemanticModel model) =>
        node.Ancestors().TakeWhile(at => at != outer).OfType<InterpolatedStringExpressionSyntax>()
        .Any(text => model.GetTypeInfo(text).ConvertedType is { IsRefLikeType: true });

    private static bool ReturnsRef(ISymbol? symbol) => symbol switch
    {
        IMethodSymbol method => method.ReturnsByRef || method.ReturnsByRefReadonly,
        IPropertySymbol property => property.ReturnsByRef || property.ReturnsByRefReadonly,
        _ => false,
    };

    private static bool IsScope(SyntaxNode node) =>
        node is BlockSyntax or SwitchSectionSyntax or ForStatementSyntax or CommonForEachStatementSyntax
            or UsingStatementSyntax or CompilationUnitSyntax || Functions.IsFunction(node);
}
