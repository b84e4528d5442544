using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part looks at what a getter gives, <c>Stream Buffer => _kept ??= new MemoryStream()</c>, and at what an out
/// parameter is set to.
/// </summary>
internal static partial class Endpoints
{
    private static Endpoint OfOffered(Examination examination, ExpressionSyntax expression, ISymbol? symbol,
        Callers? callers, int depth, Walk walk)
    {
        if (symbol is not (IPropertySymbol or ILocalSymbol)
            || walk.Known.ContainsKey((symbol, callers))) return Endpoint.Unknown;
        Endpoint? all = null;
        foreach ((ExpressionSyntax value, Callers? from) in symbol is IPropertySymbol { GetMethod: { } getter }
            ? OfGetter(examination, new CallSite(expression, getter), callers) : OfOut(examination, symbol, callers))
        {
            walk.Known[(symbol, callers)] = Endpoint.Unknown;
            if (value is ThrowExpressionSyntax || value.IsKind(SyntaxKind.NullLiteralExpression)) continue;
            Endpoint end = Of(
                examination, value is AssignmentExpressionSyntax kept ? kept.Right : value, from, depth + 1, walk);
            all = all is { } before ? Both(before, end) : end;
        }
        return all is { } told ? walk.Known[(symbol, callers)] = told : Endpoint.Unknown;
    }

    private static IEnumerable<(ExpressionSyntax Value, Callers? From)> OfGetter(
        Examination examination, CallSite asked, Callers? callers) =>
        examination.Calls.MethodOf(asked) is { } method
            ? examination.BodiesOf(method).SelectMany(body => body.Returned())
                .Select(value => (value, (Callers?)new Callers(asked, callers))) : [];

    // if (TryMake(out var stream)): a local that is only set there.
    private static IEnumerable<(ExpressionSyntax Value, Callers? From)> OfOut(
        Examination examination, ISymbol local, Callers? callers)
    {
        if (examination.SourcesOf(local).FirstOrDefault()?.GetSyntax() is not SingleVariableDesignationSyntax
            {
                Parent: DeclarationExpressionSyntax
                {
                    Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } given,
                },
            } declared
            || Calls.Target(examination.ModelOf(call), call) is not { } target
            || examination.UsesAround(declared)?.AssignedTo(local.Name).Any() == true) return [];
        CallSite site = new(call, target);
        return examination.Calls.MethodOf(site) is { } method && Calls.Parameter(target, given) is { } parameter
            && method.Parameters.ElementAtOrDefault(parameter.Ordinal) is { } own
            ? examination.SourcesOf(method).Select(source => source.GetSyntax())
                .SelectMany(source => examination.UsesIn(source).AssignedTo(own.Name))
                .Select(value => (value, (Callers?)new Callers(site, callers))) : [];
    }
}
