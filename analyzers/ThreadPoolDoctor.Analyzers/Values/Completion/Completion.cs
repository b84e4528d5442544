using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether a task that somebody waits for has provably ended before, so that the wait is none.</summary>
internal static class Completion
{
    public static bool IsProven(Examination examination, Body body, CallSite site) =>
        Holds(examination, body, walk => walk.IsProven(site.Node))
            || IsProvenByCallers(examination, RootOf(body), site.Node);

    /// <summary>
    /// Whether a helper is called with a task that has ended, or with what holds one: it is that one that it reads.
    /// </summary>
    public static bool IsHandedOver(Examination examination, Body body, CallSite site) =>
        IsHandedOver(examination, body, site.Node);

    public static bool IsHandedOver(Examination examination, Body body, SyntaxNode call) =>
        Holds(examination, body, walk => walk.HandsOverEnded(call));

    // The task that all who call the member have waited for.
    private static bool IsProvenByCallers(Examination examination, Body member, SyntaxNode wait) =>
        HandedTasks.EndedIn(examination, member) is { } task
            && Follow(() => new CompletionWalk(member.Node, examination, task).IsProven(wait));

    private static bool Holds(Examination examination, Body body, System.Func<CompletionWalk, bool> fact)
    {
        Body root = RootOf(body);
        // A local function knows what all who call it know.
        return Follow(() => fact(examination.CompletionIn(root.Node)))
            || root.Node is LocalFunctionStatementSyntax && root.Parent is { } member
                && Holds(examination, member, fact);
    }

    private static bool Follow(System.Func<bool> walk)
    {
        try
        {
            return walk();
        }
        // Too deep to be followed: who is unsure stays silent.
        catch (System.InsufficientExecutionStackException)
        {
            return true;
        }
    }

    // Lambdas know what was known where they were made; local functions are called from anywhere.
    private static Body RootOf(Body body)
    {
        Body root = body;
        while (root.IsLambda && root.Parent is { } parent) root = parent;
        return root;
    }
}
