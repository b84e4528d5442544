using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>TPD007: an async lambda or async void method where the delegate returns nothing, so that nobody can await it. Event handlers have no choice.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AsyncVoidWorkItems : Rule
{
    private static readonly string[] s_fatal = ["Fatal", "Critical"];

    // They read and write what they are given a reference to, and throw nothing; nor does a timer that is told when to tick next.
    private static readonly string[] s_memory = ["System.Threading.Interlocked", "System.Threading.Volatile"];
    private const string Timer = "System.Threading.Timer";

    public AsyncVoidWorkItems()
        : base(Descriptors.AsyncVoidWorkItem)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        SemanticModel model = context.SemanticModel;
        HashSet<string> known = examination.Outlines.AsyncVoids;
        // Only names that some async void method has are bound, and only bodies that hand one on are walked.
        HashSet<Body> passers = examination.OutlineOf(model.SyntaxTree).PassersOf(known.Contains);
        foreach (Body body in BodiesIn(context, examination))
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            if (body.Node is AnonymousFunctionExpressionSyntax lambda)
            {
                if (body.IsAsync && model.GetSymbolInfo(lambda).Symbol is IMethodSymbol { ReturnsVoid: true } function) Examine(context, lambda, "This async lambda", function, examination);
            }
            if (!passers.Contains(body)) continue;
            foreach (SimpleNameSyntax name in MethodGroups(body, known))
            {
                if (model.GetSymbolInfo(name).Symbol is not IMethodSymbol { IsAsync: true, ReturnsVoid: true } method) continue;
                ExpressionSyntax whole = name.Parent is MemberAccessExpressionSyntax access && access.Name == name
                    ? access : name;
                Examine(context, whole, method.Name, method, examination);
            }
        }
    }

    private static IEnumerable<SimpleNameSyntax> MethodGroups(Body body, HashSet<string> known) =>
        body.OwnNodes().OfType<SimpleNameSyntax>().Where(name => known.Contains(name.Identifier.ValueText) && !Names.IsInvoked(name) && Names.IsPassedOn(name));

    private static void Examine(SemanticModelAnalysisContext context, ExpressionSyntax work, string shown,
        IMethodSymbol function, Examination examination)
    {
        if (IsHandler(work, function, context.SemanticModel) || Conventions.IsBoundToUi(function)) return;
        if (context.SemanticModel.GetTypeInfo(work).ConvertedType is not INamedTypeSymbol { DelegateInvokeMethod.ReturnsVoid: true } type) return;
        if (IsHandler(type) || IsOfCommand(work, context.SemanticModel)) return;
        // What is posted to a synchronization context has its exceptions thrown there.
        if (MemberNames.OfType(type) == DelegateTypes.Posted || IsMisfit(work, type) || CatchesAll(function, examination, isFirst: true)) return;
        if (IntentMarks.IsOn(context.SemanticModel.GetEnclosingSymbol(work.SpanStart))
            || IntentMarks.IsOn(function)) return;
        Fate fate = examination.Delegates.Of(work);
        if (fate.Runner == Runner.None) return;
        string? cold = Heat.ColdPlaceOf(fate, type, examination);
        ImmutableDictionary<string, string?> properties = DiagnosticProperties.Of(fate);
        context.ReportDiagnostic(Diagnostic.Create(
            Descriptors.AsyncVoidWorkItem, work.GetLocation(),
            Finding.Severity(examination, Descriptors.AsyncVoidWorkItem, threads: 0, cold is not null),
            additionalLocations: null, cold is null ? properties : properties.Add(DiagnosticProperties.Cold, cold),
            shown, Article(type) + type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
    }

    // In a call that does not bind, the compiler names a delegate that the work does not even fit.
    private static bool IsMisfit(ExpressionSyntax work, INamedTypeSymbol type) =>
        work is ParenthesizedLambdaExpressionSyntax lambda
            && lambda.ParameterList.Parameters.Count != type.DelegateInvokeMethod!.Parameters.Length;

    // All it does is tried, and whatever is thrown is caught: no exception leaves it. The first may leave that to one
    // that it awaits.
    private static bool CatchesAll(IMethodSymbol function, Examination examination, bool isFirst)
    {
        SyntaxNode? body = function.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
        {
            AnonymousFunctionExpressionSyntax lambda => lambda.Body,
            MethodDeclarationSyntax method => method.Body ?? (SyntaxNode?)method.ExpressionBody?.Expression,
            LocalFunctionStatementSyntax local => local.Body ?? (SyntaxNode?)local.ExpressionBody?.Expression,
            _ => null,
        };
        return body switch
        {
            BlockSyntax block => CatchesAll(block, function.ContainingType, examination, isFirst),
            ExpressionSyntax single => isFirst && AwaitsCatching(single, examination),
            _ => false,
        };
    }

    private static bool CatchesAll(BlockSyntax block, INamedTypeSymbol owner, Examination examination, bool isFirst) =>
        block.Statements.Any(statement => CatchesAll(statement, owner, examination, isFirst))
        && block.Statements.All(statement => CatchesAll(statement, owner, examination, isFirst)
            || IsHarmless(statement, owner, examination));

    // Also under a condition, if (_isAlive) { try { ... } catch { } }, or round by round. What is awaited at last is not tried.
    private static bool CatchesAll(StatementSyntax statement, INamedTypeSymbol owner, Examination examination, bool isFirst) => statement switch
    {
        TryStatementSyntax attempt => attempt.Catches.Any(each => IsCatchAll(each, examination))
            && !attempt.Catches.Any(each => each.DescendantNodes()
                .Any(node => node is ThrowStatementSyntax or ThrowExpressionSyntax))
            // What a lambda there awaits is another's.
            && (attempt.Finally is not { } last || !last.DescendantNodes(node => !Outline.IsBody(node)).Any(node => node is AwaitExpressionSyntax)),
        IfStatementSyntax { Else: null, Statement: BlockSyntax under } asked =>
            ThrowsNothing(asked.Condition, examination) && CatchesAll(under, owner, examination, isFirst),
        WhileStatementSyntax { Statement: BlockSyntax round } loop => ThrowsNothing(loop.Condition, examination) && CatchesAll(round, owner, examination, isFirst),
        DoStatementSyntax { Statement: BlockSyntax round } loop => ThrowsNothing(loop.Condition, examination) && CatchesAll(round, owner, examination, isFirst),
        ExpressionStatementSyntax { Expression: var single } => isFirst && AwaitsCatching(single, examination),
        _ => false,
    };

    // await WatchAsync(), which catches everything itself.
    private static bool AwaitsCatching(ExpressionSyntax single, Examination examination) =>
        single is AwaitExpressionSyntax { Expression: var awaited }
        && Awaiting.TaskOf(awaited) is InvocationExpressionSyntax { Expression: SimpleNameSyntax } call && ThrowsNothing(call.ArgumentList, examination)
        && examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol { IsAsync: true, IsVirtual: false, IsOverride: false } own
        && CatchesAll(own, examination, isFirst: false);

    // if (!_isAlive) return; if (_timer is not null) _timer.Change(5, 5); what is declared without a call, _isBusy = true; where that is a field, and Interlocked.Increment(ref _turns);
    private static bool IsHarmless(StatementSyntax statement, INamedTypeSymbol owner, Examination examination) => ThrowsNothing(statement, examination) && statement switch
    {
        ReturnStatementSyntax or LocalDeclarationStatementSyntax or ExpressionStatementSyntax { Expression: InvocationExpressionSyntax } => true,
        IfStatementSyntax { Else: null, Statement: var then } => IsHarmless(then, owner, examination),
        BlockSyntax block => block.Statements.All(each => IsHarmless(each, owner, examination)),
        ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: var set } } =>
            set is IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax }
            && Names.OfInvoked(set) is { } name && owner.GetMembers(name).Any(member => member is IFieldSymbol),
        _ => false,
    };

    // Nothing is called there. var self = (Owner)state; is what its own type handed in.
    private static bool ThrowsNothing(SyntaxNode part, Examination examination) => !part.DescendantNodesAndSelf()
        .Any(node => node is ElementAccessExpressionSyntax
            or AwaitExpressionSyntax
            or CastExpressionSyntax { Expression: not IdentifierNameSyntax } or ThrowExpressionSyntax
            || node is BaseObjectCreationExpressionSyntax made && !IsEmptyCollection(made, examination)
            || node is InvocationExpressionSyntax call && !IsOnMemory(call, examination));

    // List<string> changed = new();
    private static bool IsEmptyCollection(BaseObjectCreationExpressionSyntax made, Examination examination) =>
        made is { ArgumentList: null or { Arguments.Count: 0 }, Initializer: null }
        && examination.ModelOf(made).GetTypeInfo(made).Type is { } type
        && MemberNames.OfNamespace(type.ContainingNamespace).StartsWith("System.Collections", System.StringComparison.Ordinal);

    // if (Interlocked.Exchange(ref _isRunning, 1) == 1) return;
    private static bool IsOnMemory(InvocationExpressionSyntax call, Examination examination) =>
        examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol { ContainingType: var type } called
        && (s_memory.Contains(MemberNames.OfType(type)) || called.Name == "Change" && MemberNames.OfType(type) == Timer);

    private static bool IsCatchAll(CatchClauseSyntax clause, Examination examination) =>
        (clause.Filter is null || IsAllButFatal(clause.Filter.FilterExpression))
        && (clause.Declaration is not { Type: var caught } || examination.ModelOf(caught).GetTypeInfo(caught).Type is { } type
            && MemberNames.OfType(type) == DelegateTypes.Thrown);

    // when (!e.IsFatal()): what is left ends the process whoever awaits.
    private static bool IsAllButFatal(ExpressionSyntax filter) =>
        filter is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: InvocationExpressionSyntax asked }
            && Names.OfInvoked(asked.Expression) is { } name && s_fatal.Any(name.Contains);

    private static string Article(INamedTypeSymbol type) => "AEIOU".IndexOf(type.Name[0]) >= 0 ? "an " : "a ";

    // Handed over as one; of a library that is missing nobody knows its arguments.
    private static bool IsHandler(INamedTypeSymbol type) => MemberNames.OfType(type.OriginalDefinition) is DelegateTypes.Handler or DelegateTypes.Handler + "`1";

    // new RelayCommand(Save), new MenuCommand { Action = Save }: a window runs it as it runs a handler.
    private static bool IsOfCommand(ExpressionSyntax work, SemanticModel model) =>
        work.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>() is { } made && (work.Parent is ArgumentSyntax
            ? work.Parent.Parent?.Parent == made : work.Parent is AssignmentExpressionSyntax { Parent.Parent: var owner } && owner == made)
        && model.GetTypeInfo(made).Type is { } command
        && (command.Name.EndsWith("Command", System.StringComparison.Ordinal)
            || command.AllInterfaces.Any(face => MemberNames.OfType(face) == DelegateTypes.Command));

    // Subscribed to an event, or of an event handler's shape: (object sender, SomeEventArgs e).
    private static bool IsHandler(ExpressionSyntax work, IMethodSymbol function, SemanticModel model)
    {
        if (function.Parameters.Length == 2 && function.Parameters[1].Type is INamedTypeSymbol last
            && last.SelfAndBases().Any(type => MemberNames.OfType(type) == DelegateTypes.Arguments)) return true;
        for (SyntaxNode? at = work.Parent; at is ExpressionSyntax or ArgumentSyntax
            or ArgumentListSyntax; at = at.Parent)
        {
            if (at is AssignmentExpressionSyntax assignment) return model.GetSymbolInfo(assignment.Left).Symbol is IEventSymbol;
            if (at is InvocationExpressionSyntax) return false;
        }
        return false;
    }
}
