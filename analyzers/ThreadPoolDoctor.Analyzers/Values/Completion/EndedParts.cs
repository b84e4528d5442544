using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a pattern says of tasks, and which results it looks at, from left to right: <c>{ Load.IsCompleted: true,
/// Load.Result.Length: > 4 }</c>. A task is named by the way to it from what the pattern is about: <c>.Load</c>, or
/// nothing where it is that itself.
/// </summary>
internal sealed class EndedParts
{
    private readonly List<(string Task, SyntaxNode Result, bool IsProven)> _results = [];
    private HashSet<string> _ended = [];

    private EndedParts() { }

    /// <summary>The results that are looked at, and whether the pattern has asked before.</summary>
    public IEnumerable<(string Task, SyntaxNode Result, bool IsProven)> Results => _results;

    /// <summary>The tasks that have ended where the pattern fits.</summary>
    public IEnumerable<string> Ended => _ended;

    public static EndedParts Of(PatternSyntax pattern)
    {
        EndedParts parts = new();
        parts.Read(pattern, "");
        return parts;
    }

    private void Read(PatternSyntax pattern, string owner)
    {
        switch (pattern)
        {
            case ParenthesizedPatternSyntax inner:
                Read(inner.Pattern, owner);
                break;
            case BinaryPatternSyntax both when both.IsKind(SyntaxKind.AndPattern):
                Read(both.Left, owner);
                Read(both.Right, owner);
                break;
            // What one of two says, or what must not be so, holds for nothing else.
            case BinaryPatternSyntax either:
                Aside(either.Left, owner);
                Aside(either.Right, owner);
                break;
            case UnaryPatternSyntax not:
                Aside(not.Pattern, owner);
                break;
            case RecursivePatternSyntax { PropertyPatternClause.Subpatterns: var parts }:
                foreach (SubpatternSyntax part in parts) Read(part, owner);
                break;
        }
    }

    private void Aside(PatternSyntax pattern, string owner)
    {
        HashSet<string> before = [.. _ended];
        Read(pattern, owner);
        _ended = before;
    }

    private void Read(SubpatternSyntax part, string owner)
    {
        string at = owner;
        string? last = null;
        foreach (SimpleNameSyntax name in NamesOf(part.ExpressionColon?.Expression))
        {
            if (last is not null) at += "." + last;
            last = name.Identifier.ValueText;
            if (last != "Result") continue;
            SyntaxNode read = name.Parent is MemberAccessExpressionSyntax { Name: var of } access && of == name ? access : name;
            _results.Add((at, read, _ended.Contains(at)));
        }
        if (last is "IsCompleted" or "IsCompletedSuccessfully"
            && part.Pattern is ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression }
            || last == "Status" && StatusChecks.IsFinalStatus(part.Pattern)) _ended.Add(at);
        else if (last is not null) Read(part.Pattern, at + "." + last);
    }

    private static IEnumerable<SimpleNameSyntax> NamesOf(ExpressionSyntax? way) => way switch
    {
        SimpleNameSyntax name => [name],
        MemberAccessExpressionSyntax access => NamesOf(access.Expression).Append(access.Name),
        _ => [],
    };
}
