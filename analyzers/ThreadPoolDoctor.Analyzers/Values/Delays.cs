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

    /// <summary>
    /// What could be awaited in place of a wait for time that a token ends, <c>token.WaitHandle.WaitOne(time)</c>; null
    /// for any other wait.
    /// </summary>
    public static string? OfToken(Examination examination, SyntaxNode wait) =>
        wait is InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var time }, ..] } call
        && Names.OfInvoked(call.Expression) == "WaitOne"
        && Receiver.Of(call)
            is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "WaitHandle", Expression: var token }
        && examination.ModelOf(token).GetTypeInfo(token).Type is { Name: "CancellationToken" }
            ? $"Task.Delay({Shown(time, "time")}, {Shown(token, "token")})" : null;

    // In the words of the code, where they are few.
    private static string Shown(ExpressionSyntax expression, string what) =>
        expression.Span.Length <= 40 && !expression.ToString().Contains('\n') ? expression.ToString() : what;
}
