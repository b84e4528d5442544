using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// How sure a way through helpers must be for what waits at its end. A file that is read holds the thread whenever it
/// is come to; a signal or a task that was begun long ago mostly does not where helpers ask first whether to wait for
/// it. What falls short is told on demand alone (<c>threadpooldoctor.report = all</c>).
/// </summary>
internal static class PathConfidence
{
    private static readonly string[] s_closing = ["Dispose", "Close", "Shutdown", "Abort"];

    /// <summary>Whether a way is too long or too winding for what is at its end.</summary>
    /// <param name="callers">The calls of the way, without its last step.</param>
    /// <param name="step">The last step.</param>
    /// <param name="examination">Of the compilation.</param>
    public static bool IsLow(Callers callers, CallSite step, Examination examination)
    {
        bool mindsClosing = step.Row!.Ailment is Ailments.BlockingOnTask or Ailments.WaitingOnSignal;
        WayConfidence known = OfWait(step, examination);
        for (Callers? at = callers; at is not null; at = at.Before)
        {
            if (mindsClosing && Closes(at)) return true;
            // The first call is the work item's own: there it is plain to see what it depends on.
            if (at.Before is not null) known = Behind(at.Site, known, examination);
        }
        return known.IsLow;
    }

    /// <summary>How sure a way is, the last step of which waits.</summary>
    public static WayConfidence Of(CallSite[] path, Examination examination) =>
        path.Take(path.Length - 1).Reverse().Aggregate(OfWait(path[path.Length - 1], examination), (known, step) => Behind(step, known, examination));

    // What waits in another project was looked at there.
    private static WayConfidence OfWait(CallSite step, Examination examination) =>
        Behind(step, (step.Row as ForeignCall)?.Confidence ?? new WayConfidence(isSure: true, LongestTo(step, examination)), examination);

    // A helper is one step; a condition in it of which nothing is known weighs two more, as it makes what follows
    // unlikely.
    private static WayConfidence Behind(CallSite step, WayConfidence known, Examination examination) =>
        examination.Unsure.GetOrAdd(step, IsUnsure) ? known.Behind(isSureStep: false, length: 3) : known.Behind(isSureStep: true, length: 1);

    // The longest way that is told if something on it is not sure. A row of an older summary has no confidence: what
    // such a method waits for counts as begun there.
    private static int LongestTo(CallSite step, Examination examination) => step.Row!.Ailment switch
    {
        // Of an open call only a file or a database is likely, or nobody would have put an interface before it.
        Ailments.BlockingIO => 5,
        Ailments.Sleeping => 6,
        Ailments.BlockingOnTask => step.Row is ForeignCall || IsBegunHere(step, examination) ? 5 : 0,
        // token.WaitHandle.WaitOne(time) is a pause: hardly ever is it cancelled before.
        Ailments.WaitingOnSignal when Delays.OfToken(examination, step.Node) is not null => 6,
        Ailments.WaitingOnSignal when OpenGates.IsShutHere(examination, step.Node) => 5,
        _ => 0,
    };

    // Of several tasks the one that was only just begun is waited for, unless another that was kept is enough.
    private static bool IsBegunHere(CallSite step, Examination examination)
    {
        if (!step.Target.IsStatic) return LowConfidence.HeldTask(step.Node) is not { } held || IsGivenHere(step, held, examination);
        ExpressionSyntax[] tasks =
        [
            .. Calls.ArgumentsOf(step.Node)?.Arguments.Where(argument => Calls.Parameter(step.Target, argument)?.Ordinal == 0)
                .SelectMany(argument => Listed(argument.Expression)) ?? [],
        ];
        return step.Target.Name == "WaitAny" ? Array.TrueForAll(tasks, IsBegun) : Array.Exists(tasks, IsBegun);

        // A call that gives a collection may give what was kept: Task.WaitAll(_all.ToArray()).
        bool IsBegun(ExpressionSyntax task) => IsGivenHere(step, task, examination)
            || task is InvocationExpressionSyntax && TaskPaths.IsTask(examination.ModelOf(task).GetTypeInfo(task).Type);
    }

    private static IEnumerable<ExpressionSyntax> Listed(ExpressionSyntax tasks) => tasks switch
    {
        ArrayCreationExpressionSyntax { Initializer.Expressions: var all } => all,
        ImplicitArrayCreationExpressionSyntax { Initializer.Expressions: var all } => all,
        CollectionExpressionSyntax { Elements: var all } => all.Select(each => each switch
        {
            ExpressionElementSyntax one => one.Expression,
            _ => ((SpreadElementSyntax)each).Expression,
        }),
        _ => [tasks],
    };

    // Task[] sent = new Task[1]; sent[0] = SendAsync(); Task.WaitAll(sent): a local that is given what begins there was
    // not kept from before.
    private static bool IsGivenHere(CallSite step, ExpressionSyntax task, Examination examination)
    {
        if (task is not IdentifierNameSyntax { Identifier.ValueText: var name }
            || step.Node.Ancestors().FirstOrDefault(Outline.IsBody) is not { } body) return false;
        SyntaxNode[] own = [.. Names.Nodes(body, node => node == body || !Outline.IsBody(node))];
        return own.Any(node => node is VariableDeclaratorSyntax declared && declared.Identifier.ValueText == name)
            && own.Select(node => GivenTo(node, name)).Any(value => value is not null && Begins(value, examination));
    }

    private static ExpressionSyntax? GivenTo(SyntaxNode node, string name) => node switch
    {
        VariableDeclaratorSyntax { Initializer.Value: var value } declared
            when declared.Identifier.ValueText == name => value,
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax to } set
            when to.Identifier.ValueText == name => set.Right,
        AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax { Expression: IdentifierNameSyntax to } } set
            when to.Identifier.ValueText == name => set.Right,
        _ => null,
    };

    private static bool Begins(ExpressionSyntax value, Examination examination) => Names.Nodes(value, node => !Outline.IsBody(node))
        .OfType<InvocationExpressionSyntax>().Any(call => Names.OfInvoked(call.Expression) is { } called
            && (called.EndsWith("Async", StringComparison.Ordinal) || called is "Run" or "StartNew" || GivesTask(call, examination)));

    // Task<Report> check = _reports.Check(name): a method of tasks begins one, whatever it is called. What a collection
    // of them gives was kept in it, and what is asked of another task ends with that.
    private static bool GivesTask(InvocationExpressionSyntax call, Examination examination) =>
        Calls.Target(examination.ModelOf(call), call) is { OriginalDefinition.ReturnType: var given, ReceiverType: var asked }
        && TaskPaths.IsTask(given) && !TaskPaths.IsTask(asked);

    // What is only come to now and then: the branch of a condition, or what is left when a try has failed.
    private static bool IsUnsure(CallSite step) =>
        Guards.IsConditional(ComeToFrom(step)) || Guards.IsAfterTry(step.Node);

    // switch (method) { case "GET": Send(text); break; case "POST": Send(read); break; }: what is called in another
    // branch, too, is not come to now and then alone.
    private static SyntaxNode ComeToFrom(CallSite step)
    {
        SyntaxNode node = step.Row is { Ailment: Ailments.BlockingIO } and not ForeignCall && Receiver.Of(step.Node) is { } receiver
            ? Guards.PastNullChecks(step.Node, receiver.ToString()) : step.Node;
        if (step.Row is { } row && (row.When & Circumstance.NeedsLock) != 0) node = PastEmptiness(node);
        while (Guards.ChoiceOf(node) is (var choice, var others) && others.Any(branch => HasCall(branch, step.Target.Name))) node = choice;
        return node;
    }

    // while (_all.Count == 0) Monitor.Wait(_all): to take from what is empty is what it waits for, as a BlockingCollection does.
    private static SyntaxNode PastEmptiness(SyntaxNode wait)
    {
        SyntaxNode past = wait;
        for (SyntaxNode at = wait; at.Parent is { } parent && !Outline.IsBody(at); at = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax choice when choice.Statement == at && AsksForEmptiness(choice.Condition):
                case WhileStatementSyntax loop when loop.Statement == at && AsksForEmptiness(loop.Condition):
                    past = parent;
                    break;
                case IfStatementSyntax choice when choice.Statement == at:
                case ElseClauseSyntax or SwitchSectionSyntax or ConditionalExpressionSyntax or CatchClauseSyntax:
                    return past;
            }
        }
        return past;
    }

    private static bool AsksForEmptiness(ExpressionSyntax condition) => condition is not BinaryExpressionSyntax
    {
        RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression,
    } && Names.Nodes(condition, _ => true).OfType<SimpleNameSyntax>()
        .Any(name => name.Identifier.ValueText is "Count" or "IsEmpty" or "Any" or "TryDequeue" or "TryTake" or "TryPop");

    private static bool HasCall(SyntaxNode branch, string name) => Names.Nodes(branch, node => !Outline.IsBody(node))
        .OfType<InvocationExpressionSyntax>().Any(call => Names.OfInvoked(call.Expression) == name);

    // Closing waits for what ends because of it, and mostly has: as with Dispose of a library's types, that is left
    // alone.
    private static bool Closes(Callers at) =>
        s_closing.Any(verb => at.Site.Target.Name.StartsWith(verb, StringComparison.Ordinal));
}
