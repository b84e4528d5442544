using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether an await may stand where an expression stands now. What the compiler would only refuse while it lowers the
/// code (and the safety net therefore does not see) must be found here.
/// </summary>
internal static class AwaitPlace
{
    /// <summary>Why no await may be put here, as the end of a sentence, or null.</summary>
    /// <param name="loosesAggregate">The call wraps exceptions in an AggregateException, which await does not.</param>
    public static string? Stop(SyntaxNode node, SyntaxNode function, SemanticModel model, bool loosesAggregate)
    {
        SyntaxNode below = node;
        for (SyntaxNode? at = node.Parent; at is not null && at != function; below = at, at = at.Parent)
        {
            string? stop = at switch
            {
                LockStatementSyntax held when below == held.Statement => "it is under a lock",
                UnsafeStatementSyntax or FixedStatementSyntax => "the code is unsafe",
                CatchFilterClauseSyntax => "it is in an exception filter",
                // What the first from goes through is asked for before the query is made.
                FromClauseSyntax { Parent: QueryExpressionSyntax }
                    or QueryExpressionSyntax when below is not QueryBodySyntax => null,
                QueryExpressionSyntax or QueryClauseSyntax
                    or SelectOrGroupClauseSyntax => "it is in a query expression",
                CommonForEachStatementSyntax each when below == each.Statement => RefLike.StopInLoop(each, model),
                UsingStatementSyntax { Declaration: null, Expression: { } held } @using when below == @using.Statement
                    && model.GetTypeInfo(held).Type is { IsRefLikeType: true } => "a ref struct lives across the await",
                TryStatementSyntax @try when below == @try.Block => AggregateCatch.Stop(@try, model, loosesAggregate)
                    ?? InterruptedCatch.Stop(@try),
                _ => null,
            };
            if (stop is not null) return stop;
        }
        if (function is not CompilationUnitSyntax && IsUnsafe(function)) return "the code is unsafe";
        return DisabledCode.Stop(node, function) ?? HalfCures.Stop(node, function)
            ?? RefLike.Stop(node, function, model) ?? ThreadAffinity.Stop(node, function, model)
            ?? HeldByUsing.Stop(node, function, model) ?? Ambience.Stop(function, model)
            ?? AsyncHandlers.Stop(node, function, model);
    }

    private static bool IsUnsafe(SyntaxNode function) => function.AncestorsAndSelf().Any(at => at switch
    {
        MemberDeclarationSyntax member => member.Modifiers.Any(SyntaxKind.UnsafeKeyword),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.UnsafeKeyword),
        UnsafeStatementSyntax => true,
        _ => false,
    });
}
