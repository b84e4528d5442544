using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What all rules share while they look at one compilation: outlines, one semantic model per tree, the catalogue as far
/// as this compilation can reach it, and what has been found out about bodies so far. Safe for concurrent use.
/// </summary>
internal sealed class Examination
{
    private static readonly ConditionalWeakTable<Compilation, Examination> s_examinations = new();

    private readonly ConcurrentDictionary<SyntaxTree, SemanticModel> _models = new();
    private readonly ConcurrentDictionary<SyntaxTree, IReadOnlyList<Finding>> _findings = new();
    private readonly ConcurrentDictionary<SyntaxTree, object> _turns = new();
    private readonly ConcurrentDictionary<SyntaxNode, CompletionWalk> _completions = new();
    private readonly Lazy<IReadOnlyDictionary<SyntaxTree, Outline>> _outlines;
    private readonly Lazy<Suspects> _suspects;
    private readonly Lazy<AsyncTwins> _twins;
    private readonly Lazy<ILookup<string, Body>> _declarations;
    private readonly Lazy<HashSet<string>> _asyncVoids;
    private readonly Lazy<HashSet<string>> _registrars;

    private Examination(Compilation compilation, AnalyzerOptions options, CancellationToken cancellation)
    {
        Compilation = compilation;
        Options = DoctorOptions.Read(options, compilation);
        Lists = MemberLists.Read(options.AdditionalFiles, Options.Trusted, cancellation);
        Evidence = Evidence.Read(options.AdditionalFiles, cancellation);
        Catalogue = new CatalogIndex(compilation, Lists);
        // Whoever comes first computes for all, so one reader's cancellation must not become everybody's.
        _outlines = new(() => compilation.SyntaxTrees.ToDictionary(tree => tree, tree => Outline.Of(tree, CancellationToken.None)));
        _suspects = new(() => new Suspects(_outlines.Value.Values, Catalogue, CancellationToken.None));
        _twins = new(() => new AsyncTwins(compilation, _outlines.Value.Values));
        _declarations = new(() => _outlines.Value.Values
            .SelectMany(outline => outline.Bodies)
            .SelectMany(body => body.DeclaredNames().Select(name => (name.Name, body)))
            .ToLookup(pair => pair.Name, pair => pair.body));
        _asyncVoids = new(() => NamesWhere(body => body.IsAsync && body.Node is MethodDeclarationSyntax { ReturnType: PredefinedTypeSyntax } or LocalFunctionStatementSyntax { ReturnType: PredefinedTypeSyntax }));
        _registrars = new(() => NamesWhere(body => !body.LooksAwaitable && (body.MentionsCall("RegisterWaitForSingleObject") || body.MentionsCall("UnsafeRegisterWaitForSingleObject"))));
        WorkItems = new WorkItems(this);
        Delegates = new DelegateFlow(this);
        Calls = new CallGraph(this);
    }

    public Compilation Compilation { get; }

    public DoctorOptions Options { get; }

    public MemberLists Lists { get; }

    public Evidence Evidence { get; }

    public CatalogIndex Catalogue { get; }

    public WorkItems WorkItems { get; }

    public DelegateFlow Delegates { get; }

    public CallGraph Calls { get; }

    public Suspects Suspects => _suspects.Value;

    public AsyncTwins Twins => _twins.Value;

    public IEnumerable<Outline> Outlines => _outlines.Value.Values;

    public static Examination Of(Compilation compilation, AnalyzerOptions options, CancellationToken cancellation)
    {
        if (s_examinations.TryGetValue(compilation, out Examination? examination)) return examination;
        return s_examinations.GetValue(compilation, key => new Examination(key, options, cancellation));
    }

    /// <summary>The driver's own model of a tree, so that nothing is bound twice.</summary>
    public void Adopt(SemanticModel model) => _models.TryAdd(model.SyntaxTree, model);

#pragma warning disable RS1030 // One model per tree for the whole compilation; the driver's provider hands out its own.
    public SemanticModel ModelOf(SyntaxTree tree) => _models.GetOrAdd(tree, key => Compilation.GetSemanticModel(key));
#pragma warning restore RS1030

    public SemanticModel ModelOf(SyntaxNode node) => ModelOf(node.SyntaxTree);

    public Outline OutlineOf(SyntaxTree tree) => Outline.Of(tree, CancellationToken.None);

    public Body? BodyAround(SyntaxNode node) => OutlineOf(node.SyntaxTree).Around(node);

    /// <summary>Whether some async void method or function has this name.</summary>
    public bool IsAsyncVoid(string name) => _asyncVoids.Value.Contains(name);

    /// <summary>Whether some method of this name registers a wait.</summary>
    public bool RegistersWaits(string name) => _registrars.Value.Contains(name);

    private HashSet<string> NamesWhere(Func<Body, bool> holds) =>
        [.. Outlines.SelectMany(outline => outline.Bodies).Where(holds).SelectMany(body => body.DeclaredNames()).Select(name => name.Name)];

    /// <summary>Where a symbol is declared in this compilation; nothing for one of another project, though its source may be at hand.</summary>
    public IEnumerable<SyntaxReference> SourcesOf(ISymbol symbol) =>
        symbol.DeclaringSyntaxReferences.Where(reference => Compilation.ContainsSyntaxTree(reference.SyntaxTree));

    /// <summary>Every body in the compilation that is called by this name.</summary>
    public IEnumerable<Body> DeclaredAs(string name) => _declarations.Value[name];

    /// <summary>The bodies of a method or accessor that have source here; several for the parts of a constructor.</summary>
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
    public IMethodSymbol? MethodOf(Body body)
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
        SyntaxNode node = member.Node is BaseFieldDeclarationSyntax { Declaration.Variables: [var first, ..] } ? first : member.Node;
        return ModelOf(node).GetDeclaredSymbol(node) is IMethodSymbol { AssociatedSymbol: { } property } ? property : ModelOf(node).GetDeclaredSymbol(node);
    }

    /// <summary>What holds pool threads in one file; looked for once, whichever rule asks first.</summary>
    public IReadOnlyList<Finding> FindingsIn(SyntaxTree tree, CancellationToken cancellation)
    {
        if (_findings.TryGetValue(tree, out IReadOnlyList<Finding>? known)) return known;
        // Two rules ask about the same file at the same time; the second waits for what the first finds.
        lock (_turns.GetOrAdd(tree, _ => new object()))
        {
            if (!_findings.TryGetValue(tree, out known)) _findings.TryAdd(tree, known = new Findings(this).In(tree, cancellation));
            return known;
        }
    }

    public CompletionWalk CompletionIn(SyntaxNode root) => _completions.GetOrAdd(root, key => new CompletionWalk(key, this));

    /// <summary>The catalogue's row for a call, queries of an object-relational mapper included.</summary>
    public BlockingCall? RowOf(CallSite site) => Catalogue.Find(site.Target) ?? Queries.Find(this, site);

    /// <summary>Names in the compilation that are read or written, of this spelling, without an argument list.</summary>
    public IEnumerable<SyntaxNode> Mentions(string name)
    {
        foreach (Body body in Suspects.ReadersOf(name))
        {
            foreach (SyntaxNode node in body.OwnNodes())
            {
                if (node is SimpleNameSyntax simple && simple.Identifier.ValueText == name && !Names.IsInvoked(simple)) yield return node;
            }
        }
    }

    /// <summary>Calls in the compilation to anything of this spelling.</summary>
    public IEnumerable<InvocationExpressionSyntax> CallsTo(string name)
    {
        foreach (Body body in Suspects.CallersOf(name))
        {
            foreach (SyntaxNode node in body.OwnNodes())
            {
                if (node is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) == name) yield return call;
            }
        }
    }
}
