using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Goes through one member in the order it runs, and answers of every wait for a task whether that task has ended by
/// then.
/// </summary>
internal sealed class CompletionWalk
{
    private readonly FoundWaits _found;

    /// <param name="ended">The task that the member is given, where that has ended.</param>
    public CompletionWalk(SyntaxNode root, Examination examination, ParameterSyntax? ended = null)
    {
        CompletionParts parts = new(root, examination);
        _found = parts.Found;
        _found.Proven.UnionWith(StatusChecks.ResultsBehind(root));
        StatementWalk walk = new(parts);
        walk.WalkMember(ended);
        walk.WalkLocalFunctions();
        _found.Settle(root);
    }

    public bool IsProven(SyntaxNode wait) => _found.Proven.Contains(wait);

    /// <summary>Whether a call hands on a task that has ended, or something that holds one.</summary>
    public bool HandsOverEnded(SyntaxNode call) => _found.HandedEnded.Contains(call);
}
