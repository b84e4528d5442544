using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// One method for both worlds, as libraries write it: <c>async Task Read(bool async)</c> blocks when it is told to, and then
/// has ended when it returns. What such a method does is its caller's choice.
/// </summary>
internal static class DualPaths
{
    public static bool IsFlag(string name) => name is "async" or "isAsync" or "useAsync" or "runAsync" or "executeAsync" or "callAsync" || name.EndsWith("doAsync", System.StringComparison.Ordinal);

    /// <summary>Whether this body, or a function around it, is told by a parameter if it may wait.</summary>
    public static bool IsDual(Body body)
    {
        for (Body? at = body; at is not null; at = at.Parent)
        {
            ParameterListSyntax? parameters = at.Node switch
            {
                BaseMethodDeclarationSyntax method => method.ParameterList,
                LocalFunctionStatementSyntax local => local.ParameterList,
                ParenthesizedLambdaExpressionSyntax lambda => lambda.ParameterList,
                _ => null,
            };
            if (parameters?.Parameters.Any(IsBooleanFlag) == true) return true;
        }
        return false;
    }

    // A delegate may be called runAsync, too; the type of a lambda's parameter is often left out.
    private static bool IsBooleanFlag(ParameterSyntax parameter) =>
        parameter.Type is null or PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.BoolKeyword } && IsFlag(parameter.Identifier.ValueText);

    /// <summary>Read(async: false): the task it returns has ended.</summary>
    public static bool IsToldToBlock(InvocationExpressionSyntax call, SemanticModel model)
    {
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
        {
            if (!argument.Expression.IsKind(SyntaxKind.FalseLiteralExpression)) continue;
            if (argument.NameColon is { } name ? IsFlag(name.Name.Identifier.ValueText)
                : Calls.Target(model, call) is { } target && Calls.Parameter(target, argument) is { } parameter && IsFlag(parameter.Name)) return true;
        }
        return false;
    }
}
