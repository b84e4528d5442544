using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What an object is not where something is called of it, as somebody has asked before: <c>if (source is IAsyncSource
/// other) await other.LoadAsync(); else source.Load();</c>
/// </summary>
internal readonly struct DeniedTypes
{
    private readonly Examination _examination;
    private readonly ExpressionSyntax _object;
    private readonly string _asked;

    private DeniedTypes(Examination examination, ExpressionSyntax asked)
    {
        _examination = examination;
        _object = asked;
        _asked = asked.ToString();
    }

    /// <summary>Whether a call is of no object of this type.</summary>
    public static bool Hold(Examination examination, SyntaxNode call, INamedTypeSymbol type) => Any(examination, call,
        other => type.SelfAndBases().Contains(other, SymbolEqualityComparer.Default)
            || type.AllInterfaces.Contains(other, SymbolEqualityComparer.Default));

    /// <summary>Whether a call is of an object that was asked in vain for a type with a method of this name.</summary>
    public static bool HaveMethod(Examination examination, SyntaxNode call, string name) => Any(examination, call,
        other => other.SelfAndBases().Concat(other.AllInterfaces)
            .Any(each => each.GetMembers(name).OfType<IMethodSymbol>().Any()));

    private static bool Any(Examination examination, SyntaxNode call, Func<INamedTypeSymbol, bool> isOne)
    {
        if (Receiver.Of(call) is not { } receiver
            || receiver is not (IdentifierNameSyntax or MemberAccessExpressionSyntax)) return false;
        DeniedTypes denied = new(examination, receiver);
        return denied.Above(call)
            .Any(one => examination.ModelOf(one).GetTypeInfo(one).Type is INamedTypeSymbol other && isOne(other))
            && !denied.IsWrittenAround(call);
    }

    private IEnumerable<ExpressionSyntax> Above(SyntaxNode call)
    {
        for (SyntaxNode node = call; node.Parent is { } parent && node is not MemberDeclarationSyntax; node = parent)
        {
            foreach (ExpressionSyntax type in At(parent, node)) yield return type;
        }
    }

    private IEnumerable<ExpressionSyntax> At(SyntaxNode parent, SyntaxNode node) => parent switch
    {
        IfStatementSyntax choice when choice.Statement == node => In(choice.Condition, true),
        ElseClauseSyntax { Parent: IfStatementSyntax choice } => In(choice.Condition, false),
        ConditionalExpressionSyntax choice when choice.Condition != node =>
            In(choice.Condition, choice.WhenTrue == node),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when both.Right == node =>
            In(both.Left, true),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when either.Right == node =>
            In(either.Left, false),
        BlockSyntax block => InLeaving(block.Statements.TakeWhile(statement => statement != node)),
        SwitchStatementSyntax choice when choice.Expression.ToString() == _asked
            && node is SwitchSectionSyntax { Labels: [DefaultSwitchLabelSyntax] } =>
            choice.Sections.SelectMany(section => section.Labels).OfType<CasePatternSwitchLabelSyntax>()
                .Where(label => label.WhenClause is null).SelectMany(label => Types(label.Pattern)),
        _ => [],
    };

    // if (source is IAsyncSource) return;
    private IEnumerable<ExpressionSyntax> InLeaving(IEnumerable<StatementSyntax> before)
    {
        foreach (IfStatementSyntax leaving in before.OfType<IfStatementSyntax>())
        {
            if (leaving.Else is not null || !Guards.Leaves(leaving.Statement)) continue;
            foreach (ExpressionSyntax type in In(leaving.Condition, false)) yield return type;
        }
    }

    // The types that the object is surely none of where a condition answers so.
    private IEnumerable<ExpressionSyntax> In(ExpressionSyntax condition, bool answer) => condition switch
    {
        ParenthesizedExpressionSyntax inner => In(inner.Expression, answer),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not => In(not.Operand, !answer),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when answer =>
            In(both.Left, true).Concat(In(both.Right, true)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when !answer =>
            In(either.Left, false).Concat(In(either.Right, false)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.IsExpression, Right: ExpressionSyntax type } one
            when !answer && one.Left.ToString() == _asked => [type],
        BinaryExpressionSyntax { Right.RawKind: (int)SyntaxKind.NullLiteralExpression } compared =>
            answer == compared.IsKind(SyntaxKind.EqualsExpression) ? Cast(compared.Left) : [],
        IsPatternExpressionSyntax { Expression: var one, Pattern: UnaryPatternSyntax { Pattern: var pattern } } =>
            In(one, pattern, !answer),
        IsPatternExpressionSyntax { Expression: var one, Pattern: var pattern } => In(one, pattern, answer),
        _ => [],
    };

    private IEnumerable<ExpressionSyntax> In(ExpressionSyntax one, PatternSyntax pattern, bool answer) =>
        pattern is ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression }
            ? answer ? Cast(one) : []
            : !answer && one.ToString() == _asked ? Types(pattern) : [];

    // IAsyncSource? other = source as IAsyncSource, and nothing else.
    private IEnumerable<ExpressionSyntax> Cast(ExpressionSyntax variable) => variable is IdentifierNameSyntax
        && Origins.Of(_examination, variable).ToArray()
            is [BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression, Right: ExpressionSyntax type } cast]
        && (cast.Left.ToString() == _asked || IsKeptFrom(cast.Left)) ? [type] : [];

    // _source = source; _other = source as IAsyncSource;
    private bool IsKeptFrom(ExpressionSyntax given) => given is IdentifierNameSyntax
        && Origins.Of(_examination, _object).ToArray() is [IdentifierNameSyntax only]
        && _examination.ModelOf(only).GetSymbolInfo(only).Symbol is { } one
        && SymbolEqualityComparer.Default.Equals(one, _examination.ModelOf(given).GetSymbolInfo(given).Symbol);

    // Of what a pattern matches without asking anything else.
    private static IEnumerable<ExpressionSyntax> Types(PatternSyntax pattern) => pattern switch
    {
        ParenthesizedPatternSyntax inner => Types(inner.Pattern),
        BinaryPatternSyntax { RawKind: (int)SyntaxKind.OrPattern } either =>
            Types(either.Left).Concat(Types(either.Right)),
        DeclarationPatternSyntax declared => [declared.Type],
        TypePatternSyntax type => [type.Type],
        ConstantPatternSyntax { Expression: NameSyntax or MemberAccessExpressionSyntax } type => [type.Expression],
        _ => [],
    };

    // Another object may stand there by then.
    private bool IsWrittenAround(SyntaxNode call)
    {
        string asked = _asked;
        return call.FirstAncestorOrSelf<MemberDeclarationSyntax>()?.DescendantNodes().Any(node =>
            node is AssignmentExpressionSyntax written && written.Left.ToString() == asked
            || node is ArgumentSyntax { RefKindKeyword.RawKind: not 0 } lent && lent.Expression.ToString() == asked) != false;
    }
}
