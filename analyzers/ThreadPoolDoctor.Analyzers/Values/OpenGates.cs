using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Signals that are set from the start and stay so: a gate that stands open until somebody closes it, as for a pause.</summary>
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
}
