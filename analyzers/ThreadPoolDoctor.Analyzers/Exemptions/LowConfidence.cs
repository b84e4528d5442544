using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Waits that are hardly ever come to, or for what has mostly ended by then: values decide, and nobody here knows them.
/// They are told on demand alone (<c>threadpooldoctor.report = all</c>).
/// </summary>
internal static class LowConfidence
{
    // Names of flags that say of an object that what was to come has come.
    private static readonly string[] s_ended = ["Complete", "Ended", "Finished", "Done", "Ready", "Loaded",
        "Initialized", "Initialised", "HasValue", "HasResult", "Succe"];

    /// <summary>It waits for a task, where the rows about tasks are to be asked.</summary>
    public static bool IsOnTask(Candidate c) => c.Row is { Ailment: Ailments.BlockingOnTask } and not ForeignCall;

    // await Task.WhenAny(task, cancelled); token.ThrowIfCancellationRequested(); and then task.Result: had the other
    // one ended, it would have thrown. A delay ends by itself.
    public static bool IsRaced(Candidate c)
    {
        if (!c.Body.MentionsCall(Asking) || !c.Body.MentionsCall("WhenAny") || HeldTask(c.Node)?.ToString() is not { } task) return false;
        return c.Body.OwnNodes().OfType<AwaitExpressionSyntax>().Any(race => race.Span.End < c.Node.SpanStart
            && Awaiting.TaskOf(race.Expression) is InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var one }, { Expression: var other }] } any
            && Names.OfInvoked(any.Expression) == "WhenAny"
            && (one.ToString() == task && !EndsByItself(other) || other.ToString() == task && !EndsByItself(one))
            && IsAskedBehind(race, c.Node)
            // if (!task.IsCompleted) { await ... }: else it had ended before.
            && race.Ancestors().TakeWhile(node => !node.Span.Contains(c.Node.Span)).OfType<IfStatementSyntax>()
                .All(asked => asked.Condition.ToString().Contains(task + ".IsCompleted"))
            && !c.Body.OwnNodes().OfType<AssignmentExpressionSyntax>()
                .Any(given => given.SpanStart > race.SpanStart && given.Span.End < c.Node.SpanStart && given.Left.ToString() == task));
    }

    private const string Asking = "ThrowIfCancellationRequested";

    private static bool EndsByItself(ExpressionSyntax other) => other is InvocationExpressionSyntax delay
        && Names.OfInvoked(delay.Expression) == "Delay" && !delay.ArgumentList.ToString().Contains("Timeout.Infinite");

    private static bool IsAskedBehind(SyntaxNode race, SyntaxNode wait) =>
        race.FirstAncestorOrSelf<StatementSyntax>() is { Parent: BlockSyntax { Statements: var all } } statement
        && all.SkipWhile(each => each != statement).TakeWhile(each => !each.Span.Contains(wait.Span)).Any(each => each is ExpressionStatementSyntax
        { Expression: InvocationExpressionSyntax asked } && Names.OfInvoked(asked.Expression) == Asking);

    // new ScopeVisitor().AcceptAsync(node).Result, tree.AcceptAsync(visitor).Result: a visitor goes through a tree in
    // memory, and is asynchronous for the sake of the few that look something up.
    public static bool IsOfVisitor(Candidate c) =>
        Awaited(c.Node) is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) is { } name
            && (name.StartsWith("Accept", StringComparison.Ordinal)
            || name.StartsWith("Visit", StringComparison.Ordinal))
        && call.ArgumentList.Arguments.Select(argument => argument.Expression).Append(Receiver.Of(call))
            .Any(part => part is not null && c.Model.GetTypeInfo(part).Type?.Name.EndsWith("Visitor", StringComparison.Ordinal) == true);

    // EnsureSuccess(response): response.Content.ReadAsStringAsync().Result
    // Decode(response.Content): content.ReadAsByteArrayAsync().Result
    // HttpClient gives back a response when its content is there, unless somebody asks for the headers alone; only what
    // handles messages on their way has the connection before it. The stream of a response is there in any case: only
    // reading it waits.
    public static bool IsOfReceived(Candidate c) =>
        Awaited(c.Node) is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax read }
        && read.Name.Identifier.ValueText is var name && name.StartsWith("Read", StringComparison.Ordinal)
        && (name == "ReadAsStreamAsync" && ReceivedContent.IsOfResponse(c.Examination, read.Expression)
            || ReceivedContent.IsHandedOn(c.Examination, read.Expression, c.Callers!));

    // Run(() => Task.FromResult(work())).Result: who has only the asynchronous Run wraps up what is synchronous, and
    // takes it out again.
    public static bool IsOfLambdaThatEnds(Candidate c) =>
        Awaited(c.Node) is InvocationExpressionSyntax { ArgumentList.Arguments: var given }
            && given.Any(argument => argument.Expression is LambdaExpressionSyntax { ExpressionBody: { } made }
                && MadeEnded.Is(c.Model, made));

    // Run(task, t => next(t.Result)), task.Then(t => t.Result): who is given a task and what to do with it does so when
    // that has ended, as ContinueWith does.
    public static bool IsOfContinuation(Candidate c)
    {
        if (Awaited(c.Node) is not IdentifierNameSyntax task
            || c.Node.FirstAncestorOrSelf<AnonymousFunctionExpressionSyntax>() is not { Parent: ArgumentSyntax { Parent: ArgumentListSyntax given } } lambda) return false;
        SemanticModel model = c.Model;
        if (model.GetSymbolInfo(task).Symbol is not IParameterSymbol handed
            || !SymbolEqualityComparer.Default.Equals(handed.ContainingSymbol,
            model.GetSymbolInfo(lambda).Symbol)) return false;
        return given.Arguments.Select(other => other.Expression).Append(Receiver.Of(given.Parent!))
            .Any(other => other is not (null or AnonymousFunctionExpressionSyntax)
                && SymbolEqualityComparer.Default.Equals(model.GetTypeInfo(other).Type, handed.Type));
    }

    /// <summary>
    /// Whether a wait is for what has made this work item begin: a process that has exited only has its last output to
    /// give, and that is there.
    /// </summary>
    public static bool IsOfCause(Candidate c) => c.Item!.Api == "System.Diagnostics.Process.Exited"
        && ChildProcesses.Is(c.Examination, c.Wait);

    /// <summary>
    /// WaitForExit of a process that has exited, by its own word or because its end was waited for, and what reads what
    /// it said: it only has its last output to give.
    /// </summary>
    public static bool IsOfExited(Candidate c) => SpeakerOf(c)?.ToString() is { } speaker
        ? ChildProcesses.HasExited(c.Body, c.Node, speaker) || ChildProcesses.WasWaitedFor(c.Body, c.Node, speaker)
        : c.Site.Target is { Name: "WaitForExit", ContainingType.Name: "Process" }
            && Receiver.Of(c.Node)?.ToString() is { } process && ChildProcesses.HasExited(c.Body, c.Node, process);

    private static ExpressionSyntax? SpeakerOf(Candidate c) => !IsOnTask(c)
        ? ChildProcesses.ReadIn(c.Examination, c.Node)
        : Awaited(c.Node) is { } task ? ChildProcesses.SayingIn(c.Examination, task) : null;

    /// <summary>
    /// A value task must not be waited for but when it has ended: who does so in a helper has mostly made sure.
    /// </summary>
    public static bool IsOfValueTask(Candidate c) =>
        c.Site.Target.ContainingType.Name is "ValueTask" or "ValueTaskAwaiter" or "ConfiguredValueTaskAwaiter"
            && !IsOfAsyncCall(c.Examination, c.Node);

    // ReadAsync().Result: an async method of the compilation, or one of .NET's own, is not asked at once whether it has
    // ended. What it gives to dispose of mostly has nothing left to do.
    private static bool IsOfAsyncCall(Examination examination, SyntaxNode wait) =>
        Awaited(wait) is InvocationExpressionSyntax call
            && examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol { Name: not "DisposeAsync" } begun
        && (begun.IsAsync || examination.Others.BeginsValueTask(begun) || begun.DeclaringSyntaxReferences.IsEmpty
            && begun.ContainingAssembly?.Name.StartsWith("System.", StringComparison.Ordinal) == true);

    public static bool IsThrowHelper(CallSite site) =>
        site.Target.Name is var name && name.StartsWith("Throw", StringComparison.Ordinal)
            && (name.Length == 5 || char.IsUpper(name[5]));

    public static bool IsSwitchedOff(Candidate c) =>
        Guards.Of(c.Node).OfType<ExpressionSyntax>().SelectMany(Guards.Flags).Any(flag => IsSwitch(c.Examination, flag))
            || Branches.AreSwitchedOff(c.Examination, c.Node);

    public static bool IsForStack(Candidate c) =>
        (c.Body.MentionsCall("TryEnsureSufficientExecutionStack")
            || c.Body.MentionsCall("EnsureSufficientExecutionStack")) && Guards.IsConditional(c.Node);

    /// <summary>Whether a loop spins until another thread has come a few instructions further.</summary>
    public static bool IsSpinning(SyntaxNode loop) =>
        loop.DescendantNodes().Any(node => node is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) is "SpinOnce" or "SpinWait");

    // if (Settings.WritesTests) ...: a flag of a whole program, which is off unless somebody switches it on.
    private static bool IsSwitch(Examination examination, ExpressionSyntax flag)
    {
        if (examination.ModelOf(flag).GetSymbolInfo(flag).Symbol is not { IsStatic: true } said
            || (said as IFieldSymbol)?.Type.SpecialType != SpecialType.System_Boolean
            && (said as IPropertySymbol)?.Type.SpecialType != SpecialType.System_Boolean) return false;
        return examination.SourcesOf(said).FirstOrDefault()?.GetSyntax() switch
        {
            VariableDeclaratorSyntax field => IsOff(field.Initializer),
            PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } property => IsOff(property.Initializer)
                && accessors.All(accessor => accessor.Body is null && accessor.ExpressionBody is null),
            _ => false,
        };
    }

    private static bool IsOff(EqualsValueClauseSyntax? start) =>
        start is null or { Value.RawKind: (int)SyntaxKind.FalseLiteralExpression };

    // awaiter.GetResult() of one that was asked before whether it is there, or that is kept in a field for the one who
    // is called back.
    public static bool IsKeptAwaiter(Candidate c)
    {
        if (c.Site.Target.Name != "GetResult" || Receiver.Of(c.Node) is not { } awaiter) return false;
        while (awaiter is ParenthesizedExpressionSyntax inner) awaiter = inner.Expression;
        if (awaiter is not (IdentifierNameSyntax or MemberAccessExpressionSyntax)) return false;
        return c.Model.GetSymbolInfo(awaiter).Symbol is not ILocalSymbol { DeclaringSyntaxReferences: [{ } declared] }
            || declared.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: not InvocationExpressionSyntax }
            || c.Body.MentionsGet("IsCompleted") || c.Body.MentionsCall("OnCompleted")
                || c.Body.MentionsCall("UnsafeOnCompleted");
    }

    // _awaiter.OnCompleted(End), and in End: _awaiter.GetResult().
    public static bool IsOfContinued(Candidate c) =>
        c.Item?.Api?.EndsWith("OnCompleted", System.StringComparison.Ordinal) == true && IsKeptAwaiter(c);

    // if (result.HasRawValue) ... result.GetAwaiter().GetResult(): the object itself was asked, and says that it need
    // not be waited for.
    public static bool IsFlagged(Candidate c)
    {
        if (HeldTask(c.Node) is not { } task) return false;
        SemanticModel model = c.Model;
        ExpressionSyntax root = task;
        while (root is MemberAccessExpressionSyntax access
            && access.Expression is not (ThisExpressionSyntax or BaseExpressionSyntax)) root = access.Expression;
        ISymbol? owner = model.GetSymbolInfo(root).Symbol;
        if (owner is not (ILocalSymbol or IParameterSymbol or IFieldSymbol or IPropertySymbol)) return false;
        return Guards.Of(c.Node, c.Body.Node).OfType<ExpressionSyntax>().SelectMany(Guards.Flags)
            .Any(flag => IsAboutOwner(flag, model, owner));
    }

    private static bool IsAboutOwner(ExpressionSyntax flag, SemanticModel model, ISymbol owner)
    {
        // A friend's internal property does not bind everywhere.
        if (model.GetTypeInfo(flag).Type is not (null or { TypeKind: TypeKind.Error }
            or { SpecialType: SpecialType.System_Boolean })) return false;
        if (flag is MemberAccessExpressionSyntax access
            && access.Expression is not (ThisExpressionSyntax or BaseExpressionSyntax))
        {
            // What a task says of itself is known for sure.
            ExpressionSyntax asked = access.Expression;
            while (asked is MemberAccessExpressionSyntax more) asked = more.Expression;
            bool isTask = TaskPaths.IsTask(model.GetTypeInfo(access.Expression).Type);
            return SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(asked).Symbol, owner)
                && (!isTask || flag.FirstAncestorOrSelf<TupleExpressionSyntax>() is not null);
        }
        // _isLoaded beside _load, of one object.
        return owner is IFieldSymbol && model.GetSymbolInfo(flag).Symbol is { Kind: SymbolKind.Field or SymbolKind.Property } said && s_ended.Any(word => said.Name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);
    }

    /// <summary>
    /// What <c>entry.Task.Result</c> and <c>result.GetAwaiter().GetResult()</c> wait for: it was made before, and is
    /// kept. Null for what was only just begun.
    /// </summary>
    public static ExpressionSyntax? HeldTask(SyntaxNode wait) =>
        Awaited(wait) is IdentifierNameSyntax or MemberAccessExpressionSyntax ? Awaited(wait) : null;

    /// <summary>The task that is waited for.</summary>
    public static ExpressionSyntax? Awaited(SyntaxNode wait) => Receiver.Of(wait) is { } at ? Awaiting.TaskOf(at) : null;
}
