using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>All cures by await, the most specific first.</summary>
internal static class CureTable
{
    private static readonly CureFinder[] s_finders =
    [
        TaskCures.Wait,
        TaskCures.Result,
        TaskCures.GetResult,
        TaskCures.WaitAll,
        TaskCures.WaitAny,
        SleepCure.Find,
        FormCure.Find,
        TwinCure.Find,
    ];

    /// <summary>
    /// The cure of the blocking expression that a diagnostic's span shows, or null when there is none.
    /// </summary>
    public static Cure? At(SyntaxNode shown, SemanticModel model)
    {
        while (shown is ConditionalAccessExpressionSyntax conditional) shown = conditional.WhenNotNull;
        for (SyntaxNode? at = shown; at is not null && !Functions.IsFunction(at)
            && at is not StatementSyntax; at = at.Parent)
        {
            if (at is ExpressionSyntax expression && Of(expression, model) is { } cure) return cure;
            // The name of the member, or its access, leads to the call; an argument does not lead to the call around
            // it.
            if (at.Parent is ArgumentSyntax or EqualsValueClauseSyntax) break;
            if (at is InvocationExpressionSyntax or ObjectCreationExpressionSyntax) break;
        }
        return null;
    }

    public static Cure? Of(ExpressionSyntax expression, SemanticModel model) =>
        expression is InvocationExpressionSyntax or MemberAccessExpressionSyntax or MemberBindingExpressionSyntax
            ? s_finders.Select(find => find(expression, model)).FirstOrDefault(cure => cure is not null)
            : null;
}
