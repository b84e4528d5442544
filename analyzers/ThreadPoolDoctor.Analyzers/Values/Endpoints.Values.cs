using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part looks up what a lambda is run with.</summary>
internal static partial class Endpoints
{
    // Write(stream => stream.WriteByte(5)), which makes a buffer and runs the lambda with it: the one place that runs it tells.
    private static ExpressionSyntax? RunWith(Examination examination, ISymbol? symbol)
    {
        if (symbol is not IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.AnonymousFunction } } parameter) return null;
        if (parameter.DeclaringSyntaxReferences is not [{ } declared]
            || declared.GetSyntax().FirstAncestorOrSelf<AnonymousFunctionExpressionSyntax>() is not { } lambda) return null;
        // What is run is a delegate there: not the helper that takes it.
        if (examination.Delegates.Of(lambda) is not { Runner: Runner.Inline, At: InvocationExpressionSyntax run }
            || run.ArgumentList.Arguments.Any(argument => argument.Expression == lambda)) return null;
        return parameter.Ordinal < run.ArgumentList.Arguments.Count
            ? run.ArgumentList.Arguments[parameter.Ordinal].Expression : null;
    }
}
