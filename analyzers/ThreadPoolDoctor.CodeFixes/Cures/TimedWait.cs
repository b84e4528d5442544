using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// <c>task.Wait(timeout)</c> becomes a race against Task.Delay. Where the task is asked for its result right after,
/// that says of a failed task what Wait would have said; elsewhere Wait(0) says it, which is right and no joy to read,
/// so a person is to ask for it.
/// </summary>
internal static class TimedWait
{
    public static Cure? Of(InvocationExpressionSyntax call, SemanticModel model)
    {
        if (call.ArgumentList.Arguments is not [{ Expression: { } timeout }] || IsInfinite(timeout, model)) return null;
        if (Syntax.Receiver(call) is not { } task || !Syntax.IsSimple(task, model)) return null;
        TypeNames.TaskName type = TypeNames.Task(model, call.SpanStart);
        string name = task.WithoutTrivia().ToString();
        const string Shown = "Task.WhenAny with a delay";
        if (IsAskedNext(call, name))
        {
            ExpressionSyntax whole = call.Parent is PrefixUnaryExpressionSyntax not ? not : call;
            string sign = whole == call ? "==" : "!=";
            return new Cure(whole, e => Race(type.Text, e), Shown)
            {
                Using = type.Using,
                LoosesAggregate = true,
                Around = (_, awaited) => ParseExpression($"{awaited} {sign} {name}"),
            };
        }
        // Wait(0) neither blocks nor loses the AggregateException of a failed task, so the meaning is kept whole.
        return new Cure(call, e => Race(type.Text, e), Shown)
        {
            Using = type.Using,
            IsForPersons = true,
            Around = (_, awaited) => InTime(awaited.ToString(), name, call.Parent),
        };
    }

    /// <summary>
    /// Whether a call waits for the first of several tasks, and for a time: <c>Task.WaitAny(tasks, timeout)</c>.
    /// </summary>
    public static bool IsOfSeveral(InvocationExpressionSyntax call, IMethodSymbol method) =>
        method.Parameters is [_, { Type.Name: "Int32" or "TimeSpan" }] && Syntax.Receiver(call) is not null
            && call.ArgumentList.Arguments is [{ NameColon: null }, { NameColon: null }];

    /// <summary>The namespace of Concat, where it is not imported yet.</summary>
    public static string? UsingAt(InvocationExpressionSyntax call, SemanticModel model) =>
        model.GetSpeculativeSymbolInfo(call.SpanStart,
            ParseExpression($"{call.ArgumentList.Arguments[0].Expression.WithoutTrivia()}.Concat(null)"),
            SpeculativeBindingOption.BindAsExpression) is { Symbol: null, CandidateSymbols.IsEmpty: true }
            ? "System.Linq" : null;

    /// <summary>The first of them, or the delay, which is none: no task of theirs has ended in time.</summary>
    public static ExpressionSyntax FirstInTime(ExpressionSyntax rewritten)
    {
        var call = (InvocationExpressionSyntax)rewritten;
        string task = Syntax.Receiver(call)!.WithoutTrivia().ToString();
        string[] given = [.. call.ArgumentList.Arguments.Select(each => each.Expression.WithoutTrivia().ToString())];
        return ParseExpression($"{task}.WhenAny({given[0]}.Concat(new[] {{ {task}.Delay({given[1]}) }}))");
    }

    // if (!task.Wait(5)) throw ...; return task.Result;   or   if (task.Wait(5)) return task.Result;
    private static bool IsAskedNext(InvocationExpressionSyntax call, string task)
    {
        bool isDenied = call.Parent is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression };
        if ((isDenied ? call.Parent!.Parent : call.Parent) is not IfStatementSyntax { Else: null } test) return false;
        if (!isDenied) return Asks(test.Statement is BlockSyntax block ? block.Statements.FirstOrDefault() : test.Statement, task);
        return Asks(After(test), task);
    }

    // In a block, and in what has none: top-level statements and the sections of a switch.
    private static StatementSyntax? After(StatementSyntax statement) => statement.Parent switch
    {
        BlockSyntax block => block.Statements.ElementAtOrDefault(block.Statements.IndexOf(statement) + 1),
        SwitchSectionSyntax section => section.Statements.ElementAtOrDefault(section.Statements.IndexOf(statement) + 1),
        GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } top =>
            (unit.Members.ElementAtOrDefault(unit.Members.IndexOf(top) + 1) as GlobalStatementSyntax)?.Statement,
        _ => null,
    };

    private static bool Asks(StatementSyntax? statement, string task) =>
        statement is ExpressionStatementSyntax or LocalDeclarationStatementSyntax or ReturnStatementSyntax
        && statement.DescendantNodes(node => node is not (AnonymousFunctionExpressionSyntax or ConditionalExpressionSyntax
                or ConditionalAccessExpressionSyntax or SwitchExpressionSyntax) && !IsShort(node))
            .Any(node => node switch
            {
                AwaitExpressionSyntax awaited => IsOf(awaited.Expression, task),
                MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } read => IsOf(read.Expression, task),
                InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetResult", Expression: InvocationExpressionSyntax awaiter } } => IsOf(awaiter, task),
                _ => false,
            });

    private static bool IsShort(SyntaxNode node) =>
        node.Kind() is SyntaxKind.LogicalAndExpression or SyntaxKind.LogicalOrExpression or SyntaxKind.CoalesceExpression;

    // The task itself, or task.ConfigureAwait(false), task.GetAwaiter().
    private static bool IsOf(ExpressionSyntax asked, string task) => asked is InvocationExpressionSyntax call
        ? Syntax.MemberName(call)?.Identifier.ValueText is "ConfigureAwait" or "GetAwaiter"
            && Syntax.Receiver(call) is { } receiver && IsOf(receiver, task)
        : asked.ToString() == task;

    private static bool IsInfinite(ExpressionSyntax timeout, SemanticModel model) =>
        model.GetConstantValue(timeout) is { HasValue: true, Value: int and <= 0 }
            || timeout.ToString().EndsWith("Zero", StringComparison.Ordinal);

    private static ExpressionSyntax Race(string type, ExpressionSyntax rewritten)
    {
        var call = (InvocationExpressionSyntax)(rewritten is PrefixUnaryExpressionSyntax not ? not.Operand : rewritten);
        return ParseExpression($"{type}.WhenAny({Syntax.Receiver(call)!.WithoutTrivia()}, "
            + $"{type}.Delay({call.ArgumentList.Arguments[0].Expression.WithoutTrivia()}))");
    }

    private static ExpressionSyntax InTime(string awaited, string task, SyntaxNode? place) =>
        ParseExpression(place switch
        {
            ExpressionStatementSyntax => $"_ = {awaited} == {task} && {task}.Wait(0)",
            EqualsValueClauseSyntax or ReturnStatementSyntax or ArgumentSyntax or IfStatementSyntax
                or WhileStatementSyntax => $"{awaited} == {task} && {task}.Wait(0)",
            _ => $"({awaited} == {task} && {task}.Wait(0))",
        });
}
