using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether the task that a call waits for is a delay: <c>Task.Delay(100).Wait()</c> is a sleep in other words.
/// </summary>
internal static class Delays
{
    public static bool IsOne(Examination examination, SyntaxNode wait)
    {
        // Through the awaiter: Task.Delay(100).GetAwaiter().GetResult()
        ExpressionSyntax? task = Receiver.Of(wait);
        for (; task is InvocationExpressionSyntax call; task = Receiver.Of(call))
        {
            if (examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol made
                && DelayingCalls.Hold(MemberNames.OfType(made.ContainingType), made.Name)) return true;
        }
        return false;
    }
}
