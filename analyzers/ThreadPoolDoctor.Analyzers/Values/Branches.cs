using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether a call can get to a step of the helper that it calls. What it hands over may close the branch that the step
/// stands in: <c>Save(flush: false)</c> never comes to what stands under <c>if (flush)</c>. For a way that is looked at
/// for whoever may call, what somebody may close counts as closed.
/// </summary>
internal sealed partial class Branches
{
    private readonly Examination _examination;
    private readonly Callers _callers;

    // Locals that are made of each other are asked by as many ways as there are: once each.
    private readonly Dictionary<ExpressionSyntax, Truth> _kept = [];

    private Branches(Examination examination, Callers callers)
    {
        _examination = examination;
        _callers = callers;
    }

    public static bool AreClosed(Examination examination, Callers callers, SyntaxNode step)
    {
        bool saysAnything = callers.IsAnybody || callers.Site.Target.MethodKind == MethodKind.PropertySet
            || Calls.ArgumentsOf(callers.Site.Node)?.Arguments.Count > 0
            || callers.Site.Target.Parameters.Any(parameter => parameter.IsOptional);
        if (!saysAnything) return false;
        // Most steps stand under nothing that a caller has a say in, and have many callers.
        IReadOnlyList<Choice> choices = examination.Choices.GetOrAdd(step, each => MadeByCallers(examination, each));
        if (choices.Count == 0) return false;
        Branches here = new(examination, callers);
        return choices.Any(choice => choice.IsClosed(here));
    }

    /// <summary>Whether a way is closed only to those who hand over null where an object is meant to be.</summary>
    public static bool AreClosedByNull(Examination examination, IEnumerable<CallSite> path)
    {
        Branches anyone = new(examination, Callers.Anyone);
        return path.Any(step => examination.Choices.GetOrAdd(step.Node, each => MadeByCallers(examination, each)).Any(choice => !choice.IsClosed(anyone)));
    }

    private static IReadOnlyList<Choice> MadeByCallers(Examination examination, SyntaxNode step)
    {
        Branches anyone = new(examination, Callers.AnyoneWithNull);
        return [.. ChoicesAbove(step).Where(choice => choice.IsClosed(anyone))];
    }

    // What keeps somebody from a step of a member, the innermost first.
    private static IEnumerable<Choice> ChoicesAbove(SyntaxNode step)
    {
        for (SyntaxNode node = step; node.Parent is { } parent
            && node is not (MemberDeclarationSyntax or LocalFunctionStatementSyntax); node = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == node:
                    yield return Choice.ClosedIf(choice.Condition, Truth.False);
                    break;
                case ElseClauseSyntax { Parent: IfStatementSyntax choice }:
                    yield return Choice.ClosedIf(choice.Condition, Truth.True);
                    break;
                case ConditionalExpressionSyntax choice when choice.Condition != node:
                    yield return Choice.ClosedIf(choice.Condition, choice.WhenTrue == node ? Truth.False : Truth.True);
                    break;
                case WhileStatementSyntax loop when loop.Statement == node:
                    yield return Choice.ClosedIf(loop.Condition, Truth.False);
                    break;
                case BinaryExpressionSyntax either when either.Right == node && either.Kind() is var kind
                    && kind is SyntaxKind.LogicalAndExpression or SyntaxKind.LogicalOrExpression:
                    yield return Choice.ClosedIf(either.Left, kind == SyntaxKind.LogicalAndExpression ? Truth.False : Truth.True);
                    break;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice when choice.Right == node:
                    yield return new Choice(choice.Left, static (here, asked) => here.ValueOf(asked) is { MayBeSet: true });
                    break;
                case ConditionalAccessExpressionSyntax access when access.WhenNotNull == node:
                    yield return new Choice(access.Expression, static (here, asked) => here.ValueOf(asked) is { MayBeNull: true });
                    break;
                case BlockSyntax block:
                    foreach (Choice leaving in Leaving(block.Statements, node)) yield return leaving;
                    break;
                case SwitchExpressionArmSyntax { Pattern: ConstantPatternSyntax { Expression: var wanted }, Parent: SwitchExpressionSyntax choice }:
                    yield return new Choice(choice.GoverningExpression, (here, asked) => here.AreEqual(asked, wanted).MayBe(Truth.False));
                    break;
                case SwitchSectionSyntax { Parent: SwitchStatementSyntax choice } section:
                    yield return new Choice(choice.Expression, (here, asked) => here.IsOtherCase(section, asked));
                    foreach (Choice leaving in Leaving(section.Statements, node)) yield return leaving;
                    break;
            }
        }
    }

    // if (!flush) return; ... : what stands below is not come to.
    private static IEnumerable<Choice> Leaving(SyntaxList<StatementSyntax> statements, SyntaxNode node) =>
        statements.TakeWhile(statement => statement != node).OfType<IfStatementSyntax>()
            .Where(leaving => leaving.Else is null && Leaves(leaving.Statement))
            .Select(leaving => Choice.ClosedIf(leaving.Condition, Truth.True));

    internal static bool Leaves(StatementSyntax statement) => statement switch
    {
        ReturnStatementSyntax or ThrowStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax => true,
        BlockSyntax { Statements: { Count: > 0 } inner } => Leaves(inner.Last()),
        _ => false,
    };

    private bool IsOtherCase(SwitchSectionSyntax section, ExpressionSyntax asked)
    {
        if (ValueOf(asked) is not { } value) return false;
        if (value.IsGiven) return section.Labels.All(label => label is CaseSwitchLabelSyntax);
        return value.IsConstant && section.Labels.All(label => label switch
        {
            CaseSwitchLabelSyntax own => IsOther(own.Value, value),
            // Another case takes it.
            DefaultSwitchLabelSyntax => section.Parent is SwitchStatementSyntax choice && choice.Sections
                .Where(each => each != section).SelectMany(each => each.Labels).OfType<CaseSwitchLabelSyntax>()
                .Any(other => ValueOf(other.Value) is { IsConstant: true } taken && Equals(taken.Constant, value.Constant)),
            _ => false,
        });
    }

    private bool IsOther(ExpressionSyntax label, Value value) =>
        ValueOf(label) is { IsConstant: true } wanted && !Equals(wanted.Constant, value.Constant);

    /// <summary>
    /// What a condition comes to for this call; unknown where it depends on more than what is handed over.
    /// </summary>
    private Truth Says(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => Says(inner.Expression),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not => Says(not.Operand).Opposite(),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => Says(both.Left).And(Says(both.Right)),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either =>
            Says(either.Left).Opposite().And(Says(either.Right).Opposite()).Opposite(),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.IsExpression } compared =>
            AreEqual(compared.Left, compared.Right),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression } compared =>
            AreEqual(compared.Left, compared.Right).Opposite(),
        IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression: var wanted } } asked =>
            AreEqual(asked.Expression, wanted),
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression: var unwanted } } } asked =>
            AreEqual(asked.Expression, unwanted).Opposite(),
        _ => TermOf(_examination, condition) switch
        {
            { Kept: { } kept } => _kept.TryGetValue(kept, out Truth known) ? known : _kept[kept] = Says(kept),
            { Other: not null } compared => AreEqual(compared),
            _ => ValueOf(condition) switch
            {
                { IsGiven: true } => Truth.Either,
                { IsConstant: true, Constant: bool said } => said ? Truth.True : Truth.False,
                _ => Truth.Unknown,
            },
        },
    };

    private Truth AreEqual(ExpressionSyntax one, ExpressionSyntax other)
    {
        if (ValueOf(one) is not { } left || ValueOf(other) is not { } right) return Truth.Unknown;
        if (left.IsGivenObject && right is { IsConstant: true, IsNull: true } || right.IsGivenObject && left is { IsConstant: true, IsNull: true }) return Truth.False;
        if (left.IsGiven || right.IsGiven) return Truth.Either;
        if (left.IsConstant && right.IsConstant) return Equals(left.Constant, right.Constant) ? Truth.True : Truth.False;
        return left.IsNull != right.IsNull ? Truth.False : Truth.Unknown;
    }

    private Value? ValueOf(ExpressionSyntax expression) => ValueOf(_examination, expression, _callers);

    private static Value? ValueOf(Examination examination, ExpressionSyntax expression, Callers? callers)
    {
        while (expression is ParenthesizedExpressionSyntax inner) expression = inner.Expression;
        // Close(!fast), Run(mode == Mode.Slow): what the condition comes to for the caller.
        if (callers is not null && IsCondition(expression))
        {
            return new Branches(examination, callers).Says(expression) switch
            {
                Truth.True => new Value(true, isConstant: true),
                Truth.False => new Value(false, isConstant: true),
                Truth.Either => Value.Given,
                _ => null,
            };
        }
        Term term = TermOf(examination, expression);
        if (callers == Callers.BySettings) return term.Known ?? OfSetting(examination, examination.ModelOf(expression).GetSymbolInfo(expression).Symbol);
        if (term.Kept is { } kept) return ValueOf(examination, kept, callers);
        if (term.Text is { } text) return term.Other is null ? Folded(ValueOf(examination, text, callers), term.Fold!) : null;
        if (term.Property is { } property) return OfMember(examination, term.Owner!, property, callers);
        if (term.Parameter is not { } parameter) return term.Known;
        if (callers is null) return null;
        if (callers.Giving(examination, parameter) is not { } giving)
        {
            return !callers.IsGivenByAnybody(parameter) ? null
                : callers == Callers.AnyoneWithNull || MayBeNone(parameter) ? Value.Given : Value.GivenObject;
        }
        if (giving.ArgumentFor(parameter) is { } argument)
        {
            return ValueOf(examination, argument, giving.Before) ?? (giving.HasWhatItHands && IsLeftOutElsewhere(examination, parameter, argument)
                ? new Value(argument, isConstant: false) : null);
        }
        return giving.CalledAs(parameter) is { HasExplicitDefaultValue: true } left
            ? new Value(left.ExplicitDefaultValue, isConstant: true) : null;
    }

    // Save(Plan plan) is meant to be given one, whatever it asks itself; Save(Plan? plan) and Save(Plan plan = null)
    // are not.
    private static bool MayBeNone(IParameterSymbol parameter) => parameter.IsOptional || !parameter.Type.IsReferenceType
        || parameter.NullableAnnotation == NullableAnnotation.Annotated;

    // Run(work, Thread own = null): who hands it one that is not said to be null has one.
    private static bool IsLeftOutElsewhere(Examination examination, IParameterSymbol parameter, ExpressionSyntax argument) =>
        parameter is { HasExplicitDefaultValue: true, ExplicitDefaultValue: null, Type.IsReferenceType: true }
        && argument is IdentifierNameSyntax or MemberAccessExpressionSyntax
        && examination.ModelOf(argument).GetTypeInfo(argument).Nullability.FlowState != NullableFlowState.MaybeNull;

    private static bool IsCondition(ExpressionSyntax expression) => expression.Kind() is SyntaxKind.LogicalNotExpression
        or SyntaxKind.EqualsExpression or SyntaxKind.NotEqualsExpression or SyntaxKind.LogicalAndExpression
        or SyntaxKind.LogicalOrExpression;

    /// <summary>
    /// What is known of a value: which constant it is, only that it is not null, or that some caller may say which it
    /// is.
    /// </summary>
    internal readonly struct Value
    {
        public static readonly Value Given = new(null, isConstant: false, isGiven: true);

        /// <summary>Some caller says which it is, and has one.</summary>
        public static readonly Value GivenObject = new(null, isConstant: false, isGiven: true, isObject: true);

        public Value(object? constant, bool isConstant)
            : this(constant, isConstant, isGiven: false)
        {
        }

        private Value(object? constant, bool isConstant, bool isGiven, bool isObject = false)
        {
            IsGivenObject = isObject;
            Constant = constant;
            IsConstant = isConstant;
            IsGiven = isGiven;
        }

        public object? Constant { get; }

        public bool IsConstant { get; }

        public bool IsGiven { get; }

        public bool IsGivenObject { get; }

        public bool IsNull => Constant is null;

        public bool MayBeNull => !IsGivenObject && (IsGiven || IsNull);

        public bool MayBeSet => IsGiven || !IsNull;
    }

    /// <summary>
    /// What decides whether a step is come to: something that is asked, and the answer that closes the way.
    /// </summary>
    internal sealed class Choice(ExpressionSyntax asked, Func<Branches, ExpressionSyntax, bool> closes)
    {
        public static Choice ClosedIf(ExpressionSyntax condition, Truth closing) =>
            new(condition, (here, asked) => here.Says(asked).MayBe(closing));

        /// <summary>Whether it is asked again and again, as what others change is.</summary>
        public bool IsOfLoop => asked.Parent is WhileStatementSyntax;

        public bool IsClosed(Branches here) => closes(here, asked);
    }
}
