using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Tasks that a function hands on from within a try or a using without awaiting them: what is behind it, a handler, a
/// finally, a Dispose, does not wait for them. Once the function is async it would, and catch what they throw.
/// </summary>
internal static class ReturnedTasks
{
    /// <summary>Why the function stays as it is, as the end of a sentence, or null.</summary>
    public static string? Stop(SyntaxNode function, SemanticModel model) =>
        Functions.OwnNodes(function).OfType<ReturnStatementSyntax>().Any(given => given.Expression is { } task
            && IsHeld(given, function) && !Returns.IsFinished(task, model))
            ? "it returns a task from within a try or a using, which do not wait for that task" : null;

    private static bool IsHeld(ReturnStatementSyntax given, SyntaxNode function)
    {
        SyntaxNode below = given;
        for (SyntaxNode? at = given.Parent; at is not null && below != function; below = at, at = at.Parent)
        {
            bool holds = at switch
            {
                TryStatementSyntax @try => below == @try.Block
                    || @try.Finally is not null && below is CatchClauseSyntax,
                UsingStatementSyntax => true,
                BlockSyntax block => block.Statements.TakeWhile(statement => statement != below)
                    .Any(statement => statement is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 }),
                _ => false,
            };
            if (holds) return true;
        }
        return false;
    }
}
