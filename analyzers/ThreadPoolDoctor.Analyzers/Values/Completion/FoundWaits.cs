using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What the walk through one member has found of its waits.</summary>
internal sealed class FoundWaits
{
    /// <summary>Waits for what has ended by then.</summary>
    public HashSet<SyntaxNode> Proven { get; } = [];

    /// <summary>Calls that are handed a task that has ended, or something that holds one.</summary>
    public HashSet<SyntaxNode> HandedEnded { get; } = [];

    /// <summary>Waits that the walk could not decide, by the local that they wait for.</summary>
    public Dictionary<SyntaxNode, string> Undecided { get; } = [];

    /// <summary>Locals that were given ended tasks.</summary>
    public HashSet<string> GivenEnded { get; } = [];

    /// <summary>Locals that were given others.</summary>
    public HashSet<string> GivenOther { get; } = [];

    /// <summary>When everything has been walked: a local that was given none but ended tasks is one.</summary>
    public void Settle(SyntaxNode root)
    {
        // Behind a label there may be assignments that were not walked.
        if (Undecided.Count == 0 || root.DescendantNodes().Any(node => node is LabeledStatementSyntax)) return;
        foreach (KeyValuePair<SyntaxNode, string> wait in Undecided.Where(wait => GivenEnded.Contains(wait.Value)
            && !GivenOther.Contains(wait.Value))) Proven.Add(wait.Key);
    }
}
