using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Finds every use of a function in the solution and says what each becomes when the function is async.
/// </summary>
internal sealed class CallerSearch
{
    private readonly Dictionary<DocumentId, SemanticModel> _models = [];
    private readonly Solution _solution;
    private readonly bool _loosesAggregate;
    private readonly CancellationToken _cancellation;
    private readonly Dictionary<(ISymbol Method, int Calls), bool> _unwraps = [];
    private bool? _isEverCaught;

    public CallerSearch(Solution solution, bool loosesAggregate, CancellationToken cancellation)
    {
        _solution = solution;
        _loosesAggregate = loosesAggregate;
        _cancellation = cancellation;
    }

    /// <summary>
    /// One model a document: nodes are compared by identity, so the trees must stay the same throughout.
    /// </summary>
    public async Task<SemanticModel> ModelAsync(Document document)
    {
        if (!_models.TryGetValue(document.Id, out SemanticModel? model))
        {
            _models.Add(document.Id, model = (await document.GetSemanticModelAsync(_cancellation).ConfigureAwait(false))!);
        }
        return model;
    }

    public async Task AddAsync(FunctionPlan plan, HashSet<IMethodSymbol> group)
    {
        HashSet<(DocumentId, int)> seen = [];
        foreach (IMethodSymbol method in group)
        {
            foreach (ReferencedSymbol found in await SymbolFinder.FindReferencesAsync(method, _solution, Scope(method),
                _cancellation).ConfigureAwait(false))
            {
                foreach (ReferenceLocation at in found.Locations)
                {
                    if (!seen.Add((at.Document.Id, at.Location.SourceSpan.Start))) continue;
                    if (at.Document is SourceGeneratedDocument)
                    {
                        plan.StopBecause($"'{method.Name}' is used in generated code, which would be generated as before");
                        return;
                    }
                    SemanticModel model = await ModelAsync(at.Document).ConfigureAwait(false);
                    SyntaxNode node = model.SyntaxTree.GetRoot(_cancellation)
                        .FindNode(at.Location.SourceSpan, findInsideTrivia: true, getInnermostNodeForTie: true);
                    if (at.IsCandidateLocation && !IsMethodGroup(node, at.CandidateReason, model) || at.IsImplicit
                        || at.Alias is not null)
                    {
                        plan.StopBecause("it is used in a way that cannot be followed");
                        return;
                    }
                    Use(plan, at.Document, node, method, model);
                    if (plan.Stop is not null) return;
                }
            }
        }
    }

    /// <summary>
    /// Whether a task that this method gives back is dropped somewhere: as long as the method is not async, all that it
    /// waits for is done when it returns.
    /// </summary>
    public async Task<bool> DropsAsync(IMethodSymbol method)
    {
        foreach (ReferencedSymbol found in await SymbolFinder.FindReferencesAsync(method, _solution, Scope(method),
            _cancellation).ConfigureAwait(false))
        {
            foreach (ReferenceLocation at in found.Locations)
            {
                if (at.Document is SourceGeneratedDocument) continue;
                SemanticModel model = await ModelAsync(at.Document).ConfigureAwait(false);
                if (model.SyntaxTree.GetRoot(_cancellation).FindNode(at.Location.SourceSpan, findInsideTrivia: true,
                        getInnermostNodeForTie: true) is SimpleNameSyntax name
                    && Whole(name) is { Parent: InvocationExpressionSyntax call } whole && call.Expression == whole
                    && Syntax.IsUnused(WithCondition(call), model)) return true;
            }
        }
        return false;
    }

    /// <summary>
    /// Whether who awaits an async function looks for the AggregateException that a wait in it throws: an await in it
    /// throws another.
    /// </summary>
    public async Task<bool> UnwrapsAsync(IMethodSymbol method, int calls = 0)
    {
        if (_unwraps.TryGetValue((method, calls), out bool known)) return known;
        _unwraps[(method, calls)] = false;
        return _unwraps[(method, calls)] = await LookAsync(method, calls).ConfigureAwait(false);
    }

    private async Task<bool> LookAsync(IMethodSymbol method, int calls)
    {
        // To look for the callers of all callers can take a minute in a large solution.
        const int Most = 1;
        if (!_loosesAggregate || method.MethodKind is not (MethodKind.Ordinary or MethodKind.LocalFunction)
            || !await IsEverCaughtAsync().ConfigureAwait(false)) return false;
        foreach (ReferencedSymbol found in await SymbolFinder.FindReferencesAsync(method, _solution, Scope(method),
            _cancellation).ConfigureAwait(false))
        {
            foreach (ReferenceLocation at in found.Locations)
            {
                if (at.Document is SourceGeneratedDocument) continue;
                SemanticModel model = await ModelAsync(at.Document).ConfigureAwait(false);
                SyntaxNode name = model.SyntaxTree.GetRoot(_cancellation)
                    .FindNode(at.Location.SourceSpan, getInnermostNodeForTie: true);
                SyntaxNode? around = Functions.Around(name);
                if (name.Ancestors().TakeWhile(node => node != around).OfType<TryStatementSyntax>().Any(@try =>
                    @try.Block.Span.Contains(name.Span)
                    && AggregateCatch.Stop(@try, model, isSure: false) is not null)) return true;
                if (calls < Most && around is not null && Functions.SymbolOf(around, model) is { IsAsync: true } caller
                    && await UnwrapsAsync(caller, calls + 1).ConfigureAwait(false)) return true;
            }
        }
        return false;
    }

    // Else nobody needs to be looked for.
    private async Task<bool> IsEverCaughtAsync()
    {
        if (_isEverCaught is { } known) return known;
        bool isCaught = false;
        foreach (Document document in _solution.Projects.SelectMany(project => project.Documents))
        {
            isCaught = isCaught || await document.GetSyntaxTreeAsync(_cancellation).ConfigureAwait(false) is { } tree
                && AggregateCatch.IsNamedIn(tree);
        }
        return (_isEverCaught = isCaught).Value;
    }

    private static ExpressionSyntax WithCondition(InvocationExpressionSyntax call) =>
        ConditionalAccess.Around(call) is { } conditional && conditional.WhenNotNull == call ? conditional : call;

    public void AddLocal(FunctionPlan plan, Declaration function, IMethodSymbol symbol)
    {
        SyntaxNode scope = Functions.Around(function.Node) ?? function.Node.SyntaxTree.GetRoot(_cancellation);
        foreach (SimpleNameSyntax name in scope.DescendantNodes().OfType<SimpleNameSyntax>())
        {
            if (name.Identifier.ValueText != symbol.Name) continue;
            ISymbol? used = function.Model.GetSymbolInfo(name).Symbol
                ?? function.Model.GetSymbolInfo(name).CandidateSymbols.FirstOrDefault();
            if (SymbolEqualityComparer.Default.Equals(used?.OriginalDefinition, symbol.OriginalDefinition)) Use(plan,
                function.Document, name, symbol, function.Model);
        }
    }

    private void Use(FunctionPlan plan, Document document, SyntaxNode node, IMethodSymbol method, SemanticModel model)
    {
        if (node is not SimpleNameSyntax name)
        {
            plan.StopBecause("it is used in a way that cannot be followed");
            return;
        }
        if (plan.NewName is { } newName)
        {
            plan.Edits.Add(new Edit(document.Id, name, EditKind.Rename,
                changed => ((SimpleNameSyntax)changed)
                    .WithIdentifier(SyntaxFactory.Identifier(newName)
                    .WithTriviaFrom(((SimpleNameSyntax)changed).Identifier))));
        }
        if (name.IsPartOfStructuredTrivia()) return;
        ExpressionSyntax whole = Whole(name);
        switch (whole.Parent)
        {
            case InvocationExpressionSyntax call when call.Expression == whole:
                plan.IsUsed = true;
                Call(plan, document, call, model);
                return;
            case ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } } nameOf }:
                if (IsLookedUp(nameOf)) plan.StopBecause($"'{method.Name}' is called by its name");
                return;
        }
        plan.IsUsed = true;
        if (WorkItem.Of(document, whole, method, plan.NewName, model) is not { } item)
        {
            plan.StopBecause($"'{method.Name}' is used as a delegate");
            return;
        }
        WorkItemCalls.Apply(plan, item, new Declaration(document, whole, model));
    }

    private void Call(FunctionPlan plan, Document document, InvocationExpressionSyntax call, SemanticModel model)
    {
        if (plan.CallsAreDropped)
        {
            if (call.Parent is not ExpressionStatementSyntax) plan.StopBecause("it is called in the middle of an expression");
            plan.Edits.Add(new Edit(document.Id, call, EditKind.Await, node =>
                SyntaxFactory.ParseExpression($"_ = {node.WithoutTrivia().ToFullString()}").WithTriviaFrom(node)));
            return;
        }
        if (Mocks.Follow(plan, document.Id, call, model)) return;
        if (Functions.Around(call) is not { } around)
        {
            plan.StopBecause("it is called where nothing can be awaited");
            return;
        }
        // Said at once: to look for the callers of all others first can take a minute in a large solution.
        if (!Functions.IsAsync(around) && CanBeAsync.Stop(around, Functions.SymbolOf(around, model)) is { } cannot)
        {
            plan.StopBecause(cannot);
            return;
        }
        Edit? edit = AwaitEdit.Make(document.Id, call, e => e, null, model, out string? stop);
        plan.Add(edit, new Declaration(document, around, model), stop
            ?? AwaitPlace.Stop(call, around, model, _loosesAggregate));
    }

    // An attribute or reflection that is given the name calls the method, and takes what it returns for what it was.
    private static bool IsLookedUp(InvocationExpressionSyntax nameOf) =>
        nameOf.FirstAncestorOrSelf<AttributeSyntax>() is not null
        || nameOf.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
            && NamesInWords.IsLookup(call);

    // A method handed to a parameter of type Delegate is the only candidate of its name, and yet not said to be bound.
    private static bool IsMethodGroup(SyntaxNode node, CandidateReason reason, SemanticModel model) =>
        reason == CandidateReason.MemberGroup
        || reason == CandidateReason.OverloadResolutionFailure && node is SimpleNameSyntax name
            && Whole(name).Parent is ArgumentSyntax
            && model.GetSymbolInfo(name).CandidateSymbols.Length == 1;

    private static ExpressionSyntax Whole(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax member when member.Name == name => member,
        MemberBindingExpressionSyntax binding => binding,
        _ => name,
    };

    // A private method is called only where its type is written.
    private IImmutableSet<Document>? Scope(IMethodSymbol method) =>
        method.DeclaredAccessibility == Accessibility.Private
        ? method.ContainingType.DeclaringSyntaxReferences.Select(r =>
            _solution.GetDocument(r.SyntaxTree)).OfType<Document>().ToImmutableHashSet()
        : null;
}
