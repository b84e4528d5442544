using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether all that a function does is tried, and whatever is thrown is caught, so that no exception leaves it. Beside
/// its try may stand what throws nothing, and methods of the program that are no more than that; it may leave the try
/// to one that it awaits.
/// </summary>
internal sealed class Catching
{
    // A method, what it awaits, and what that does beside its try: who goes on is hardly read by anybody.
    private const int Methods = 3;

    private static readonly string[] s_fatal = ["Fatal", "Critical"];

    // They read and write what they are given a reference to, and throw nothing; nor does what says what happens, or
    // waits for its turn, or names the method that runs.
    private static readonly string[] s_calm =
    [
        "System.Threading.Interlocked", "System.Threading.Volatile", "System.Console", "System.Diagnostics.Stopwatch",
        "System.Diagnostics.Debug", "System.Diagnostics.Trace", "System.Threading.WaitHandle",
        "System.Reflection.MethodBase",
    ];

    private static readonly string[] s_log =
        ["Log", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "Critical", "Verbose", "Write"];

    // Of these a task never tells, or nobody is there any more to be told.
    private static readonly string[] s_last =
    [
        "System.Threading.ThreadAbortException", "System.Threading.ThreadInterruptedException",
        "System.StackOverflowException", "System.OutOfMemoryException",
    ];

    private static readonly string[] s_logs = ["Log", "Logger", "Logging", "Trace"];

    private const string Timer = "System.Threading.Timer";
    private const string Tasks = "System.Threading.Tasks.Task";

    private readonly Examination _examination;
    private readonly INamedTypeSymbol _owner;
    private readonly int _left;

    private Catching(Examination examination, INamedTypeSymbol owner, int left)
    {
        _examination = examination;
        _owner = owner;
        _left = left;
    }

    /// <summary>Whether no exception leaves a function, as it catches all, itself or where it awaits.</summary>
    public static bool IsAll(IMethodSymbol function, Examination examination) =>
        new Catching(examination, function.ContainingType, Methods).IsAll(function);

    /// <summary>
    /// Whether all that a function waits for is tried, and caught: what may throw beside its try is done before, in one
    /// go.
    /// </summary>
    public static bool IsOfAllAwaited(IMethodSymbol function, Examination examination) =>
        new Catching(examination, function.ContainingType, Methods).IsOfAllAwaited(function);

    /// <summary>What a function does: a block or an expression; null where it is not here.</summary>
    public static SyntaxNode? BodyOf(IMethodSymbol function, Examination examination) =>
        examination.SourcesOf(function).FirstOrDefault()?.GetSyntax() switch
        {
            AnonymousFunctionExpressionSyntax lambda => lambda.Body,
            BaseMethodDeclarationSyntax method => method.Body ?? (SyntaxNode?)method.ExpressionBody?.Expression,
            LocalFunctionStatementSyntax local => local.Body ?? (SyntaxNode?)local.ExpressionBody?.Expression,
            _ => null,
        };

    private bool IsOfAllAwaited(IMethodSymbol function) => BodyOf(function, _examination) is BlockSyntax block
        && block.Statements.SkipWhile(statement => !IsAll(statement)).ToArray() is [_, ..] tried
        && tried.All(statement => IsAll(statement) || IsHarmless(statement))
        && block.Statements.Take(block.Statements.Count - tried.Length).All(IsDoneInOneGo);

    // Nothing is awaited there, nor thrown in its own words.
    private static bool IsDoneInOneGo(StatementSyntax statement) =>
        !Names.Nodes(statement, inner => !Outline.IsBody(inner)).Any(node =>
            node is AwaitExpressionSyntax or ThrowStatementSyntax or ThrowExpressionSyntax
            or CommonForEachStatementSyntax { AwaitKeyword.RawKind: not 0 }
            or UsingStatementSyntax { AwaitKeyword.RawKind: not 0 }
            or LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: not 0 });

    private bool IsAll(IMethodSymbol function) => BodyOf(function, _examination) switch
    {
        BlockSyntax block => IsAll(block),
        ExpressionSyntax single => AwaitsCatching(single),
        _ => false,
    };

    private bool IsAll(BlockSyntax block) =>
        block.Statements.Any(IsAll) && block.Statements.All(statement => IsAll(statement) || IsHarmless(statement));

    // Also under a condition, if (_isAlive) { try { ... } catch { } }, or round by round. What is awaited at last is
    // not tried.
    private bool IsAll(StatementSyntax statement) => statement switch
    {
        TryStatementSyntax attempt => attempt.Catches.Any(IsOfAll)
            && !attempt.Catches.Any(ThrowsOn)
            // What a lambda there awaits is another's.
            && attempt.Finally?.DescendantNodes(node => !Outline.IsBody(node))
                .Any(node => node is AwaitExpressionSyntax) != true,
        IfStatementSyntax { Else: null, Statement: BlockSyntax under } asked =>
            ThrowsNothing(asked.Condition) && IsAll(under),
        WhileStatementSyntax { Statement: BlockSyntax round } loop => ThrowsNothing(loop.Condition) && IsAll(round),
        DoStatementSyntax { Statement: BlockSyntax round } loop => ThrowsNothing(loop.Condition) && IsAll(round),
        ExpressionStatementSyntax { Expression: var single } => AwaitsCatching(single),
        _ => false,
    };

    // await WatchAsync(), which catches everything itself. One that derives may throw.
    private bool AwaitsCatching(ExpressionSyntax single) => _left > 1
        && single is AwaitExpressionSyntax { Expression: var awaited }
        && Awaiting.TaskOf(awaited) is InvocationExpressionSyntax call
        && ThrowsNothing(call.ArgumentList) && (Receiver.Of(call) is not { } on || ThrowsNothing(on))
        && OwnMethods(call) is [{ IsAsync: true, IsVirtual: false, IsOverride: false } own] && Within(own).IsAll(own);

    private Catching Within(IMethodSymbol own) => new(_examination, own.ContainingType, _left - 1);

    // if (!_isAlive) return; if (_timer is not null) _timer.Change(5, 5); what is declared, and _isBusy = true; where
    // that is a field.
    private bool IsHarmless(StatementSyntax statement) => ThrowsNothing(statement) && IsPlain(statement);

    private bool IsPlain(StatementSyntax statement) => statement switch
    {
        ReturnStatementSyntax or BreakStatementSyntax or ContinueStatementSyntax or LocalDeclarationStatementSyntax
            or ExpressionStatementSyntax { Expression: InvocationExpressionSyntax or AwaitExpressionSyntax }
            or ExpressionStatementSyntax { Expression: ConditionalAccessExpressionSyntax } => true,
        IfStatementSyntax { Else: null, Statement: var then } => IsPlain(then),
        BlockSyntax block => block.Statements.All(IsPlain),
        ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: var set } } =>
            set is IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax }
            && Names.OfInvoked(set) is { } name && _owner.GetMembers(name).Any(member => member is IFieldSymbol),
        _ => false,
    };

    // Nothing is called there that may throw. var self = (Owner)state; is what its own type handed in.
    private bool ThrowsNothing(SyntaxNode part) => !part.DescendantNodesAndSelf()
        .Any(node => node is ElementAccessExpressionSyntax
            or CastExpressionSyntax { Expression: not IdentifierNameSyntax } or ThrowExpressionSyntax
            || node is AwaitExpressionSyntax awaited && !IsRest(awaited)
            || node is BaseObjectCreationExpressionSyntax made && !IsMade(made)
            || node is InvocationExpressionSyntax call && !IsCalm(call));

    // await Task.Delay(100); await Task.Delay(100).ConfigureAwait(false); end when their time is over: no token ends
    // them.
    private bool IsRest(AwaitExpressionSyntax awaited) =>
        Awaiting.TaskOf(awaited.Expression) is InvocationExpressionSyntax call && IsRest(call);

    private bool IsRest(InvocationExpressionSyntax call) => _examination.ModelOf(call).GetSymbolInfo(call).Symbol
        is IMethodSymbol { Name: "Delay", Parameters.Length: 1 } delay
        && MemberNames.OfType(delay.ContainingType) == Tasks;

    // List<string> changed = new(); new Attempt(this), whose constructor keeps what it is given.
    private bool IsMade(BaseObjectCreationExpressionSyntax made)
    {
        SemanticModel model = _examination.ModelOf(made);
        if (made.Initializer is not null || model.GetTypeInfo(made).Type is not INamedTypeSymbol type) return false;
        string space = MemberNames.OfNamespace(type.ContainingNamespace);
        return made.ArgumentList is null or { Arguments.Count: 0 }
                && space.StartsWith("System.Collections", StringComparison.Ordinal)
            || model.GetSymbolInfo(made).Symbol is IMethodSymbol constructor && IsCalm(constructor);
    }

    // if (Interlocked.Exchange(ref _isRunning, 1) == 1) return; _logger.LogDebug("..."); if (!IsConnected()) return;
    private bool IsCalm(InvocationExpressionSyntax call)
    {
        if (_examination.ModelOf(call).GetSymbolInfo(call).Symbol is not IMethodSymbol called) return false;
        string type = MemberNames.OfType(called.ContainingType);
        return s_calm.Contains(type) || called.Name == "Change" && type == Timer || IsOfLog(called) || IsTry(called)
            || called.Name == "ConfigureAwait" && type.StartsWith(Tasks, StringComparison.Ordinal) || IsRest(call)
            || OwnMethods(call) is [_, ..] own && own.All(IsCalm);
    }

    // int.TryParse(text, out int number), numbers.TryGetValue(key, out Timer timer)
    private static bool IsTry(IMethodSymbol called) => called.Name.StartsWith("Try", StringComparison.Ordinal)
        && called.Parameters.Any(given => given.RefKind == RefKind.Out)
        && called.DeclaringSyntaxReferences.IsEmpty && called.ContainingNamespace is { } space
        && MemberNames.OfNamespace(space).Split('.')[0] == "System";

    // What a logger throws nobody handles.
    private static bool IsOfLog(IMethodSymbol called) =>
        s_log.Any(word => called.Name.StartsWith(word, StringComparison.Ordinal))
        && (called.ReducedFrom?.Parameters[0].Type ?? called.ContainingType).Name is var type
        && (type.StartsWith("Log", StringComparison.Ordinal) || type.StartsWith("ILog", StringComparison.Ordinal)
            || s_logs.Any(word => type.EndsWith(word, StringComparison.Ordinal)));

    private bool IsCalm(IMethodSymbol own) => _left > 0 && !own.IsAsync && BodyOf(own, _examination) switch
    {
        BlockSyntax block => Within(own).IsHarmless(block),
        ExpressionSyntax single => Within(own).ThrowsNothing(single),
        _ => false,
    };

    // What a call of the program's own may run, as far as it is here; nothing for others.
    private IMethodSymbol[] OwnMethods(InvocationExpressionSyntax call)
    {
        if (_examination.ModelOf(call).GetSymbolInfo(call).Symbol is not IMethodSymbol called) return [];
        called = (called.ReducedFrom ?? called).OriginalDefinition;
        if (!_examination.SourcesOf(called).Any()) return [];
        return called.IsAbstract || called.IsVirtual || called.IsOverride
            ? [.. _examination.Calls.ImplementationsOf(called)] : [called];
    }

    // catch (ThreadAbortException) { throw; }: what ends a thread, or the process, whoever catches it.
    private bool ThrowsOn(CatchClauseSyntax clause) => clause.DescendantNodes().Any(node => node
        is ThrowExpressionSyntax or ThrowStatementSyntax { Expression: not null }
        || node is ThrowStatementSyntax && (clause.Declaration is not { Type: var caught }
            || _examination.ModelOf(caught).GetTypeInfo(caught).Type is not { } type || !s_last.Contains(MemberNames.OfType(type))));

    private bool IsOfAll(CatchClauseSyntax clause) =>
        (clause.Filter is null || IsAllButFatal(clause.Filter.FilterExpression))
        && (clause.Declaration is not { Type: var caught }
            || _examination.ModelOf(caught).GetTypeInfo(caught).Type is { } type
            && MemberNames.OfType(type) == DelegateTypes.Thrown);

    // when (!e.IsFatal()): what is left ends the process whoever awaits.
    private static bool IsAllButFatal(ExpressionSyntax filter) =>
        filter is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var negated }
            && negated is InvocationExpressionSyntax asked
            && Names.OfInvoked(asked.Expression) is { } name && s_fatal.Any(name.Contains);
}
