using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>All that curing one blocking call takes, or why it cannot be done.</summary>
internal sealed class SitePlan
{
    public SitePlan(string shown, Declaration? function)
    {
        Shown = shown;
        Function = function;
    }

    /// <summary>What is awaited instead, for the title.</summary>
    public string Shown { get; }

    /// <summary>The function that gets the await.</summary>
    public Declaration? Function { get; }

    public string? Stop { get; private init; }

    /// <summary>The plan that makes its function async: without that one, nobody asked for this.</summary>
    public SitePlan? Along { get; set; }

    public List<Edit> Edits { get; } = [];

    public HashSet<(DocumentId, string)> Usings { get; } = [];

    /// <summary>Every function that becomes async with it.</summary>
    public List<FunctionPlan> Functions { get; } = [];

    public static SitePlan Refused(string reason) => new("", null) { Stop = reason };
}
