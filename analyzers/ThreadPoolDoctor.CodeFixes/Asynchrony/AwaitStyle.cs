using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether new awaits say <c>ConfigureAwait(false)</c>, or <c>true</c>: as most awaits of the file do, or, when it has
/// hardly any, most of its project. A library that never continues on its caller's context must not begin to because of
/// a fix, and who says in so many words that he does must not cease to.
/// </summary>
internal static class AwaitStyle
{
    private sealed record Votes(int Awaits, int Leaving, int Keeping, int Spaced)
    {
        // F (x), as some write calls: what is added then looks as what is there.
        public bool IsSpaced => Spaced * 2 > Awaits;

        public bool LeavesContext => Leaving * 2 > Awaits;

        public bool KeepsContext => Keeping * 2 > Awaits;
    }

    private static readonly ConditionalWeakTable<SyntaxTree, Votes> s_files = new();
    private static readonly ConditionalWeakTable<Compilation, Votes> s_projects = new();

    public static bool LeavesContext(SemanticModel model) => Of(model).LeavesContext;

    /// <summary>The task as it is awaited here.</summary>
    public static ExpressionSyntax Configured(ExpressionSyntax task, SemanticModel model) =>
        Said(Of(model)) is not { } said || IsConfigured(task) ? task : InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, Operand(task.WithoutTrivia()),
                IdentifierName("ConfigureAwait")
                    .WithTrailingTrivia(Of(model).IsSpaced ? TriviaList(Space) : TriviaList())),
            ArgumentList(SingletonSeparatedList(Argument(LiteralExpression(said)))));

    private static SyntaxKind? Said(Votes votes) => votes.LeavesContext ? SyntaxKind.FalseLiteralExpression
        : votes.KeepsContext ? SyntaxKind.TrueLiteralExpression : null;

    private static ExpressionSyntax Operand(ExpressionSyntax task) =>
        task is InvocationExpressionSyntax or MemberAccessExpressionSyntax or ElementAccessExpressionSyntax
            or SimpleNameSyntax or ParenthesizedExpressionSyntax or ThisExpressionSyntax
            ? task
            : ParenthesizedExpression(task);

    private static bool IsConfigured(ExpressionSyntax task) =>
        task is InvocationExpressionSyntax call
            && Syntax.MemberName(call)?.Identifier.ValueText is "ConfigureAwait" or "ConfigureAwaitFalse";

    // ConfigureAwait(true), or options that say as much.
    private static bool KeepsContext(ExpressionSyntax task) => IsConfigured(task)
        && ((InvocationExpressionSyntax)task).ArgumentList.Arguments is [{ Expression: var said }]
        && (said.IsKind(SyntaxKind.TrueLiteralExpression)
            || said.DescendantNodes().OfType<IdentifierNameSyntax>()
                .Any(name => name.Identifier.ValueText == "ContinueOnCapturedContext"));

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
        return files.Aggregate(new Votes(0, 0, 0, 0), (all, file) => new(all.Awaits + file.Awaits,
            all.Leaving + file.Leaving, all.Keeping + file.Keeping, all.Spaced + file.Spaced));
    }

    private static Votes Count(SyntaxTree file)
    {
        ExpressionSyntax[] awaited = [.. file.GetRoot().DescendantNodes().OfType<AwaitExpressionSyntax>()
            .Select(await => await.Expression)
            .Where(task => task is not InvocationExpressionSyntax call
                || Syntax.MemberName(call)?.Identifier.ValueText != "Yield")];
        int keeping = awaited.Count(KeepsContext);
        return new(awaited.Length, awaited.Count(IsConfigured) - keeping, keeping,
            awaited.Count(task => task is InvocationExpressionSyntax { Expression: var called }
            && called.GetTrailingTrivia().Any()));
    }
}
