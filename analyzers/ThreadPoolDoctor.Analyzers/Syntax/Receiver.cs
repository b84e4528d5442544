using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What stands before the dot of a call.</summary>
internal static class Receiver
{
    public static ExpressionSyntax? Of(SyntaxNode call)
    {
        ExpressionSyntax? expression = call is InvocationExpressionSyntax invocation ? invocation.Expression
            : call as ExpressionSyntax;
        return expression switch
        {
            MemberAccessExpressionSyntax access => access.Expression,
            MemberBindingExpressionSyntax binding => binding.FirstAncestorOrSelf<ConditionalAccessExpressionSyntax>()?.Expression,
            _ => null,
        };
    }
}
