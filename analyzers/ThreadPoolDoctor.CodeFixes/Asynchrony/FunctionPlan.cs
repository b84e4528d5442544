using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>One place where a function is written down.</summary>
internal sealed record Declaration(Document Document, SyntaxNode Node, SemanticModel Model);

/// <summary>
/// What it takes to make one function async (a method together with all that it overrides or implements): the edits at
/// its callers, the functions around those callers that must become async too, or why it cannot be.
/// </summary>
internal sealed class FunctionPlan
{
    public List<Declaration> Declarations { get; } = [];

    public List<Edit> Edits { get; } = [];

    /// <summary>Functions that get an await because this one becomes async.</summary>
    public List<Declaration> Awaiting { get; } = [];

    /// <summary>Why it cannot become async, as the end of a sentence: "it is a constructor".</summary>
    public string? Stop { get; private set; }

    /// <summary>It does not return a task yet.</summary>
    public bool ChangesType { get; set; }

    /// <summary>
    /// It was async void: nobody awaited it so far, and nobody shall now; its calls only discard the new task.
    /// </summary>
    public bool CallsAreDropped { get; set; }

    public string? NewName { get; set; }

    /// <summary>Code in the solution calls it, or hands it on.</summary>
    public bool IsUsed { get; set; }

    public HashSet<(DocumentId, string)> Usings { get; } = [];

    public FunctionPlan StopBecause(string reason)
    {
        Stop ??= reason;
        return this;
    }

    /// <summary>An edit that puts an await into a function, with what the place has against it.</summary>
    public void Add(Edit? edit, Declaration? into, string? stop)
    {
        if (stop is not null) StopBecause(stop);
        if (edit is not null) Edits.Add(edit);
        if (into is not null) Awaiting.Add(into);
    }
}
