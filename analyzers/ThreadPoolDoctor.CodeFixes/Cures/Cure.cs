using System;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>What to await in place of one blocking expression.</summary>
/// <param name="Blocking">The expression that blocks, as it stands in the document.</param>
/// <param name="Awaitable">Makes the thing to await from that expression, whose parts may have been edited
/// meanwhile.</param>
/// <param name="Shown">What is awaited, for the title: "Task.Delay".</param>
internal sealed record Cure(ExpressionSyntax Blocking, Func<ExpressionSyntax, ExpressionSyntax> Awaitable, string Shown)
{
    /// <summary>The asynchronous twin that is called instead, where it is one.</summary>
    public IMethodSymbol? Twin { get; init; }

    /// <summary>The blocking call wraps exceptions in an AggregateException; await does not.</summary>
    public bool LoosesAggregate { get; init; }

    /// <summary>Makes the whole replacement from the awaitable, where it is more than an await of it.</summary>
    public Func<ExpressionSyntax, AwaitExpressionSyntax, ExpressionSyntax>? Around { get; init; }

    /// <summary>What is awaited says already where to continue, though not in words.</summary>
    public bool IsConfigured { get; init; }

    /// <summary>A namespace that has to be imported for the awaitable to compile.</summary>
    public string? Using { get; init; }

    /// <summary>Right, and not what everybody would write: a pass leaves it to a person.</summary>
    public bool IsForPersons { get; init; }

    /// <summary>The replacement gives no value, so it may only stand where none is used.</summary>
    public bool OnlyAsStatement { get; init; }
}

/// <summary>One way to recognise a blocking expression and to await instead.</summary>
internal delegate Cure? CureFinder(ExpressionSyntax blocking, SemanticModel model);
