using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The task that a member of a class is given by all who call it, where each of them has waited for it: a step of a
/// chain of continuations, <c>load.ContinueWith(task => Parse(task))</c>. A member that gives a task is a work item of
/// its own, whoever calls it.
/// </summary>
internal static class HandedTasks
{
    /// <summary>The one task that a member is given, if it has ended whoever calls; null otherwise.</summary>
    public static ParameterSyntax? EndedIn(Examination examination, Body member)
    {
        if (member.Node is not MethodDeclarationSyntax
            {
                ParameterList.Parameters: var parameters,
                Identifier.ValueText: var name
            }
            || parameters.Where(each => each.Type is { } type && Names.LooksLikeTask(type)).ToArray() is not [var task]
            || examination.MethodOf(member) is not { } method || !WorkItems.IsTaskLike(method.ReturnType)
                || !IsForOwnClass(method)
            || examination.Passed(name).Any()) return null;
        InvocationExpressionSyntax[] calls =
        [
            .. examination.CallsTo(name).Where(call => SymbolEqualityComparer.Default.Equals(
                Calls.Target(examination.ModelOf(call), call)?.OriginalDefinition, method)),
        ];
        return calls.Length > 0 && calls.All(call => examination.BodyAround(call) is { } caller
            && Completion.IsHandedOver(examination, caller, call)) ? task : null;
    }

    // Who calls what is public, or stands in a contract, may hand over anything.
    private static bool IsForOwnClass(IMethodSymbol method) => method.DeclaredAccessibility != Accessibility.Public
        && !method.IsOverride && method.ExplicitInterfaceImplementations.IsEmpty;
}
