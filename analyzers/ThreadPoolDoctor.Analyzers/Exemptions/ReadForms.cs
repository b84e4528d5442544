using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether the form of a request has been read before somebody asks for it, so that it is at hand.</summary>
internal static class ReadForms
{
    // Methods between who reads a form and who awaits that.
    private const int Helpers = 2;

    public static bool IsRead(Candidate candidate)
    {
        if (IsOfBound(candidate.Examination, candidate.Body)
            || IsHandedByBound(candidate.Examination, Receiver.Of(candidate.Wait.Node), Helpers)) return true;
        // Last, for it binds calls in other files.
        return candidate.Examination.CallsTo(RequestForms.Reading).SelectMany(call => Readings(candidate.Examination, call))
            .Any(reading => Reads(candidate, reading));
    }

    private static bool IsOfBound(Examination examination, Body body)
    {
        for (Body? at = body; at is not null; at = at.Parent)
        {
            if (examination.MethodOf(at) is { } method && method.Parameters.Any(IsBound)) return true;
        }
        // MVC reads the form to find out what it calls an action with.
        return examination.MemberAround(body)?.ContainingType is { } type
            && type.SelfAndBases().Concat(type.AllInterfaces).Any(each => RequestForms.Bound.Contains(each.Name) && IsOfLibrary(each));
    }

    // captcha.Verify(Request), HttpContext.IsTwice(): whoever calls the method that is given a request, or its context,
    // be it by its contract, is such an action, and hands over its own.
    private static bool IsHandedByBound(Examination examination, ExpressionSyntax? asked, int helpers)
    {
        if (asked is null
            || SymbolOf(OwnerOf(examination, asked)) is not IParameterSymbol { ContainingSymbol: IMethodSymbol helper } given
            || Contracts.NameOf(helper) is var name && examination.Passed(name).Any()) return false;
        CallSite[] calls = [.. examination.CallsTo(name)
            .Select(call => (Node: call, Target: SymbolOf(call) as IMethodSymbol))
            .Where(call => call.Target is not null && Contracts.MayRun(call.Target.ReducedFrom ?? call.Target, helper))
            .Select(call => new CallSite(call.Node, call.Target!))];
        return calls.Length > 0 && calls.All(call => examination.BodyAround(call.Node) is { } caller
            && new Callers(call, null).ArgumentFor(given) is { } handed
            && (IsOfBound(examination, caller) ? IsOwnRequest(examination, handed)
                : helpers > 0 && IsHandedByBound(examination, handed, helpers - 1)));

        ISymbol? SymbolOf(SyntaxNode node) => examination.ModelOf(node).GetSymbolInfo(node).Symbol;
    }

    // Request, this.Request, HttpContext.Request, a variable that keeps it, or a parameter beside those that are bound.
    private static bool IsOwnRequest(Examination examination, ExpressionSyntax handed) =>
        examination.ModelOf(handed).GetSymbolInfo(OwnerOf(examination, handed)).Symbol
            is IPropertySymbol { Name: RequestForms.Request or RequestForms.Context } or IParameterSymbol;

    // Whose request web.Request is, and what a variable keeps of it; of what is no parameter the property itself.
    private static ExpressionSyntax OwnerOf(Examination examination, ExpressionSyntax request)
    {
        const int Names = 4;
        ExpressionSyntax owner = request;
        for (int named = 0; named < Names; named++)
        {
            if (owner is IdentifierNameSyntax && examination.ModelOf(owner).GetSymbolInfo(owner).Symbol is ILocalSymbol
                && Origins.Of(examination, owner).ToArray()
                    is [IdentifierNameSyntax or MemberAccessExpressionSyntax] kept) owner = kept[0];
            else if (owner is MemberAccessExpressionSyntax
            {
                Name.Identifier.ValueText: RequestForms.Request or RequestForms.Context,
                Expression: IdentifierNameSyntax or MemberAccessExpressionSyntax,
            } access && examination.ModelOf(access).GetSymbolInfo(access.Expression).Symbol
                is IParameterSymbol or ILocalSymbol
                    or IPropertySymbol { Name: RequestForms.Request or RequestForms.Context }) owner = access.Expression;
            else break;
        }
        return owner;
    }

    /// <summary>Whether the request is the one that an <c>IHttpContextAccessor</c> tells.</summary>
    public static bool IsOfAccessor(Candidate candidate)
    {
        // web.HttpContext?.Request.Form is about what stands before the question mark, too.
        SyntaxNode whole = candidate.Node.AncestorsAndSelf().TakeWhile(node => node is ExpressionSyntax).Last();
        return whole.DescendantNodesAndSelf().OfType<ExpressionSyntax>()
            .Any(part => candidate.Model.GetTypeInfo(part).Type is { Name: RequestForms.Accessor } type && IsOfLibrary(type));
    }

    // In the body that asks, or in one around it.
    private static bool Reads(Candidate candidate, Reading reading) =>
        candidate.Examination.BodyAround(reading.First) is { } body && IsWithin(candidate.Body, body)
        && (body != candidate.Body || MayBeBefore(reading.First, candidate.Node))
        && !AskedObjects.AreOthers(
            candidate.Examination, reading.Read, reading.Helpers, [candidate.Site, .. candidate.Path ?? []]);

    private static bool IsWithin(Body? inner, Body body)
    {
        while (inner is not null && inner != body) inner = inner.Parent;
        return inner is not null;
    }

    private static bool MayBeBefore(SyntaxNode reading, SyntaxNode asked) => reading.SpanStart < asked.SpanStart
        && reading.Ancestors().First(around => around.Span.Contains(asked.Span)) switch
        {
            IfStatementSyntax choice => choice.Condition.Contains(reading),
            ConditionalExpressionSyntax choice => choice.Condition.Contains(reading),
            SwitchStatementSyntax choice => choice.Expression.Contains(reading),
            SwitchExpressionSyntax choice => choice.GoverningExpression.Contains(reading),
            _ => true,
        };

    // await request.ReadFormAsync(), and what awaits a method that has surely done so when it ends.
    private static IEnumerable<Reading> Readings(Examination examination, InvocationExpressionSyntax call) =>
        examination.ModelOf(call).GetSymbolInfo(call).Symbol is var read
        && (read is null || IsOfLibrary(read.ContainingType))
            ? WithHelpers(examination, new Reading(call, [])) : [];

    private static IEnumerable<Reading> WithHelpers(Examination examination, Reading reading)
    {
        yield return reading;
        SyntaxNode first = reading.First;
        if (reading.Helpers.Length == Helpers
            || examination.BodyAround(first) is not { IsMember: true, LooksAwaitable: true } body
            || !IsAwaited(first, body) || Foregone.AtReturn(first, null) is null
            || examination.MethodOf(body) is not { } helper) yield break;
        foreach (InvocationExpressionSyntax call in examination.CallsTo(helper.Name))
        {
            if (!IsAwaited(call, examination.BodyAround(call))
                || examination.ModelOf(call).GetSymbolInfo(call).Symbol is not IMethodSymbol target
                || !Same(examination.OnlyMethodOf(call, target), helper)) continue;
            Reading longer = new(reading.Read, [new CallSite(call, target), .. reading.Helpers]);
            foreach (Reading further in WithHelpers(examination, longer)) yield return further;
        }
    }

    private static bool Same(IMethodSymbol? called, IMethodSymbol helper) =>
        SymbolEqualityComparer.Default.Equals(called?.OriginalDefinition, helper.OriginalDefinition);

    // Awaited, or given back by who awaits nothing.
    private static bool IsAwaited(SyntaxNode call, Body? body) => call.Parent switch
    {
        AwaitExpressionSyntax => true,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent.Parent: AwaitExpressionSyntax } => true,
        ReturnStatementSyntax or ArrowExpressionClauseSyntax => body is { IsAsync: false },
        _ => false,
    };

    private static bool IsBound(IParameterSymbol parameter) =>
        RequestForms.Parameters.Contains(parameter.Type.Name) && IsOfLibrary(parameter.Type)
        || parameter.GetAttributes().Any(attribute => attribute.AttributeClass is { Name: RequestForms.Attribute } type && IsOfLibrary(type));

    // Of a library that is missing the name is all that is known.
    private static bool IsOfLibrary(ITypeSymbol type) => type.TypeKind == TypeKind.Error
        || (MemberNames.OfNamespace(type.ContainingNamespace) + ".").StartsWith(RequestForms.Library + ".", StringComparison.Ordinal);

    /// <summary>Where a form is read, be it by a library that is missing, and the helpers that come to it.</summary>
    private sealed class Reading(SyntaxNode read, CallSite[] helpers)
    {
        public SyntaxNode Read { get; } = read;

        public CallSite[] Helpers { get; } = helpers;

        public SyntaxNode First => Helpers is [var outermost, ..] ? outermost.Node : Read;
    }
}
