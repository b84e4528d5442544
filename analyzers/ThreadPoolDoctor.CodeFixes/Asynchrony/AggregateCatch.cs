using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Wait, Result and WaitAll throw an AggregateException around what the task threw; await throws the thing itself. A
/// handler that looks for the wrapper would no longer see it.
/// </summary>
internal static class AggregateCatch
{
    public static string? Stop(TryStatementSyntax @try, SemanticModel model) =>
        @try.Catches.Any(handler => SeesWrapper(handler, model)) ? "a handler around it looks for the AggregateException" : null;

    private static bool SeesWrapper(CatchClauseSyntax handler, SemanticModel model)
    {
        if (handler.Declaration is not { } declaration) return false;
        if (model.GetTypeInfo(declaration.Type).Type?.Name == "AggregateException") return true;
        // catch (Exception e) that unpacks or tests the wrapper.
        return handler.DescendantTokens().Any(token => token.IsKind(SyntaxKind.IdentifierToken)
            && token.ValueText is "AggregateException" or "InnerException" or "InnerExceptions" or "GetBaseException");
    }
}
