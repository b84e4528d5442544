using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part looks up what a lambda is run with, and what it gives.</summary>
internal static partial class Endpoints
{
    // options.Index(), where all that is put there is () => assembly.GetManifestResourceStream(name)
    private static Endpoint OfAsked(Examination examination, ExpressionSyntax expression, int depth, Walk walk)
    {
        if (expression is not InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call
            || examination.ModelOf(call).GetSymbolInfo(call).Symbol is not IMethodSymbol { MethodKind: MethodKind.DelegateInvoke }) return Endpoint.Unknown;
        ExpressionSyntax function = call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Invoke" } invoke
            ? invoke.Expression : call.Expression;
        Endpoint? all = null;
        foreach (ExpressionSyntax given in PutThere(examination, function))
        {
            if (given is not AnonymousFunctionExpressionSyntax lambda) return Endpoint.Unknown;
            foreach (ExpressionSyntax value in Returned(lambda))
            {
                Endpoint end = Of(examination, value, callers: null, depth + 1, walk);
                all = all is { } before ? Both(before, end) : end;
            }
        }
        return all ?? Endpoint.Unknown;
    }

    // Also by whoever has another object of the class: all.Index = () => ...
    private static IEnumerable<ExpressionSyntax> PutThere(Examination examination, ExpressionSyntax function) =>
        examination.ModelOf(function).GetSymbolInfo(function).Symbol is (IPropertySymbol or IFieldSymbol) and var member
            ? Origins.Of(examination, function).Concat(Origins.PutInto(examination, member)) : Origins.Of(examination, function);

    private static IEnumerable<ExpressionSyntax> Returned(AnonymousFunctionExpressionSyntax lambda) => lambda.ExpressionBody is { } only ? [only]
        : lambda.Block!.DescendantNodes(inner => !Outline.IsBody(inner)).OfType<ReturnStatementSyntax>().Select(back => back.Expression).OfType<ExpressionSyntax>();

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

    // isText ? new StringReader(text) : File.OpenText(path), kind switch { ... }, given ?? new MemoryStream(): what
    // throws gives nothing.
    private static ExpressionSyntax[] Choices(ExpressionSyntax expression) =>
    [
        .. (expression switch
        {
            ConditionalExpressionSyntax choice => [choice.WhenTrue, choice.WhenFalse],
            SwitchExpressionSyntax choice => choice.Arms.Select(arm => arm.Expression),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice =>
                [choice.Left, choice.Right],
            _ => Enumerable.Empty<ExpressionSyntax>(),
        }).Where(each => each is not ThrowExpressionSyntax),
    ];
}
