using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// One method for both worlds, as libraries write it: <c>async Task Read(bool async)</c> blocks when it is told to, and
/// then has ended when it returns. What such a method does is its caller's choice.
/// </summary>
internal static class DualMode
{
    /// <summary>
    /// Whether this body, or a function around it, is told by a parameter if it may wait; or it gives back null for a
    /// task where all has been done.
    /// </summary>
    public static bool IsDual(Body body)
    {
        if (!body.IsAsync && body.LooksAwaitable && body.OwnNodes().Any(IsNothingReturned)) return true;
        for (Body? at = body; at is not null; at = at.Parent)
        {
            ParameterListSyntax? parameters = at.Node switch
            {
                BaseMethodDeclarationSyntax method => method.ParameterList,
                LocalFunctionStatementSyntax local => local.ParameterList,
                ParenthesizedLambdaExpressionSyntax lambda => lambda.ParameterList,
                _ => null,
            };
            if (parameters?.Parameters.Any(IsBooleanFlag) == true) return true;
        }
        return false;
    }

    // Nobody can await it: the caller looks, and goes on at once.
    private static bool IsNothingReturned(SyntaxNode node) =>
        node is ReturnStatementSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression };

    // A delegate may be called runAsync, too; the type of a lambda's parameter is often left out.
    private static bool IsBooleanFlag(ParameterSyntax parameter) =>
        parameter.Type is null or PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.BoolKeyword }
            && (DualFlags.Is(parameter.Identifier.ValueText) || DualFlags.IsSync(parameter.Identifier.ValueText));

    /// <summary>
    /// The half for callers who may wait: the branch that is taken when nobody asked for async, what is left when those
    /// who did have been served, and a helper that is called from there alone.
    /// </summary>
    public static bool IsSynchronous(Examination examination, SyntaxNode node) => node.Parent switch
    {
        IfStatementSyntax @if when @if.Condition != node => AsksForAsync(@if.Condition, isTaken: @if.Statement == node),
        ElseClauseSyntax { Parent: IfStatementSyntax @if } => AsksForAsync(@if.Condition, isTaken: false),
        ConditionalExpressionSyntax choice when choice.Condition != node => AsksForAsync(choice.Condition,
            isTaken: choice.WhenTrue == node),
        BlockSyntax block => examination.PartsOf(block).IsServed(node),
        _ => false,
    };

    /// <summary>Whether those who asked for async are done with behind a statement.</summary>
    public static bool Serves(StatementSyntax statement) => statement is IfStatementSyntax { Else: null } served
        && Leaves(served.Statement) && AsksForAsync(served.Condition, isTaken: false);

    /// <summary>
    /// <c>if (token.HasValue) await stream.WriteAsync(data); else stream.Write(data);</c>: whoever awaits the twin in
    /// another branch, or another case, knows of it, and has said when not to.
    /// </summary>
    public static bool HasTwinInOtherBranch(SyntaxNode site)
    {
        if (site is not (InvocationExpressionSyntax or MemberAccessExpressionSyntax)
            || Names.OfInvoked(site is InvocationExpressionSyntax call ? call.Expression
            : (ExpressionSyntax)site) is not { } name) return false;
        string twin = name + "Async";
        string? task = LowConfidence.HeldTask(site)?.ToString();
        // Most have no twin anywhere in their member, and no branch needs to be looked through.
        if (task is null && site.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member
            && Outline.Of(site.SyntaxTree, default).UsesOf(twin)?.In(member.FullSpan) is not { Count: > 0 }) return false;
        string? owner = Receiver.Of(site)?.ToString();
        for (SyntaxNode node = site; node.Parent is { } parent && node is not MemberDeclarationSyntax; node = parent)
        {
            bool isChosen = parent switch
            {
                IfStatementSyntax { Else: { } other } choice when choice.Statement == node => CallsTwin(other),
                ElseClauseSyntax { Parent: IfStatementSyntax choice } => CallsTwin(choice.Statement),
                ConditionalExpressionSyntax choice when choice.Condition != node => CallsTwin(choice.WhenTrue == node
                    ? choice.WhenFalse : choice.WhenTrue),
                SwitchStatementSyntax choice when choice.Expression != node => choice.Sections.Any(other => other != node && CallsTwin(other)),
                SwitchExpressionSyntax choice when choice.GoverningExpression != node => choice.Arms.Any(other => other != node && CallsTwin(other)),
                BlockSyntax block => block.Statements.TakeWhile(statement => statement != node)
                    .Any(statement => statement is IfStatementSyntax { Else: null } served && Leaves(served.Statement)
                        && CallsTwin(served.Statement)),
                _ => false,
            };
            if (isChosen) return true;
        }
        return false;

        // Of the same object: movies.GetAsync(id) here says nothing of shows.Get(id) there. Or the same task is
        // awaited.
        bool CallsTwin(SyntaxNode branch) => branch.DescendantNodesAndSelf().Any(node => node switch
        {
            InvocationExpressionSyntax other => Names.OfInvoked(other.Expression) == twin
                && Receiver.Of(other)?.ToString() == owner,
            AwaitExpressionSyntax awaited => task is not null && awaited.Expression.ToString() is var operand
                && (operand == task || operand.StartsWith(task + ".ConfigureAwait", System.StringComparison.Ordinal)),
            _ => false,
        });
    }

    /// <summary>
    /// A local function or private method that returns tasks which have ended: it is only called where nobody asked for
    /// async. So is a delegate that is kept for those who did not.
    /// </summary>
    public static bool IsSynchronousHalf(Examination examination, Body body)
    {
        if (body is { IsLambda: true, IsAsync: false })
        {
            return IsRunWhereNobodyAsked(examination, (ExpressionSyntax)body.Node);
        }
        if (body.IsAsync || body.Node is not (LocalFunctionStatementSyntax or MethodDeclarationSyntax)) return false;
        if (examination.MethodOf(body) is not { } method
            || method.MethodKind == MethodKind.Ordinary
            && method.DeclaredAccessibility != Accessibility.Private) return false;
        bool isCalled = false;
        foreach (InvocationExpressionSyntax call in examination.CallsTo(method.Name))
        {
            if (!SymbolEqualityComparer.Default.Equals(Calls.Target(examination.ModelOf(call),
                call)?.OriginalDefinition, method.OriginalDefinition)) continue;
            if (!IsWhereNobodyAsked(examination, call)) return false;
            isCalled = true;
        }
        return isCalled;
    }

    private static bool IsRunWhereNobodyAsked(Examination examination, ExpressionSyntax handed) =>
        examination.Delegates.Of(handed) is { Runner: Runner.Inline, Places: var places }
            && places.ToArray() is [_, ..] all && all.All(at => IsWhereNobodyAsked(examination, at));

    private static bool IsWhereNobodyAsked(Examination examination, SyntaxNode place) => place.AncestorsAndSelf()
        .TakeWhile(node => node is not MemberDeclarationSyntax).Any(node => IsSynchronous(examination, node));

    private static bool Leaves(StatementSyntax statement) =>
        statement is ReturnStatementSyntax or ThrowStatementSyntax
            || statement is BlockSyntax { Statements: { Count: > 0 } inner } && Leaves(inner.Last());

    // async, isAsync, !sync, behaviour == Behaviour.Asynchronous, mode is not Mode.Sync
    private static bool AsksForAsync(ExpressionSyntax condition, bool isTaken)
    {
        // async && count == 1: all of it holds where the branch is taken, and none of async || count == 1 where it is
        // not.
        if (condition is BinaryExpressionSyntax joined
            && joined.IsKind(isTaken ? SyntaxKind.LogicalAndExpression : SyntaxKind.LogicalOrExpression)) return AsksForAsync(joined.Left, isTaken) || AsksForAsync(joined.Right, isTaken);
        (ExpressionSyntax asked, bool isNegated) = condition switch
        {
            ParenthesizedExpressionSyntax inner => (inner.Expression, false),
            PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not => (not.Operand, true),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right: MemberAccessExpressionSyntax wanted } => (wanted, false),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression, Right: MemberAccessExpressionSyntax unwanted } => (unwanted, true),
            BinaryExpressionSyntax { RawKind: (int)SyntaxKind.IsExpression, Right: QualifiedNameSyntax { Right: var wanted } } => (wanted, false),
            // request is { Kind: Kind.Send, IsAsync: true }
            IsPatternExpressionSyntax { Pattern: RecursivePatternSyntax { PropertyPatternClause.Subpatterns: var parts } } when parts.FirstOrDefault(IsSetAsync) is { NameColon.Name: var wanted } => (wanted, false),
            IsPatternExpressionSyntax { Pattern: ConstantPatternSyntax { Expression: MemberAccessExpressionSyntax wanted } } => (wanted, false),
            IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression: MemberAccessExpressionSyntax unwanted } } } => (unwanted, true),
            _ => (condition, false),
        };
        if (asked != condition) return AsksForAsync(asked, isTaken != isNegated);
        string? name = condition switch
        {
            SimpleNameSyntax simple => simple.Identifier.ValueText,
            MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText,
            InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call => Names.OfInvoked(call.Expression),
            _ => null,
        };
        if (name is null) return false;
        // _isAsyncBulkCopy, asyncWrite
        bool saysAsync = name.IndexOf("isAsync", System.StringComparison.OrdinalIgnoreCase) >= 0
            || name.TrimStart('_').StartsWith("async", System.StringComparison.Ordinal) || EndsIn(name, "async")
            || EndsIn(name, "asynchronous") || EndsIn(name, "asynchronously");
        bool saysSync = !saysAsync && (EndsIn(name, "sync") || EndsIn(name, "synchronous") || EndsIn(name, "synchronously"));
        return saysAsync && !isTaken || saysSync && isTaken;
    }

    private static bool IsSetAsync(SubpatternSyntax part) =>
        part is { NameColon.Name.Identifier.ValueText: var name, Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression } } && EndsIn(name, "async");

    private static bool EndsIn(string name, string word) =>
        name.EndsWith(word, System.StringComparison.OrdinalIgnoreCase);
}
