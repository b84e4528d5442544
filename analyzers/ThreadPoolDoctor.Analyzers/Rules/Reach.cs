using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Who comes to a place in what is compiled.</summary>
[Flags]
internal enum Reached
{
    /// <summary>Nobody who is seen here.</summary>
    Unknown = 0,

    /// <summary>The program's main method.</summary>
    FromMain = 1,

    /// <summary>What is queued in a loop, or runs in parallel.</summary>
    InBatches = 2,

    /// <summary>A request, an event, a tick, or a loop that only a signal ends.</summary>
    Repeatedly = 4,
}

/// <summary>
/// Goes from a place to its callers, and from them to theirs: heat depends on how often somebody comes. Bound are only the calls of
/// the methods on the way.
/// </summary>
internal static class Reach
{
    // What so many come to is come to by somebody of every kind; nobody waits in an editor for all of them.
    private const int MaxBodies = 64;

    private static readonly MethodKind[] s_named =
        [MethodKind.Ordinary, MethodKind.LocalFunction, MethodKind.ExplicitInterfaceImplementation];

    public static Reached Of(Examination examination, Finding finding) =>
        (IsInStayingLoop(finding.Path[0].Node) ? Reached.Repeatedly : Reached.Unknown)
        | examination.ReachedBy.GetOrAdd(finding.Body, body => Search(examination, body));

    private static Reached Search(Examination examination, Body first)
    {
        HashSet<Body> seen = [first];
        Queue<Body> open = new(seen);
        Reached reached = Reached.Unknown;
        while (open.Count > 0 && seen.Count < MaxBodies && (reached & Reached.Repeatedly) == 0)
        {
            Body body = open.Dequeue();
            WorkItem? item = examination.WorkItems.Find(body);
            if (IsMain(examination, body)) reached |= Reached.FromMain;
            reached |= Of(item);
            if (item?.QueuedAt is null && IsHandler(examination, body.Node)) reached |= Reached.Repeatedly;
            IEnumerable<SyntaxNode> places = item?.QueuedAt is { } queued ? [queued]
                : body.IsLambda ? [body.Node] : PlacesOf(examination, body);
            foreach (SyntaxNode place in places)
            {
                if (IsInStayingLoop(place) || IsHandler(examination, place)) reached |= Reached.Repeatedly;
                Body? caller = place == body.Node ? body.Parent : examination.BodyAround(place);
                if (caller is not null && seen.Add(caller)) open.Enqueue(caller);
            }
        }
        return reached;
    }

    private static Reached Of(WorkItem? item) => item is null or { Kind: WorkItemKind.AsyncBody } ? Reached.Unknown : item.Frequency switch
    {
        Frequency.Repeated => Reached.Repeatedly,
        Frequency.Batch => Reached.InBatches,
        _ => Reached.Unknown,
    };

    private static bool IsMain(Examination examination, Body body) => body.Node is CompilationUnitSyntax
        || body.Node is MethodDeclarationSyntax { Identifier.ValueText: "Main" } main && main.Modifiers.Any(SyntaxKind.StaticKeyword)
            && examination.Compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary;

    // Where a method or function is called, or handed on.
    private static IEnumerable<SyntaxNode> PlacesOf(Examination examination, Body body)
    {
        if (examination.MethodOf(body) is not { } method || !s_named.Contains(method.MethodKind)) return [];
        string name = method.Name.Substring(method.Name.LastIndexOf('.') + 1);
        return examination.CallsTo(name).Concat<ExpressionSyntax>(examination.Passed(name))
            .Where(place => examination.ModelOf(place).GetSymbolInfo(place).Symbol is IMethodSymbol called
                && Implementations.MayRun(called.ReducedFrom ?? called, method));
    }

    // source.Changed += handler
    private static bool IsHandler(Examination examination, SyntaxNode handler)
    {
        SyntaxNode whole = handler.Parent is MemberAccessExpressionSyntax access && access.Name == handler ? access : handler;
        return whole.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.AddAssignmentExpression } assignment
            && assignment.Right == whole && examination.ModelOf(assignment).GetSymbolInfo(assignment.Left).Symbol is IEventSymbol;
    }

    // A loop that looks endless, and that nothing in it leaves; what tries again until it succeeds has such a way out.
    private static bool IsInStayingLoop(SyntaxNode node) => node.Ancestors().TakeWhile(at => !Outline.IsBody(at))
        .Any(at => at is WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax && LoopShape.LooksEndless(at)
            && !Names.Nodes(at, inner => !Outline.IsBody(inner))
                .Any(inner => inner is BreakStatementSyntax or ReturnStatementSyntax or GotoStatementSyntax));
}
