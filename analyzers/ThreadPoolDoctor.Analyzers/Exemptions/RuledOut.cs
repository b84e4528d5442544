using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Places under a condition that what runs before them in the same body has ruled out: <c>if (line == null) line =
/// new(); ... if (line == null) Connect();</c>. Variables of the body alone are asked, whether they are null, or true.
/// </summary>
internal static class RuledOut
{
    public static bool Is(Candidate c)
    {
        for (SyntaxNode node = c.Node; node.Parent is { } parent && node != c.Body.Node; node = parent)
        {
            if (Wanted(parent, node) is ({ } condition, var answer)
                && Tests(condition, answer).Any(test => IsNever(c, test, condition))) return true;
        }
        return false;
    }

    /// <summary>
    /// What has to hold of fields and variables, by what asks for them, for a place to be come to within its member.
    /// </summary>
    public static IEnumerable<(ExpressionSyntax Asked, Known Is)> TestsAbove(SyntaxNode place)
    {
        for (SyntaxNode node = place; node.Parent is { } parent && node is not MemberDeclarationSyntax; node = parent)
        {
            if (Wanted(parent, node) is ({ } condition, var answer))
            {
                foreach ((ExpressionSyntax, Known) test in TestsOf(condition, answer)) yield return test;
            }
            // if (!_owns) return;
            foreach (IfStatementSyntax leaving in (parent as BlockSyntax)?.Statements.TakeWhile(statement =>
                statement != node).OfType<IfStatementSyntax>() ?? [])
            {
                if (leaving.Else is not null || !Branches.Leaves(leaving.Statement)) continue;
                foreach ((ExpressionSyntax, Known) test in TestsOf(leaving.Condition, false)) yield return test;
            }
        }
    }

    // What a condition has to answer for what stands under it to be come to.
    private static (ExpressionSyntax? Condition, bool Answer) Wanted(SyntaxNode parent, SyntaxNode node) =>
        parent switch
        {
            IfStatementSyntax choice when choice.Statement == node => (choice.Condition, true),
            ElseClauseSyntax { Parent: IfStatementSyntax choice } => (choice.Condition, false),
            ConditionalExpressionSyntax choice when choice.Condition != node => (choice.Condition, choice.WhenTrue == node),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when both.Right == node =>
                (both.Left, true),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when either.Right == node =>
                (either.Left, false),
            _ => default,
        };

    /// <summary>What has to hold of variables for a condition to answer so; all of these together.</summary>
    private static IEnumerable<(string Variable, Known Is)> Tests(ExpressionSyntax condition, bool answer) =>
        TestsOf(condition, answer).Where(test => test.Asked is IdentifierNameSyntax)
            .Select(test => (((IdentifierNameSyntax)test.Asked).Identifier.ValueText, test.Is));

    private static IEnumerable<(ExpressionSyntax Asked, Known Is)> TestsOf(ExpressionSyntax condition, bool answer)
    {
        switch (condition)
        {
            case ParenthesizedExpressionSyntax inner:
                return TestsOf(inner.Expression, answer);
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not:
                return TestsOf(not.Operand, !answer);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when answer:
                return TestsOf(both.Left, true).Concat(TestsOf(both.Right, true));
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when !answer:
                return TestsOf(either.Left, false).Concat(TestsOf(either.Right, false));
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression or (int)SyntaxKind.NotEqualsExpression } compared
                when NullTested(compared) is { } asked && IsNamed(asked):
                return [(asked, answer == compared.IsKind(SyntaxKind.EqualsExpression) ? Known.Null : Known.Set)];
            case IsPatternExpressionSyntax
            {
                Expression: var asked,
                Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression }
            }
                when IsNamed(asked):
                return [(asked, answer ? Known.Null : Known.Set)];
            case IsPatternExpressionSyntax
            {
                Expression: var asked,
                Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } }
            }
                when IsNamed(asked):
                return [(asked, answer ? Known.Set : Known.Null)];
            case var flag when IsNamed(flag):
                return [(flag, answer ? Known.True : Known.False)];
            default:
                return [];
        }
    }

    private static bool IsNamed(ExpressionSyntax asked) =>
        asked is IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax };

    private static ExpressionSyntax? NullTested(BinaryExpressionSyntax compared) =>
        compared.Right.IsKind(SyntaxKind.NullLiteralExpression) ? compared.Left
        : compared.Left.IsKind(SyntaxKind.NullLiteralExpression) ? compared.Right : null;

    private static bool IsNever(Candidate c, (string Variable, Known Is) test, ExpressionSyntax condition)
    {
        if (c.Examination.UsesAround(condition) is not { } uses) return false;
        Known before = Before(c.Body.Node, condition, new(test.Variable, uses));
        return before != Known.Nothing && before != test.Is && IsOwn(c, condition, new(test.Variable, uses));
    }

    // A variable of this very body, which no function in it writes.
    private static bool IsOwn(Candidate c, ExpressionSyntax condition, Asked variable) =>
        variable.Uses.In(condition, variable.Name).Select(name => c.Model.GetSymbolInfo(name).Symbol).All(symbol =>
                symbol is ILocalSymbol { IsRef: false } or IParameterSymbol { RefKind: RefKind.None }
                && symbol.DeclaringSyntaxReferences is [{ } declared]
                    && c.Examination.BodyAround(declared.GetSyntax()) == c.Body)
        && !variable.Uses.WritersIn(c.Body.Node, variable.Name)
            .Any(writer => writer.AncestorsAndSelf().First(Outline.IsBody) != c.Body.Node)
        && !c.Body.Node.DescendantNodes().Any(node => node is LabeledStatementSyntax);

    // What is known of a variable where a condition is asked, by what stands before it, the nearest first.
    private static Known Before(SyntaxNode body, SyntaxNode place, Asked variable)
    {
        bool isOnlyMade = false;
        for (SyntaxNode node = place; node != body && node.Parent is { } parent; node = parent)
        {
            if (Outline.IsBody(node)) return Known.Nothing;
            Known known = parent switch
            {
                BlockSyntax block => Last(block.Statements.TakeWhile(statement => statement != node), variable),
                SwitchSectionSyntax section =>
                    Last(section.Statements.TakeWhile(statement => statement != node), variable),
                _ => Wanted(parent, node) is ({ } condition, var answer) && !variable.IsWrittenIn(condition)
                    ? Tests(condition, answer).Where(test => test.Variable == variable.Name).Select(test =>
                        test.Is).FirstOrDefault() : Known.Nothing,
            };
            if (known == Known.Written || known != Known.Nothing
                && (!isOnlyMade || known == Known.Set)) return known == Known.Written ? Known.Nothing : known;
            if (known != Known.Nothing) return Known.Nothing;
            switch (parent)
            {
                case CatchClauseSyntax or FinallyClauseSyntax when variable.IsWrittenIn(parent.Parent!):
                    return Known.Nothing;
                // What a round before has written is what the next one finds.
                case WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax or CommonForEachStatementSyntax when variable.IsWrittenIn(parent):
                    if (!WritesOnlyMade(parent, variable)) return Known.Nothing;
                    isOnlyMade = true;
                    break;
            }
        }
        return Known.Nothing;
    }

    private static Known Last(IEnumerable<StatementSyntax> before, Asked variable) =>
        before.Reverse().Select(statement => After(statement, variable)).FirstOrDefault(known =>
            known != Known.Nothing);

    // What a statement leaves behind; nothing where it says nothing of the variable.
    private static Known After(StatementSyntax statement, Asked variable) => statement switch
    {
        LocalDeclarationStatementSyntax { Declaration.Variables: var declared }
            when declared.FirstOrDefault(each => each.Identifier.ValueText == variable.Name) is { } own =>
                own.Initializer is { Value: var value } ? Of(value) : Known.Written,
        ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } given }
            when left.Identifier.ValueText == variable.Name && !variable.IsWrittenIn(given.Right) => given.Kind() switch
            {
                SyntaxKind.SimpleAssignmentExpression => Of(given.Right),
                SyntaxKind.CoalesceAssignmentExpression when Of(given.Right) == Known.Set => Known.Set,
                _ => Known.Written,
            },
        ExpressionStatementSyntax { Expression: InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: IdentifierNameSyntax asked }, ..] } call }
            when asked.Identifier.ValueText == variable.Name && Names.OfInvoked(call.Expression) == "ThrowIfNull" =>
                Known.Set,
        IfStatementSyntax { Else: null } choice when !variable.IsWrittenIn(choice.Condition)
            && Tests(choice.Condition, false).Where(test => test.Variable == variable.Name).Select(test =>
                test.Is).FirstOrDefault() is not Known.Nothing and var otherwise
            && (Branches.Leaves(choice.Statement) || otherwise == Known.Set
                && Inside(choice.Statement, variable) == Known.Set) => otherwise,
        _ => variable.IsWrittenIn(statement) ? Known.Written : Known.Nothing,
    };

    private static Known Inside(StatementSyntax statement, Asked variable) =>
        statement is BlockSyntax block ? Last(block.Statements, variable) : After(statement, variable);

    /// <summary>What a value is by itself.</summary>
    internal static Known Of(ExpressionSyntax value) => value switch
    {
        ParenthesizedExpressionSyntax inner => Of(inner.Expression),
        BaseObjectCreationExpressionSyntax or ArrayCreationExpressionSyntax or ImplicitArrayCreationExpressionSyntax
            or AnonymousFunctionExpressionSyntax or ThisExpressionSyntax or InterpolatedStringExpressionSyntax =>
                Known.Set,
        LiteralExpressionSyntax literal => literal.Kind() switch
        {
            SyntaxKind.NullLiteralExpression => Known.Null,
            SyntaxKind.TrueLiteralExpression => Known.True,
            SyntaxKind.FalseLiteralExpression => Known.False,
            SyntaxKind.StringLiteralExpression => Known.Set,
            _ => Known.Written,
        },
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression, Right: var last } =>
            last is ThrowExpressionSyntax || Of(last) == Known.Set ? Known.Set : Known.Written,
        _ => Known.Written,
    };

    private static bool WritesOnlyMade(SyntaxNode loop, Asked variable) => variable.Uses.WritersIn(loop, variable.Name).All(writer =>
        writer is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression or (int)SyntaxKind.CoalesceAssignmentExpression, Right: var value } && Of(value) == Known.Set);

    // A variable by its name, and where the member around it speaks of it.
    private readonly struct Asked(string name, ScopeUses uses)
    {
        public string Name { get; } = name;

        public ScopeUses Uses { get; } = uses;

        public bool IsWrittenIn(SyntaxNode node) => Uses.WritersIn(node, Name).Any();
    }

    /// <summary>What is known of a value.</summary>
    internal enum Known
    {
        Nothing,
        Null,
        Set,
        True,
        False,

        /// <summary>It was given something of which nothing is known.</summary>
        Written,
    }
}
