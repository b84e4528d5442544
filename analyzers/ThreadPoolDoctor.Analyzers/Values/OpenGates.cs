using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Signals that are set from the start and stay so: a gate that stands open until somebody closes it, as for a pause.
/// </summary>
internal static class OpenGates
{
    public static bool Is(Examination examination, ExpressionSyntax signal)
    {
        ExpressionSyntax[] made = [.. Origins.Of(examination, signal)];
        return made.Length > 0 && made.All(value => value is BaseObjectCreationExpressionSyntax
        {
            ArgumentList.Arguments: [{ Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression }, ..],
        } && examination.ModelOf(value).GetTypeInfo(value).Type?.Name is "ManualResetEvent" or "ManualResetEventSlim");
    }

    /// <summary>
    /// Whether a wait is for a signal that this very body has made, and made unset: nobody can have given it long
    /// ago.
    /// </summary>
    public static bool IsShutHere(Examination examination, SyntaxNode wait) =>
        Receiver.Of(wait) is IdentifierNameSyntax signal
        && examination.ModelOf(signal).GetSymbolInfo(signal).Symbol is ILocalSymbol
        && Origins.Of(examination, signal).ToArray() is [_, ..] made
        && made.All(value => value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: var given }
            && given.FirstOrDefault() is null or { Expression.RawKind: (int)SyntaxKind.FalseLiteralExpression }
            && examination.ModelOf(value).GetTypeInfo(value).Type?.Name is "ManualResetEvent" or "ManualResetEventSlim" or "AutoResetEvent" or "EventWaitHandle"
            && examination.BodyAround(value) == examination.BodyAround(wait));
}
