using System;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Wait, Result, WaitAll and Parallel throw an AggregateException around what was thrown; await throws the thing
/// itself. A handler that looks for the wrapper would no longer see it.
/// </summary>
internal static class AggregateCatch
{
    private static readonly ConditionalWeakTable<SyntaxTree, StrongBox<bool>> s_files = new();

    /// <param name="isSure">The call is known to wrap; else only a handler that names the wrapper tells that it
    /// may.</param>
    public static string? Stop(TryStatementSyntax @try, SemanticModel model, bool isSure) =>
        @try.Catches.Any(handler => Names(handler, model) || isSure && Unpacks(handler))
            ? "a handler around it looks for the AggregateException" : null;

    /// <summary>Whether a handler of a file says its name.</summary>
    public static bool IsNamedIn(SyntaxTree file) => s_files.GetValue(file, each => new StrongBox<bool>(each.GetRoot()
        .DescendantNodes().OfType<CatchDeclarationSyntax>()
        .Any(handler => handler.Type.ToString().EndsWith("AggregateException", StringComparison.Ordinal)))).Value;

    private static bool Names(CatchClauseSyntax handler, SemanticModel model) =>
        handler.Declaration is { } declaration
            && model.GetTypeInfo(declaration.Type).Type?.Name == "AggregateException";

    // catch (Exception e) that unpacks or tests the wrapper.
    private static bool Unpacks(CatchClauseSyntax handler) =>
        handler.Declaration is not null
            && handler.DescendantTokens().Any(token => token.IsKind(SyntaxKind.IdentifierToken)
            && token.ValueText is "AggregateException" or "InnerException" or "InnerExceptions" or "GetBaseException");
}
