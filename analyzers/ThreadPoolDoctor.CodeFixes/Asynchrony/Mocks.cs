using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Calls that say what a test's stand-in shall do, or ask what was done to it: they name the method rather than call
/// it, so they are renamed and not awaited. <c>Setup(s => s.Load()).Returns(5)</c> becomes <c>Setup(s =>
/// s.LoadAsync()).ReturnsAsync(5)</c>.
/// </summary>
internal static class Mocks
{
    private static readonly string[] s_spaces = ["Moq", "NSubstitute", "FakeItEasy"];

    /// <summary>Does this call describe one, and is all done that it takes?</summary>
    public static bool Follow(FunctionPlan plan, DocumentId document, InvocationExpressionSyntax call,
        SemanticModel model)
    {
        // Substitute.Load().Returns(5): awaited, the value would be told what to return.
        if (call.Parent is MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax next }
            && SpaceOf(next, model) == "NSubstitute") return true;
        if (call.Parent is not LambdaExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax description } }) return false;
        if (SpaceOf(description, model) is not { } space) return false;
        if (space == "Moq") ReturnTasks(plan, document, description);
        return true;
    }

    /// <summary>
    /// Does this call only name its method, to say what a stand-in does or to ask what was done to it?
    /// </summary>
    public static bool Describes(InvocationExpressionSyntax call, SemanticModel model) =>
        call.Parent is MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax next }
            && SpaceOf(next, model) == "NSubstitute"
        || call.FirstAncestorOrSelf<LambdaExpressionSyntax>() is { Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax description } }
            && SpaceOf(description, model) is not null;

    // Through all of .Callback(...).Returns(1).Returns(2); what is thrown is as good outside of a task.
    private static void ReturnTasks(FunctionPlan plan, DocumentId document, InvocationExpressionSyntax description)
    {
        for (ExpressionSyntax at = description; at.Parent is MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax next } member; at = next)
        {
            if (member.Name.Identifier.ValueText != "Returns") continue;
            plan.Edits.Add(new Edit(document, member.Name, EditKind.Rename, node =>
                ((SimpleNameSyntax)node).WithIdentifier(SyntaxFactory.Identifier("ReturnsAsync").WithTriviaFrom(((SimpleNameSyntax)node).Identifier))));
        }
    }

    private static string? SpaceOf(InvocationExpressionSyntax call, SemanticModel model) =>
        model.GetSymbolInfo(call).Symbol?.ContainingNamespace?.ToDisplayString() is { } space
            ? s_spaces.FirstOrDefault(known => space == known
                || space.StartsWith(known + ".", StringComparison.Ordinal))
            : null;
}
