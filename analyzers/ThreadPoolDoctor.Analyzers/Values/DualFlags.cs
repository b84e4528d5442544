using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Parameters that tell a method whether it may wait, and calls that say no.</summary>
internal static class DualFlags
{
    public static bool Is(string name) =>
        name is "async" or "isAsync" or "useAsync" or "runAsync" or "executeAsync" or "callAsync"
        || name.EndsWith("doAsync", System.StringComparison.Ordinal);

    /// <summary>The same the other way round: <c>bool sync</c>.</summary>
    public static bool IsSync(string name) =>
        name is "sync" or "isSync" or "synchronous" or "isSynchronous" or "synchronously" or "useSync" or "runSync" or "runSynchronously" or "executeSync";

    /// <summary>
    /// Read(async: false), Read(sync: true), or Find(id, CacheMode.CacheOnly): the task it returns has ended.
    /// </summary>
    public static bool IsToldToBlock(InvocationExpressionSyntax call, SemanticModel model)
    {
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            // What is only looked up in a cache is there at once.
            if (argument.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CacheOnly" or "LocalOnly" or "MemoryOnly" }) return true;
            System.Func<string, bool>? saysSo = argument.Expression.Kind() switch
            {
                SyntaxKind.FalseLiteralExpression => Is,
                SyntaxKind.TrueLiteralExpression => IsSync,
                _ => null,
            };
            if (saysSo is null) continue;
            if (argument.NameColon is { } name ? saysSo(name.Name.Identifier.ValueText)
                : Calls.Target(model, call) is { } target && Calls.Parameter(target, argument) is { } parameter
                    && saysSo(parameter.Name)) return true;
        }
        return false;
    }
}
