using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Who comes to a place in what is compiled.</summary>
[Flags]
internal enum Reached
{
    /// <summary>Nobody who is seen here.</summary>
    Unknown = 0,

    /// <summary>The program's main method.</summary>
    FromMain = 1,

    /// <summary>The StopAsync of a hosted service, which the host calls once.</summary>
    FromStop = 64,

    /// <summary>What is queued in a loop, or runs in parallel.</summary>
    InBatches = 2,

    /// <summary>A request, or an event.</summary>
    Repeatedly = 4,

    /// <summary>
    /// Who calls it by an interface or a base class of another assembly, or puts something into a channel. Told only
    /// where others than the person before a window are served: elsewhere it is a framework that calls once, or a
    /// window's, and a channel that ends as a list does.
    /// </summary>
    ByOthers = 8,

    /// <summary>A tick, or a loop that only a signal ends: again and again, but one after the other.</summary>
    ByTicks = 32,

    /// <summary>Also what nobody is seen to call, as it is handed on, or too many to look at them all.</summary>
    Elsewhere = 16,
}

/// <summary>
/// Goes from a place to its callers, and from them to theirs: heat depends on how often somebody comes. Bound are only
/// the calls of the methods on the way.
/// </summary>
internal static class Reach
{
    // What so many come to is come to by somebody of every kind; nobody waits in an editor for all of them.
    private const int MaxBodies = 64;

    private static readonly MethodKind[] s_named =
        [MethodKind.Ordinary, MethodKind.LocalFunction, MethodKind.ExplicitInterfaceImplementation];

    // A host calls these once.
    private const string Hosting = "Microsoft.Extensions.Hosting";

    public static Reached Of(Examination examination, Finding finding) =>
        Told(examination, All(examination, finding));

    /// <summary>
    /// The same of the body that a finding stands in: its own loops are as cold as what waits in them.
    /// </summary>
    public static Reached OfBody(Examination examination, Finding finding) =>
        Told(examination, ToBody(examination, finding));

    /// <summary>Whether the program's start comes to it, and nobody else at all.</summary>
    public static bool IsOfStart(Examination examination, Finding finding) =>
        All(examination, finding) == Reached.FromMain;

    /// <summary>Whether the host's stop comes to it, and nobody else but the program's start.</summary>
    public static bool IsOfStop(Examination examination, Finding finding) =>
        (All(examination, finding) & ~Reached.FromMain) == Reached.FromStop;

    /// <summary>Whether the host calls this member of a hosted service, once.</summary>
    public static bool IsOfHost(ISymbol? member, string ending) => member is { ContainingType: { } type }
        && member.Name.EndsWith(ending, StringComparison.Ordinal) && type.AllInterfaces.Any(face => face.Name == "IHostedService");

    private static Reached Told(Examination examination, Reached reached)
    {
        reached &= ~(Reached.Elsewhere | Reached.FromStop);
        return examination.IsOfOnePerson || examination.ServesNobody ? reached & ~Reached.ByOthers : reached;
    }

    private static Reached All(Examination examination, Finding finding) =>
        OfLoops(finding.Path[0].Node) | ToBody(examination, finding);

    private static Reached ToBody(Examination examination, Finding finding) =>
        examination.ReachedBy.GetOrAdd(finding.Body, body => Search(examination, body));

    /// <summary>Whether it stands in a loop that goes on as long as the program does.</summary>
    public static bool IsInStayingLoop(SyntaxNode node) => OfLoops(node) != Reached.Unknown;

    private static Reached Search(Examination examination, Body first)
    {
        HashSet<Body> seen = [first];
        Queue<Body> open = new(seen);
        Reached reached = Reached.Unknown;
        while (open.Count > 0 && seen.Count < MaxBodies && (reached & Reached.Repeatedly) == 0)
        {
            Body body = open.Dequeue();
            WorkItem? item = examination.WorkItems.Find(body);
            Reached once = IsMain(examination, body) ? Reached.FromMain
                : IsOfHost(examination.MethodOf(body), "StopAsync") ? Reached.FromStop : Reached.Unknown;
            reached |= once;
            reached |= Of(item);
            if (item?.QueuedAt is null) reached |= OfHandler(examination, body.Node);
            if (examination.MethodOf(body) is { } method && IsOfOthers(examination, method)) reached |= Reached.ByOthers;
            SyntaxNode[] places = item?.QueuedAt is { } queued ? [queued]
                : body.IsLambda ? [body.Node]
                : examination.PlacesOf.GetOrAdd(body, each => [.. PlacesOf(examination, each)]);
            // A handler that is registered runs when something comes, whoever has registered it.
            if (places.Length == 0 && once == Reached.Unknown
                || item?.QueuedAt is null && places.Any(IsHandedOn)) reached |= Reached.Elsewhere;
            foreach (SyntaxNode place in places)
            {
                reached |= OfLoops(place) | OfHandler(examination, place) | OfQueued(examination, place);
                Body? caller = place == body.Node ? body.Parent : examination.BodyAround(place);
                if (caller is null) reached |= Reached.Elsewhere;
                else if (seen.Add(caller)) open.Enqueue(caller);
            }
        }
        return open.Count > 0 ? reached | Reached.Elsewhere : reached;
    }

    // foreach (...) Task.Run(Tick): queued by its name, in a loop as often as that goes round. An async method is a
    // work item by itself, which says nothing of who queues it.
    private static Reached OfQueued(Examination examination, SyntaxNode place) =>
        place is SimpleNameSyntax name
            && examination.Delegates.Of(name) is { Runner: Runner.Pool, Api: { } api, At: { } at }
        && (WorkItemApis.FrequencyOf(api) == Frequency.Batch
            || WorkItemApis.FrequencyOf(api) == Frequency.Once && LoopShape.QueuesMany(at)) ? Reached.InBatches
                : Reached.Unknown;

    private static bool IsHandedOn(SyntaxNode place) => place is not InvocationExpressionSyntax;

    private static Reached Of(WorkItem? item) => item is null or { Kind: WorkItemKind.AsyncBody } ? Reached.Unknown : item.Frequency switch
    {
        Frequency.Repeated => item.Api?.Contains("Timer") == true ? Reached.ByTicks : Reached.Repeatedly,
        Frequency.Batch => Reached.InBatches,
        _ => Reached.Unknown,
    };

    private static bool IsMain(Examination examination, Body body) => body.Node is CompilationUnitSyntax
        || body.Node is MethodDeclarationSyntax { Identifier.ValueText: "Main" } main && main.Modifiers.Any(SyntaxKind.StaticKeyword)
            && examination.Compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary
        || examination.HasCommands && examination.MethodOf(body) is { } method && ProgramKind.IsCommand(method)
            && ProgramKind.Ends(examination);

    // Where a method or function is called, or handed on.
    private static IEnumerable<SyntaxNode> PlacesOf(Examination examination, Body body)
    {
        if (examination.MethodOf(body) is not { } method || !s_named.Contains(method.MethodKind)) return [];
        string name = Contracts.NameOf(method);
        return examination.CallsTo(name).Concat<ExpressionSyntax>(examination.Passed(name))
            .Where(place => examination.ModelOf(place).GetSymbolInfo(place).Symbol is IMethodSymbol called
                && Contracts.MayRun(called.ReducedFrom ?? called, method));
    }

    // source.Changed += handler, builder.HandleChanged(handler)
    private static Reached OfHandler(Examination examination, SyntaxNode handler)
    {
        SyntaxNode whole = handler.Parent is MemberAccessExpressionSyntax access && access.Name == handler ? access : handler;
        if (whole.Parent is ArgumentSyntax) return !examination.IsOfOnePerson && TakesAnEvent(examination, (ExpressionSyntax)whole)
            ? Reached.Repeatedly : Reached.Unknown;
        return whole.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.AddAssignmentExpression } assignment
            && assignment.Right == whole && examination.ModelOf(assignment).GetSymbolInfo(assignment.Left).Symbol is IEventSymbol raised
            && !IsClick(examination, raised) ? IsTick(raised) ? Reached.ByTicks : Reached.Repeatedly : Reached.Unknown;
    }

    // What is given an event's arguments is run when the event comes, however it was registered.
    private static bool TakesAnEvent(Examination examination, ExpressionSyntax handler) =>
        examination.ModelOf(handler).GetTypeInfo(handler).ConvertedType is INamedTypeSymbol { DelegateInvokeMethod.Parameters: var given }
        && given.Any(each => each.Type is INamedTypeSymbol type && type.SelfAndBases().Any(one => MemberNames.OfType(one) == DelegateTypes.Arguments));

    // A timer of a window ticks by itself. What a program with a window raises itself, it raises for its person.
    private static bool IsClick(Examination examination, IEventSymbol raised) =>
        examination.IsOfOnePerson && !IsTick(raised)
        && (Windows.Hold(MemberNames.OfNamespace(raised.ContainingNamespace))
            || SymbolEqualityComparer.Default.Equals(raised.ContainingAssembly, examination.Compilation.Assembly));

    private static bool IsTick(IEventSymbol raised) => raised.ContainingType.Name.Contains("Timer");

    // A handler of messages, a job, a callback: its framework calls it for each that comes. What another project of the
    // solution declares is a contract, and as seldom called as often.
    private static bool IsOfOthers(Examination examination, IMethodSymbol method) =>
        method.MethodKind is MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation
        && (method.OverriddenMethod is { } below && IsOfFramework(examination, below.ContainingType, method)
            || Contracts.ImplementedBy(method).Any(member => IsOfFramework(examination, member.ContainingType, method)));

    private static bool IsOfFramework(Examination examination, INamedTypeSymbol type, IMethodSymbol method) =>
        // What does not bind is of no assembly.
        type.ContainingAssembly is not null
        && !SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, method.ContainingAssembly)
        && MemberNames.OfNamespace(type.ContainingNamespace) is var space && space != Hosting
        && space.Split('.')[0] != "System" && !examination.Others.Hold(type.ContainingAssembly);

    private static Reached OfLoops(SyntaxNode node) => node.Ancestors().TakeWhile(at => !Outline.IsBody(at))
        .Aggregate(Reached.Unknown, (reached, loop) => reached | OfLoop(loop));

    private static Reached OfLoop(SyntaxNode loop) => loop switch
    {
        WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax when IsStaying(loop) => Reached.ByTicks,
        WhileStatementSyntax { Condition: AwaitExpressionSyntax next } => Comings(next.Expression),
        CommonForEachStatementSyntax { AwaitKeyword.RawKind: not 0, Expression: var all } => Comings(all),
        _ => Reached.Unknown,
    };

    // while (await timer.WaitForNextTickAsync()), await foreach (Order order in channel.Reader.ReadAllAsync())
    private static Reached Comings(ExpressionSyntax awaited) => awaited.DescendantNodesAndSelf().OfType<InvocationExpressionSyntax>()
        .Select(call => Names.OfInvoked(call.Expression)).Aggregate(Reached.Unknown, (reached, name) => reached | name switch
        {
            "WaitForNextTickAsync" => Reached.ByTicks,
            "WaitToReadAsync" or "ReadAllAsync" => Reached.ByOthers,
            _ => Reached.Unknown,
        });

    // A loop that looks endless, and that nothing in it leaves; what tries again until it succeeds has such a way out.
    private static bool IsStaying(SyntaxNode loop) => LoopShape.LooksEndless(loop)
        && !Names.Nodes(loop, inner => !Outline.IsBody(inner))
            .Any(inner => inner is BreakStatementSyntax or ReturnStatementSyntax or GotoStatementSyntax
                || inner is AssignmentExpressionSyntax set && LoopShape.IsEndedBy(loop, set));
}
