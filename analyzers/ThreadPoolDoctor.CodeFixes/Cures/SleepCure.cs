using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// TPD002: <c>Thread.Sleep(x)</c> becomes <c>await Task.Delay(x)</c>; both take milliseconds or a TimeSpan.
/// </summary>
internal static class SleepCure
{
    public static Cure? Find(ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not InvocationExpressionSyntax call
            || Syntax.MemberName(call)?.Identifier.ValueText != "Sleep") return null;
        if (!Awaitables.IsMemberOf(model.GetSymbolInfo(call).Symbol, "System.Threading.Thread")) return null;
        if (call.ArgumentList.Arguments.Count != 1) return null;
        string? token = TokenInScope.Find(call, model);
        TypeNames.TaskName task = TypeNames.Task(model, call.SpanStart);
        return new Cure(call, e => Delay((InvocationExpressionSyntax)e, task.Text, token),
            "Task.Delay")
        { Using = task.Using };
    }

    private static ExpressionSyntax Delay(InvocationExpressionSyntax sleep, string task, string? token)
    {
        // The names of the parameters differ (millisecondsTimeout, millisecondsDelay): with one argument none is
        // needed.
        ArgumentListSyntax arguments = sleep.ArgumentList.WithArguments(
            SingletonSeparatedList(sleep.ArgumentList.Arguments[0].WithNameColon(null)));
        InvocationExpressionSyntax delay = InvocationExpression(ParseExpression(task + ".Delay")
            .WithTrailingTrivia(sleep.Expression.GetTrailingTrivia()), arguments);
        return token is null ? delay : Syntax.WithArgument(delay, token, null);
    }
}
