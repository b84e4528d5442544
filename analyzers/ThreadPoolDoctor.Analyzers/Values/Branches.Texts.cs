using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part compares texts, in whatever letters, and looks through what a local keeps of it: <c>Ask("get")</c> never
/// comes behind <c>bool isGet = method.ToUpper() == "GET"; if (isGet) return;</c>
/// </summary>
internal sealed partial class Branches
{
    private static Term? OfText(SemanticModel model, ExpressionSyntax expression)
    {
        if (expression is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call) return null;
        string name = access.Name.Identifier.ValueText;
        if (FoldOf(name) is null && name != nameof(Equals)
            || model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ContainingType.SpecialType: SpecialType.System_String } method) return null;
        ExpressionSyntax[] given = [.. call.ArgumentList.Arguments.Select(argument => argument.Expression)];
        if (name != nameof(Equals)) return given.Length == 0 ? new(text: access.Expression, fold: FoldOf(name)) : null;
        if (!method.IsStatic) given = [access.Expression, .. given];
        return given switch
        {
            [var one, var other] => new(text: one, other: other, fold: static text => text),
            [var one, var other, MemberAccessExpressionSyntax { Name.Identifier.ValueText: var how }] =>
                new(text: one, other: other, fold: how.EndsWith("IgnoreCase", StringComparison.Ordinal) ? FoldOf("ToUpperInvariant") : static text => text),
            _ => null,
        };
    }

    private static Func<string, string>? FoldOf(string method) => method switch
    {
        "ToLower" or "ToLowerInvariant" => static text => text.ToLowerInvariant(),
        "ToUpper" or "ToUpperInvariant" => static text => text.ToUpperInvariant(),
        "Trim" => static text => text.Trim(),
        _ => null,
    };

    // bool isGet = ...; that stands before and is given nothing else: unfinished code may make variables of each other.
    private static Term OfLocal(Examination examination, ILocalSymbol local, ExpressionSyntax use) =>
        local.Type.SpecialType is SpecialType.System_Boolean or SpecialType.System_String
        && local.DeclaringSyntaxReferences is [{ } declared]
        && declared.SyntaxTree == use.SyntaxTree && declared.Span.End < use.SpanStart
        && declared.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: var kept }
        && examination.UsesAround(use)?.IsWritten(local.Name) == false ? new(kept: kept) : Term.Nothing;

    private static Value? Folded(Value? value, Func<string, string> fold) => value switch
    {
        { IsConstant: true, Constant: string text } => new Value(fold(text), isConstant: true),
        { IsGiven: true } => value,
        _ => null,
    };

    // Of two texts.
    private Truth AreEqual(Term compared)
    {
        if (Folded(ValueOf(compared.Text!), compared.Fold!) is not { } left
            || Folded(ValueOf(compared.Other!), compared.Fold!) is not { } right) return Truth.Unknown;
        if (left.IsGiven || right.IsGiven) return Truth.Either;
        return Equals(left.Constant, right.Constant) ? Truth.True : Truth.False;
    }
}
