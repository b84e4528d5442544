using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether a call can get to a step of the helper that it calls. What it hands over may close the branch that the step stands
/// in: <c>Save(flush: false)</c> never comes to what stands under <c>if (flush)</c>.
/// </summary>
internal sealed partial class Branches
{
    private readonly Examination _examination;
    private readonly Callers _callers;
    private readonly SemanticModel _model;

    private Branches(Examination examination, Callers callers, SemanticModel model)
    {
        _examination = examination;
        _callers = callers;
        _model = model;
    }

    public static bool AreClosed(Examination examination, Callers callers, SyntaxNode step)
    {
        bool saysAnything = callers.Site.Target.MethodKind == MethodKind.PropertySet
            || Calls.ArgumentsOf(callers.Site.Node)?.Arguments.Count > 0
            || callers.Site.Target.Parameters.Any(parameter => parameter.IsOptional);
        return saysAnything && new Branches(examination, callers, examination.ModelOf(step)).AreClosed(step);
    }

    private bool AreClosed(SyntaxNode step)
    {
        for (SyntaxNode node = step; node.Parent is { } parent
            && node is not (MemberDeclarationSyntax or LocalFunctionStatementSyntax); node = parent)
        {
            bool isClosed = parent switch
            {
                IfStatementSyntax choice when choice.Statement == node => Says(choice.Condition) == false,
                ElseClauseSyntax { Parent: IfStatementSyntax choice } => Says(choice.Condition) == true,
                ConditionalExpressionSyntax choice when choice.WhenTrue == node => Says(choice.Condition) == false,
                ConditionalExpressionSyntax choice when choice.WhenFalse == node => Says(choice.Condition) == true,
                WhileStatementSyntax loop when loop.Statement == node => Says(loop.Condition) == false,
                BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when both.Right == node => Says(both.Left) == false,
                BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when either.Right == node => Says(either.Left) == true,
                BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice when choice.Right == node => ValueOf(choice.Left) is { IsNull: false },
                ConditionalAccessExpressionSyntax access when access.WhenNotNull == node => ValueOf(access.Expression) is { IsNull: true },
                BlockSyntax block => HasLeft(block.Statements, node),
                SwitchSectionSyntax section => IsOtherCase(section) || HasLeft(section.Statements, node),
                _ => false,
            };
            if (isClosed) return true;
        }
        return false;
    }

    // if (!flush) return; ... : what stands below is not come to.
    private bool HasLeft(SyntaxList<StatementSyntax> statements, SyntaxNode node)
    {
        foreach (StatementSyntax statement in statements)
        {
            if (statement == node) return false;
            if (statement is IfStatementSyntax { Else: null } leaving && Leaves(leaving.Statement)
                && Says(leaving.Condition) == true) return true;
        }
        return false;
    }

    private static bool Leaves(StatementSyntax statement) => statement switch
    {
        ReturnStatementSyntax or ThrowStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax => true,
        BlockSyntax { Statements: { Count: > 0 } inner } => Leaves(inner.Last()),
        _ => false,
    };

    private bool IsOtherCase(SwitchSectionSyntax section) =>
        section.Parent is SwitchStatementSyntax { Expression: var asked }
            && ValueOf(asked) is { IsConstant: true } value
        && section.Labels.All(label => label is CaseSwitchLabelSyntax @case
            && _model.GetConstantValue(@case.Value) is { HasValue: true } constant
            && !Equals(constant.Value, value.Constant));

    /// <summary>What a condition comes to for this call; null where it depends on more than what is handed over.</summary>
    private bool? Says(ExpressionSyntax condition)
    {
        switch (condition)
        {
            case ParenthesizedExpressionSyntax inner:
                return Says(inner.Expression);
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not:
                return !Says(not.Operand);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both:
                return Says(both.Left) == false || Says(both.Right) == false ? false
                    : Says(both.Left) == true && Says(both.Right) == true ? true : null;
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either:
                return Says(either.Left) == true || Says(either.Right) == true ? true
                    : Says(either.Left) == false && Says(either.Right) == false ? false : null;
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.IsExpression } compared:
                return AreEqual(compared.Left, compared.Right);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression } compared:
                return !AreEqual(compared.Left, compared.Right);
            case IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression: var wanted } } asked:
                return AreEqual(asked.Expression, wanted);
            case IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression: var unwanted } } } asked:
                return !AreEqual(asked.Expression, unwanted);
            default:
                return ValueOf(condition) is { IsConstant: true, Constant: bool said } ? said : null;
        }
    }

    private bool? AreEqual(ExpressionSyntax one, ExpressionSyntax other)
    {
        if (ValueOf(one) is not { } left || ValueOf(other) is not { } right) return null;
        if (left.IsConstant && right.IsConstant) return Equals(left.Constant, right.Constant);
        return left.IsNull != right.IsNull ? false : null;
    }

    private Value? ValueOf(ExpressionSyntax expression) => ValueOf(_examination, expression, _model, _callers);

    private static Value? ValueOf(Examination examination, ExpressionSyntax expression, SemanticModel model,
        Callers? callers)
    {
        while (expression is ParenthesizedExpressionSyntax inner) expression = inner.Expression;
        if (model.GetConstantValue(expression) is { HasValue: true, Value: var constant }) return new Value(constant,
            isConstant: true);
        if (expression is BaseObjectCreationExpressionSyntax or AnonymousFunctionExpressionSyntax
            or ThisExpressionSyntax) return new Value(expression, isConstant: false);
        if (expression is MemberAccessExpressionSyntax access) return OfMember(examination, access, model, callers);
        if (expression is not IdentifierNameSyntax
            || model.GetSymbolInfo(expression).Symbol is not IParameterSymbol parameter) return null;
        if (callers?.Giving(examination, parameter) is not { } giving
            || examination.UsesAround(expression) is not { } uses || uses.IsWritten(parameter.Name)) return null;
        if (giving.ArgumentFor(parameter) is { } argument) return ValueOf(examination, argument,
            examination.ModelOf(argument), giving.Before);
        return giving.CalledAs(parameter) is { HasExplicitDefaultValue: true } left
            ? new Value(left.ExplicitDefaultValue, isConstant: true) : null;
    }

    /// <summary>What is known of a value: which constant it is, or only that it is not null.</summary>
    private readonly struct Value
    {
        public Value(object? constant, bool isConstant)
        {
            Constant = constant;
            IsConstant = isConstant;
        }

        public object? Constant { get; }

        public bool IsConstant { get; }

        public bool IsNull => Constant is null;
    }
}
