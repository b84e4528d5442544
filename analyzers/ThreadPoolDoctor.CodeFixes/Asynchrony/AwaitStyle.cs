using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether new awaits say <c>ConfigureAwait(false)</c>: as most awaits of the file do, or, when it has hardly any, most
/// of its project. A library that never continues on its caller's context must not begin to because of a fix.
/// </summary>
internal static class AwaitStyle
{
    private sealed record Votes(int Awaits, int Configured, int Spaced)
    {
        // F (x), as some write calls: what is added then looks as what is there.
        public bool IsSpaced => Spaced * 2 > Awaits;

        public bool LeavesContext => Configured * 2 > Awaits;
    }

    private static readonly ConditionalWeakTable<SyntaxTree, Votes> s_files = new();
    private static readonly ConditionalWeakTable<Compilation, Votes> s_projects = new();

    public static bool LeavesContext(SemanticModel model) => Of(model).LeavesContext;

    /// <summary>The task as it is awaited here.</summary>
    public static ExpressionSyntax Configured(ExpressionSyntax task, SemanticModel model) =>
        !LeavesContext(model) || IsConfigured(task) ? task : InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, Operand(task.WithoutTrivia()),
                IdentifierName("ConfigureAwait")
                    .WithTrailingTrivia(Of(model).IsSpaced ? TriviaList(Space) : TriviaList())),
            ArgumentList(SingletonSeparatedList(Argument(LiteralExpression(SyntaxKind.FalseLiteralExpression)))));

    private static ExpressionSyntax Operand(ExpressionSyntax task) =>
        task is InvocationExpressionSyntax or MemberAccessExpressionSyntax or ElementAccessExpressionSyntax
            or SimpleNameSyntax or ParenthesizedExpressionSyntax or ThisExpressionSyntax
            ? task
            : ParenthesizedExpression(task);

    private static bool IsConfigured(ExpressionSyntax task) =>
        task is InvocationExpressionSyntax call
            && Syntax.MemberName(call)?.Identifier.ValueText is "ConfigureAwait" or "ConfigureAwaitFalse";

    private static Votes Of(SemanticModel model)
    {
        // One or two are no habit.
        const int Habit = 3;
        Votes own = s_files.GetValue(model.SyntaxTree, Count);
        return own.Awaits >= Habit ? own : s_projects.GetValue(model.Compilation, Count);
    }

    private static Votes Count(Compilation project)
    {
        IEnumerable<Votes> files = project.SyntaxTrees.Select(tree => s_files.GetValue(tree, Count));
        return files.Aggregate(new Votes(0, 0, 0),
            (all, file) => new(all.Awaits + file.Awaits, all.Configured + file.Configured, all.Spaced + file.Spaced));
    }

    private static Votes Count(SyntaxTree file)
    {
        ExpressionSyntax[] awaited = [.. file.GetRoot().DescendantNodes().OfType<AwaitExpressionSyntax>()
            .Select(await => await.Expression)
            .Where(task => task is not InvocationExpressionSyntax call
                || Syntax.MemberName(call)?.Identifier.ValueText != "Yield")];
        return new(awaited.Length, awaited.Count(IsConfigured),
            awaited.Count(task => task is InvocationExpressionSyntax { Expression: var called }
            && called.GetTrailingTrivia().Any()));
    }
}
