using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether a task that somebody waits for has provably ended before, so that the wait is none.</summary>
internal static class Completion
{
    public static bool IsProven(Examination examination, Body body, CallSite site)
    {
        SyntaxNode root = RootOf(body);
        try
        {
            return examination.CompletionIn(root).IsProven(site.Node);
        }
        // Too deep to be followed: who is unsure stays silent.
        catch (System.InsufficientExecutionStackException)
        {
            return true;
        }
    }

    // Lambdas know what was known where they were made; local functions are called from anywhere.
    private static SyntaxNode RootOf(Body body)
    {
        Body root = body;
        while (root.IsLambda && root.Parent is { } parent) root = parent;
        return root.Node;
    }
}
