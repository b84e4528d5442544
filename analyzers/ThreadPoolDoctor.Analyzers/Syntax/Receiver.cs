using System.Linq;
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
            // In a?.B()?.C() the second question mark stands behind .B(), and the first before it.
            MemberBindingExpressionSyntax binding => binding.Ancestors().OfType<ConditionalAccessExpressionSyntax>()
                .FirstOrDefault(asked => asked.WhenNotNull.Span.Contains(binding.Span))?.Expression,
            _ => null,
        };
    }
}
