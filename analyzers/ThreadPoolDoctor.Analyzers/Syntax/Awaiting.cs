using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What stands around a task where somebody waits for it.</summary>
internal static class Awaiting
{
    /// <summary>The task itself: that of <c>task.ConfigureAwait(false).GetAwaiter()</c>.</summary>
    public static ExpressionSyntax TaskOf(ExpressionSyntax awaited)
    {
        while (awaited is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetAwaiter" or "ConfigureAwait" or "AsTask" } access }) awaited = access.Expression;
        return awaited;
    }
}
