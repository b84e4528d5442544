using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Code that asks by whom it is run: once its function is async, it is the compiler's own method that runs (MoveNext),
/// and the runtime that calls. Both compile.
/// </summary>
internal static class OwnFrame
{
    private static readonly (string Type, string Member)[] s_questions =
    [
        ("System.Reflection.MethodBase", "GetCurrentMethod"),
        ("System.Reflection.Assembly", "GetCallingAssembly"),
    ];

    /// <summary>Why a function with this node in it stays as it is, as the end of a sentence, or null.</summary>
    public static string? Asks(SyntaxNode node, SemanticModel model) => node switch
    {
        InvocationExpressionSyntax call when Syntax.MemberName(call)?.Identifier.ValueText is { } name
            && s_questions.Any(each => each.Member == name)
            && model.GetSymbolInfo(call).Symbol is { } asked
            && s_questions.Any(each => each.Member == asked.Name && Awaitables.IsMemberOf(asked, each.Type))
            => Reason(asked.Name),
        // A trace of an exception tells where that was thrown.
        BaseObjectCreationExpressionSyntax made when model.GetSymbolInfo(made).Symbol is IMethodSymbol
        {
            ContainingType: { Name: "StackTrace" or "StackFrame" } type, Parameters: var given,
        }
            && Awaitables.IsIn(type, "System.Diagnostics")
            && !given.Any(each => each.Type.Name.EndsWith(nameof(Exception), StringComparison.Ordinal))
            => Reason(type.Name),
        _ => null,
    };

    private static string Reason(string question) =>
        $"the function asks who runs it ({question}), and would be told of what the compiler makes of it";
}
