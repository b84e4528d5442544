using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>A place that runs a method, accessor or operator, and what it runs.</summary>
internal sealed class CallSite
{
    public CallSite(SyntaxNode node, IMethodSymbol target, BlockingCall? row = null)
    {
        Node = node;
        Target = target;
        Row = row;
    }

    /// <summary>The whole expression of the call: <c>task.Result</c>, not <c>Result</c>.</summary>
    public SyntaxNode Node { get; }

    public IMethodSymbol Target { get; }

    /// <summary>What blocks here; null for a call that is to be followed.</summary>
    public BlockingCall? Row { get; }
}
