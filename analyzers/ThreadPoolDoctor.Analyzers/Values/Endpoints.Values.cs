using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part looks up what a lambda is run with.</summary>
internal static partial class Endpoints
{
    // Write(stream => stream.WriteByte(5)), which makes a buffer and runs the lambda with it: who runs it tells. Of
    // several those on threads of the pool do, and one that hands over what is not in memory is enough.
    private static Endpoint? OfRun(Examination examination, ISymbol? symbol, int depth, Walk walk)
    {
        if (symbol is not IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.AnonymousFunction } } parameter) return null;
        if (parameter.DeclaringSyntaxReferences is not [{ } declared]
            || declared.GetSyntax().FirstAncestorOrSelf<AnonymousFunctionExpressionSyntax>() is not { } lambda) return null;
        if (walk.Known.TryGetValue((parameter, null), out Endpoint known)) return known;
        Fate fate = examination.Delegates.Of(lambda);
        if (fate.Runner != Runner.Inline) return null;
        // What is run is a delegate there: not the helper that takes it.
        InvocationExpressionSyntax[] runs = [.. fate.Places.OfType<InvocationExpressionSyntax>().Where(run =>
            parameter.Ordinal < run.ArgumentList.Arguments.Count
            && run.ArgumentList.Arguments.All(argument => argument.Expression != lambda))];
        InvocationExpressionSyntax[] onPool = runs.Length < 2 ? runs
            : [.. runs.Where(run => examination.BodyAround(run) is { } around && examination.WorkItems.Find(around) is not null)];
        // One that hands on what it is given, stream => kept(stream), adds nothing: what the others hand over tells.
        if (runs.Length > 0) walk.Known.Add((parameter, null), Endpoint.Memory);
        Endpoint? all = null;
        foreach (InvocationExpressionSyntax run in onPool.Length > 0 ? onPool : runs)
        {
            Endpoint end = Of(examination, run.ArgumentList.Arguments[parameter.Ordinal].Expression, callers: null, depth + 1, walk);
            all = all is null or Endpoint.Memory || end == Endpoint.Device ? end : all;
        }
        return all is { } told ? walk.Known[(parameter, null)] = told : null;
    }
}
