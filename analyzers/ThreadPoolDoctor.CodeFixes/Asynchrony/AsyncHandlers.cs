using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Handlers of events that are async void, as they have no choice. Whoever raised the event goes on at their first
/// await: behind it one more changes nothing for him, before it he would go on earlier.
/// </summary>
internal static class AsyncHandlers
{
    /// <summary>
    /// Whether an async function that returns nothing has a handler's shape: (object sender, SomeEventArgs e).
    /// </summary>
    public static bool Are(IMethodSymbol function) => function is { IsAsync: true, ReturnsVoid: true, Parameters.Length: 2 }
        && function.Parameters[1].Type is INamedTypeSymbol arguments
        && arguments.SelfAndBases().Any(type => MemberNames.OfType(type) == DelegateTypes.Arguments);

    /// <summary>Why nothing is awaited at a place of one, as the end of a sentence, or null.</summary>
    public static string? Stop(SyntaxNode place, SyntaxNode function, SemanticModel model) =>
        Functions.SymbolOf(function, model) is { } symbol && Are(symbol)
            && !Functions.OwnNodes(function).OfType<AwaitExpressionSyntax>()
                .Any(awaited => Foregone.IsBefore(place, awaited, out _))
        ? "whoever raised the event would go on earlier than before" : null;
}
