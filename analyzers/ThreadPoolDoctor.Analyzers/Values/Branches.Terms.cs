using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part binds what is asked, once for each expression: callers by the hundred ask the same, and models are not
/// kept for as long.
/// </summary>
internal sealed partial class Branches
{
    private static Term TermOf(Examination examination, ExpressionSyntax expression) =>
        examination.Terms.GetOrAdd(expression, each => Bind(examination, each));

    private static Term Bind(Examination examination, ExpressionSyntax expression)
    {
        SemanticModel model = examination.ModelOf(expression);
        BaseObjectCreationExpressionSyntax? made = expression as BaseObjectCreationExpressionSyntax;
        if (model.GetConstantValue(expression) is { HasValue: true, Value: var constant })
        {
            return new(made: made, known: new Value(constant, isConstant: true));
        }
        if (expression is BaseObjectCreationExpressionSyntax or AnonymousFunctionExpressionSyntax
            or ThisExpressionSyntax) return new(made: made, known: new Value(expression, isConstant: false));
        if (expression is MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax owner })
        {
            return model.GetSymbolInfo(expression).Symbol is IPropertySymbol { IsStatic: false } property
                && !MayBeSet(examination, owner, property) ? new(owner: owner, property: property) : Term.Nothing;
        }
        return expression is not IdentifierNameSyntax ? OfText(model, expression) ?? Term.Nothing : model.GetSymbolInfo(expression).Symbol switch
        {
            // No way is come by a call of a lambda, whose symbol would keep what it was bound with.
            IParameterSymbol { ContainingSymbol: not IMethodSymbol { MethodKind: MethodKind.AnonymousFunction } } parameter
                when examination.UsesAround(expression)?.IsWritten(parameter.Name) == false => new(parameter: parameter),
            ILocalSymbol { DeclaringSyntaxReferences: [{ } declared] } when declared.GetSyntax()
                is VariableDeclaratorSyntax { Initializer.Value: BaseObjectCreationExpressionSyntax local } => new(made: local),
            ILocalSymbol local => OfLocal(examination, local, expression),
            _ => Term.Nothing,
        };
    }

    /// <summary>What an expression is, whoever calls.</summary>
    /// <param name="known">A value that it always has.</param>
    /// <param name="parameter">The parameter that it stands for, which is given nothing else.</param>
    /// <param name="made">What makes the object that it stands for.</param>
    /// <param name="owner">Whose property it is.</param>
    /// <param name="property">The property.</param>
    /// <param name="text">The text that it is made of, or compares.</param>
    /// <param name="fold">What is made of that text.</param>
    /// <param name="other">What it is compared with.</param>
    /// <param name="kept">What a local keeps.</param>
    internal sealed class Term(Value? known = null, IParameterSymbol? parameter = null,
        BaseObjectCreationExpressionSyntax? made = null, IdentifierNameSyntax? owner = null, IPropertySymbol? property = null,
        ExpressionSyntax? text = null, Func<string, string>? fold = null, ExpressionSyntax? other = null, ExpressionSyntax? kept = null)
    {
        public static readonly Term Nothing = new();

        public Value? Known => known;

        public IParameterSymbol? Parameter => parameter;

        public BaseObjectCreationExpressionSyntax? Made => made;

        public IdentifierNameSyntax? Owner => owner;

        public IPropertySymbol? Property => property;

        public ExpressionSyntax? Text => text;

        public Func<string, string>? Fold => fold;

        public ExpressionSyntax? Other => other;

        public ExpressionSyntax? Kept => kept;
    }
}
