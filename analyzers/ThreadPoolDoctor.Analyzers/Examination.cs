using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What all rules share while they look at one compilation: outlines, one semantic model per tree, the catalogue as far
/// as this compilation can reach it, and what has been found out about bodies so far. Safe for concurrent use.
/// </summary>
internal sealed class Examination
{
    private static readonly ConditionalWeakTable<Compilation, Examination> s_examinations = new();

    private readonly ConcurrentDictionary<SyntaxTree, WeakReference<SemanticModel>> _models;
    private readonly ConcurrentDictionary<(SyntaxTree Tree, TextSpan? Part), IReadOnlyList<Finding>> _findings = new();
    private readonly ConcurrentDictionary<SyntaxTree, object> _turns = new();
    private readonly ConcurrentDictionary<SyntaxNode, CompletionWalk> _completions = new();
    private readonly ConcurrentDictionary<SyntaxNode, ScopeUses> _uses;
    private readonly ConcurrentDictionary<BlockSyntax, BlockParts> _parts;
    private readonly ConcurrentDictionary<SyntaxNode, Exemption> _exempted = new();
    private readonly ConcurrentDictionary<Body, IMethodSymbol?> _methods;
    private readonly ConcurrentDictionary<IMethodSymbol, IReadOnlyList<BaseObjectCreationExpressionSyntax>> _creations =
        new(SymbolEqualityComparer.Default);
    private readonly Lazy<ImplicitObjectCreationExpressionSyntax[]> _unnamed;
    private readonly ConcurrentDictionary<IMethodSymbol, bool> _ended = new(SymbolEqualityComparer.Default);
    private readonly SyntaxTree[] _trees;
    private readonly Lazy<OutlineIndex> _outlines;
    private readonly Lazy<CatalogIndex> _catalogue;
    private readonly Lazy<Suspects> _suspects;
    private readonly Lazy<Suspects> _suspectsAndConverting;
    private readonly Lazy<AsyncTwins> _twins;
    private readonly Lazy<OtherProjects> _others;
    private readonly Lazy<ToldPlaces> _told;
    private readonly Lazy<bool> _isCommandLineProgram;
    private readonly Lazy<bool> _hasCommands;
    private readonly Lazy<bool> _servesNobody;
    private readonly Lazy<bool> _worksByItself;
    private readonly Lazy<bool> _isOfOnePerson;
    private readonly Lazy<Examination> _forOpenCalls;
    private readonly Lazy<Examination> _forNamedCalls;

    private int _begun;

    /// <param name="compilation">What is examined.</param>
    /// <param name="options">Files and settings.</param>
    /// <param name="cancellation">Ends reading them.</param>
    /// <param name="whole">Another look at the same compilation; null for the first.</param>
    /// <param name="looksForOpenCalls">See <see cref="ForOpenCalls"/>.</param>
    /// <param name="looksAtNamesAlone">See <see cref="ForNamedCalls"/>.</param>
    private Examination(Compilation compilation, AnalyzerOptions options, CancellationToken cancellation,
        Examination? whole = null, bool looksForOpenCalls = false, bool looksAtNamesAlone = false)
    {
        LooksForOpenCalls = looksForOpenCalls;
        LooksAtNamesAlone = looksAtNamesAlone;
        Compilation = compilation;
        _models = whole?._models ?? new();
        _methods = whole?._methods ?? new();
        _uses = whole?._uses ?? new();
        _parts = whole?._parts ?? new();
        Choices = whole?.Choices ?? new();
        Terms = whole?.Terms ?? new();
        Open = whole?.Open ?? new OpenMembers(this);
        Options = DoctorOptions.Read(options, compilation);
        Lists = MemberLists.Read(options.AdditionalFiles, Options.Trusted, cancellation);
        Evidence = Evidence.Read(options.AdditionalFiles, cancellation);
        // Whoever comes first computes for all, so one reader's cancellation must not become everybody's.
        _trees = [.. compilation.SyntaxTrees];
        _outlines = whole?._outlines
            ?? new(() => new OutlineIndex([.. _trees.Select(tree => Outline.Of(tree, CancellationToken.None))]));
        _catalogue = whole?._catalogue ?? new(() => new CatalogIndex(compilation, Lists, ReferencedNames.Of(compilation), Outlines));
        // What it looks for has no converting in it either way.
        _suspects = looksAtNamesAlone ? whole!._suspects : new(() => Suspect(converting: null));
        _suspectsAndConverting = new(() => Suspect(Calls!.Unnamed!.UnseenPlaces));
        _twins = whole?._twins ?? new(() => new AsyncTwins(Outlines, ReferencedNames.Of(compilation)));
        _others = whole?._others ?? new(() => new OtherProjects(this, options, CancellationToken.None));
        _unnamed = new(() =>
        [
            .. Outlines.Using(Names.NewWithoutName)
                .SelectMany(outline => outline.Places.CreationsOf(Names.NewWithoutName))
                .OfType<ImplicitObjectCreationExpressionSyntax>().Where(made => Names.OfMade(made) is null),
        ]);
        _told = whole?._told ?? new(() => Root.ToldIn(this));
        _forOpenCalls = new(() => new Examination(compilation, options, CancellationToken.None, this, looksForOpenCalls: true));
        _forNamedCalls = new(() => new Examination(
            compilation, options, CancellationToken.None, this, looksForOpenCalls, looksAtNamesAlone: true));
        _servesNobody = new(() => ProgramKind.ServesNobody(this));
        _worksByItself = new(() => ProgramKind.WorksByItself(this));
        _isOfOnePerson = new(() => ProgramKind.IsOfOnePerson(compilation));
        _isCommandLineProgram = new(() => ProgramKind.IsCommandLine(this));
        _hasCommands = new(() => ProgramKind.HasCommands(this));
        WorkItems = whole?.WorkItems ?? new WorkItems(this);
        Delegates = whole?.Delegates ?? new DelegateFlow(this, new StartChoices(this));
        Calls = new CallGraph(this, new Passages(this));
    }

    public Compilation Compilation { get; }

    public DoctorOptions Options { get; }

    public MemberLists Lists { get; }

    public Evidence Evidence { get; }

    public CatalogIndex Catalogue => _catalogue.Value;

    public WorkItems WorkItems { get; }

    public DelegateFlow Delegates { get; }

    public CallGraph Calls { get; }

    public bool IsCommandLineProgram => _isCommandLineProgram.Value;

    public bool HasCommands => _hasCommands.Value;

    public Suspects Suspects => Calls.Unnamed?.UnseenPlaces.IsEmpty == false ? _suspectsAndConverting.Value : _suspects.Value;

    public OtherProjects Others => _others.Value;

    /// <summary>What a build of this compilation tells of; nothing in an editor.</summary>
    public ToldPlaces Told => _told.Value;

    /// <summary>Whether something of this name may block in another project.</summary>
    public bool IsNamedByOthers(string name) => Others.Names.Any(other => other.Name == name);

    /// <summary>
    /// The same compilation, looked at for calls whose implementation is not known in it, as if they were in the
    /// catalogue.
    /// </summary>
    public Examination ForOpenCalls => _forOpenCalls.Value;

    public bool LooksForOpenCalls { get; }

    /// <summary>
    /// The same look without conversions and operators, which have no name in a call: it tells whether any of those
    /// waits.
    /// </summary>
    public Examination ForNamedCalls => _forNamedCalls.Value;

    public bool LooksAtNamesAlone { get; }

    public OpenMembers Open { get; }

    /// <summary>What callers give for parameters, kept by <see cref="Origins"/>.</summary>
    public ConcurrentDictionary<ISymbol, IReadOnlyList<ExpressionSyntax>> Arguments { get; } = new(SymbolEqualityComparer.Default);

    /// <summary>What callers have a say in above a step, kept by <see cref="Branches"/>.</summary>
    public ConcurrentDictionary<SyntaxNode, IReadOnlyList<Branches.Choice>> Choices { get; }

    /// <summary>What the conditions of those ask, kept by <see cref="Branches"/>.</summary>
    public ConcurrentDictionary<ExpressionSyntax, Branches.Term> Terms { get; }

    /// <summary>Whether a step is only taken now and then, kept by <see cref="PathConfidence"/>.</summary>
    public ConcurrentDictionary<CallSite, bool> Unsure { get; } = new();

    /// <summary>Under which lock a call stands, kept by <see cref="Locks"/>.</summary>
    public ConcurrentDictionary<SyntaxNode, SyntaxNode?> HeldAt { get; } = new();

    /// <summary>Whether a type has a twin by a name, as a place in a type sees it, kept by <see cref="Pairing"/>.</summary>
    public ConcurrentDictionary<(ISymbol Type, string Twin, bool IsStatic, SyntaxNode? Place), bool> HasTwin { get; } = new();

    /// <summary>Who comes to a body, kept by <see cref="Reach"/>.</summary>
    public ConcurrentDictionary<Body, Reached> ReachedBy { get; } = new();

    /// <summary>Where a body is called or handed on, kept by <see cref="Reach"/>.</summary>
    public ConcurrentDictionary<Body, SyntaxNode[]> PlacesOf { get; } = new();

    /// <summary>In what kind of cold place a finding stands, kept by <see cref="Heat"/>.</summary>
    public ConcurrentDictionary<Finding, string?> ColdPlaces { get; } = new();

    public bool ServesNobody => _servesNobody.Value;

    /// <summary>Whether it has a service that works by its own clock (see <see cref="ProgramKind"/>).</summary>
    public bool WorksByItself => _worksByItself.Value;

    public bool IsOfOnePerson => _isOfOnePerson.Value;

    /// <summary>Whether what a call waits for is a file of this machine.</summary>
    public bool WaitsForFile(CallSite wait) => LocalFiles.Is(this, wait);

    /// <summary>The method that a call runs, when there is only one that it can be.</summary>
    public IMethodSymbol? OnlyMethodOf(SyntaxNode call, IMethodSymbol target) => Calls.MethodOf(new CallSite(call, target));

    public AsyncTwins Twins => _twins.Value;

    public OutlineIndex Outlines
    {
        get
        {
            if (!_outlines.IsValueCreated) DrawOutlines();
            return _outlines.Value;
        }
    }

    public static Examination Of(Compilation compilation, AnalyzerOptions options, CancellationToken cancellation)
    {
        if (s_examinations.TryGetValue(compilation, out Examination? examination)) return examination;
        return s_examinations.GetValue(compilation, key => new Examination(key, options, cancellation));
    }

    /// <summary>
    /// The driver's own model of a tree, so that nothing is bound twice. It is not kept alive: all bound files of a
    /// program are a burden.
    /// </summary>
    public void Adopt(SemanticModel model) => _models.AddOrUpdate(model.SyntaxTree, _ => new(model), (_, known) =>
    {
        known.SetTarget(model);
        return known;
    });

    public SemanticModel ModelOf(SyntaxTree tree)
    {
        if (_models.TryGetValue(tree, out WeakReference<SemanticModel>? known)
            && known.TryGetTarget(out SemanticModel? model)) return model;
#pragma warning disable RS1030 // One model per tree as long as somebody uses it; the driver's provider hands out its own.
        model = Compilation.GetSemanticModel(tree);
#pragma warning restore RS1030
        _models[tree] = new(model);
        return model;
    }

    public SemanticModel ModelOf(SyntaxNode node) => ModelOf(node.SyntaxTree);

    public Outline OutlineOf(SyntaxTree tree) => Outline.Of(tree, CancellationToken.None);

    public Body? BodyAround(SyntaxNode node) => OutlineOf(node.SyntaxTree).Around(node);

    private Suspects Suspect(PlacesOfTypes? converting) => new(Outlines,
        LooksForOpenCalls ? Open.Names : Catalogue.Names.Concat(Others.Names), converting, CancellationToken.None);

    // All who need the outlines draw them, each the next file that nobody has begun, instead of waiting for one who
    // draws all.
    private void DrawOutlines()
    {
        for (int next; (next = Interlocked.Increment(ref _begun) - 1) < _trees.Length;) Outline.Of(_trees[next],
            CancellationToken.None);
    }

    /// <summary>
    /// Where a symbol is declared in this compilation; nothing for one of another project, though its source may be at
    /// hand.
    /// </summary>
    public IEnumerable<SyntaxReference> SourcesOf(ISymbol symbol) =>
        symbol.DeclaringSyntaxReferences.Where(reference => Compilation.ContainsSyntaxTree(reference.SyntaxTree));

    /// <summary>
    /// The bodies of a method or accessor that have source here; several for the parts of a constructor.
    /// </summary>
    public IEnumerable<Body> BodiesOf(IMethodSymbol method)
    {
        IMethodSymbol definition = (method.ReducedFrom ?? method).OriginalDefinition;
        definition = definition.PartialImplementationPart ?? definition;
        foreach (SyntaxReference reference in SourcesOf(definition))
        {
            SyntaxNode node = reference.GetSyntax();
            // The getter of an expression-bodied property is declared by its arrow.
            if (node is ArrowExpressionClauseSyntax { Parent: { } owner }) node = owner;
            if (OutlineOf(reference.SyntaxTree).Find(node) is { } body) yield return body;
        }
    }

    /// <summary>The method that a body belongs to; null for initialisers and top-level types.</summary>
    public IMethodSymbol? MethodOf(Body body) =>
        // A lambda's symbol would keep what it was bound with.
        body.IsMember ? _methods.GetOrAdd(body, FindMethod) : FindMethod(body);

    private IMethodSymbol? FindMethod(Body body)
    {
        SemanticModel model = ModelOf(body.Node);
        if (body.Node is AnonymousFunctionExpressionSyntax)
        {
            return model.GetSymbolInfo(body.Node).Symbol as IMethodSymbol;
        }
        if (body.Node is BaseFieldDeclarationSyntax) return null;
        return model.GetDeclaredSymbol(body.Node) switch
        {
            IMethodSymbol method => method,
            IPropertySymbol property => property.GetMethod,
            _ => null,
        };
    }

    /// <summary>The member that a body is, or stands in.</summary>
    public ISymbol? MemberAround(Body body)
    {
        Body member = body;
        while (member.Parent is { } parent) member = parent;
        SyntaxNode node = member.Node is BaseFieldDeclarationSyntax { Declaration.Variables: [var first, ..] } ? first
            : member.Node;
        return ModelOf(node).GetDeclaredSymbol(node) is IMethodSymbol { AssociatedSymbol: { } property } ? property
            : ModelOf(node).GetDeclaredSymbol(node);
    }

    /// <summary>
    /// What holds pool threads in one file, or in a part of it; looked for once, whichever rule asks first.
    /// </summary>
    public IReadOnlyList<Finding> FindingsIn(SyntaxTree tree, TextSpan? span, CancellationToken cancellation)
    {
        if (_findings.TryGetValue((tree, span), out IReadOnlyList<Finding>? known)) return known;
        // Two rules ask about the same file at the same time; the second waits for what the first finds.
        lock (_turns.GetOrAdd(tree, _ => new object()))
        {
            if (!_findings.TryGetValue((tree, span), out known)) _findings.TryAdd((tree, span),
                known = new Findings(this).In(tree, span, cancellation));
            return known;
        }
    }

    /// <summary>Kept for evidence from production, which is reported where an exemption keeps silent.</summary>
    public void RememberExempted(SyntaxNode node, Exemption exemption) => _exempted.TryAdd(node, exemption);

    /// <summary>
    /// Why nothing was reported where a call, loop or body stands; null when it never came to be asked.
    /// </summary>
    public Exemption? ExemptionAt(SyntaxNode node) =>
        _exempted.TryGetValue(node, out Exemption? exemption) ? exemption : null;

    /// <summary>Every exemption that has spoken so far.</summary>
    public ICollection<Exemption> Exempted => _exempted.Values;

    /// <summary>What a member or type does with the names in it.</summary>
    public ScopeUses UsesIn(SyntaxNode scope) => _uses.GetOrAdd(scope, key =>
        new ScopeUses(key, OutlineOf(key.SyntaxTree)));

    /// <summary>The same of the member around a node; null outside of members.</summary>
    public ScopeUses? UsesAround(SyntaxNode node) => ScopeUses.MemberAround(node) is { } member ? UsesIn(member) : null;

    public BlockParts PartsOf(BlockSyntax block) => _parts.GetOrAdd(block, key => new BlockParts(key));

    public CompletionWalk CompletionIn(SyntaxNode root) =>
        _completions.GetOrAdd(root, key => new CompletionWalk(key, this));

    /// <summary>Whether the task of a method of this compilation has ended when the method comes back.</summary>
    public bool EndsAtOnce(IMethodSymbol method) => TaskPaths.IsTask(method.ReturnType)
        && _ended.GetOrAdd(method, each => MadeEnded.Gives(this, each));

    /// <summary>What a method of another project does with a delegate that it is given.</summary>
    public Fate FateElsewhere(IMethodSymbol method, int ordinal) => Others.FateOf(method, ordinal);

    /// <summary>
    /// Whether a call of a member may run what is in other projects; what all of that surely waits for, or null.
    /// </summary>
    public (bool Any, BlockingCall? Row) Elsewhere(IMethodSymbol method) => Others.Elsewhere(method);

    /// <summary>The members that a call of another project's method comes to, and that are implemented here.</summary>
    public IReadOnlyList<IMethodSymbol> LeadsBackTo(IMethodSymbol method) => Others.LeadsBackTo(method);

    /// <summary>Whether this compilation declares a type or a member.</summary>
    public bool IsHere(ISymbol symbol) =>
        SymbolEqualityComparer.Default.Equals(symbol.ContainingAssembly, Compilation.Assembly);

    /// <summary>Whether the source of an assembly, or what its build said of it, is at hand.</summary>
    public bool IsOfOtherProject(IAssemblySymbol? assembly) => Others.Hold(assembly);

    /// <summary>
    /// The catalogue's row for a call, queries of an object-relational mapper included, or what another project waits
    /// for in it.
    /// </summary>
    public BlockingCall? RowOf(CallSite site) =>
        LooksForOpenCalls ? Open.Find(site.Target)
        : Catalogue.Find(site.Target) ?? Queries.Find(this, site) ?? (BlockingCall?)FindElsewhere(site);

    /// <summary>Whether a way is closed only to those who hand over null where an object is meant to be.</summary>
    public bool IsClosedByNull(IEnumerable<CallSite> path) => Branches.AreClosedByNull(this, path);

    private ForeignCall? FindElsewhere(CallSite site) => Others.Find(site.Target, Implementations.IsExact(site.Node)) is not { } row ? null
        : Analyzers.Calls.HandsNull(site.Node) ? row.WithNull() : row;

    /// <summary>
    /// Names in the compilation that are read or written, of this spelling, without an argument list.
    /// </summary>
    public IEnumerable<SyntaxNode> Mentions(string name) =>
        Outlines.Using(name).SelectMany(outline => outline.Places.Mentions(name));

    /// <summary>Those of them that stand where a delegate can be handed on.</summary>
    public IEnumerable<SimpleNameSyntax> Passed(string name) =>
        Outlines.Using(name).SelectMany(outline => outline.Places.Passed(name));

    /// <summary>Where objects are made by a constructor.</summary>
    public IReadOnlyList<BaseObjectCreationExpressionSyntax> CreationsOf(IMethodSymbol constructor) =>
        _creations.GetOrAdd(constructor, key =>
        [
            .. Outlines.Using(key.ContainingType.Name)
                .SelectMany(outline => outline.Places.CreationsOf(key.ContainingType.Name))
                .Where(made => Names.OfMade(made) == key.ContainingType.Name)
                .Concat(_unnamed.Value.Where(made => made.ArgumentList.Arguments.Count <= key.Parameters.Length))
                .Where(made => SymbolEqualityComparer.Default.Equals(
                    ModelOf(made).GetSymbolInfo(made).Symbol?.OriginalDefinition, key)),
        ]);

    /// <summary>Calls in the compilation to anything of this spelling.</summary>
    public IEnumerable<InvocationExpressionSyntax> CallsTo(string name) =>
        Outlines.Using(name).SelectMany(outline => outline.Places.CallsTo(name));
}
