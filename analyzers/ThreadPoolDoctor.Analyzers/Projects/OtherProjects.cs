using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The other projects of a solution, by their source where the compilation holds it (an editor), else by the summaries
/// that their builds left: what is called there, by itself or through an interface with one implementation, is reported
/// here.
/// </summary>
internal sealed class OtherProjects
{
    private readonly Examination _examination;
    private readonly OtherProject[] _projects;
    private readonly ConcurrentDictionary<IMethodSymbol, IReadOnlyList<IMethodSymbol>> _back = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<string, IMethodSymbol?> _members = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<IMethodSymbol, (bool Any, ForeignCall? Row)> _elsewhere = new(SymbolEqualityComparer.Default);
    private readonly HashSet<string> _named;
    private readonly ConcurrentDictionary<IMethodSymbol, ForeignCall?> _known = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<(string Id, int Depth), ForeignCall?> _blocks = new();
    private readonly ConcurrentDictionary<(IMethodSymbol Method, INamedTypeSymbol? Type), bool?> _ended = new();

    public OtherProjects(Examination examination, AnalyzerOptions options, CancellationToken cancellation)
    {
        _examination = examination;
        Compilation[] sources = [.. examination.Compilation.References.OfType<CompilationReference>()
            .Select(reference => reference.Compilation).Where(each => each.Language == LanguageNames.CSharp)];
        HashSet<string> named = [.. sources.Select(source => source.AssemblyName + SummaryOfProject.FileName)];
        _named = new(named.Concat(options.AdditionalFiles.Select(file => System.IO.Path.GetFileName(file.Path))),
            StringComparer.OrdinalIgnoreCase);
        _projects =
        [
            .. sources.Select(source => new SourceOfProject(Examination.Of(source, options, cancellation))),
            // The summary of a project whose source is here is of its last build.
            .. options.AdditionalFiles
                .Where(file => file.Path.EndsWith(SummaryOfProject.FileName, StringComparison.OrdinalIgnoreCase)
                    && !named.Contains(System.IO.Path.GetFileName(file.Path)))
                .Select(file =>
                    SummaryOfProject.Read(file.GetText(cancellation)?.ToString() ?? "", SummaryOfProject.IsOfPackage(file, options))),
        ];
    }

    /// <summary>
    /// Whether an assembly is another project's: its source or its summary is at hand. What does not bind may be of
    /// none.
    /// </summary>
    public bool Hold(IAssemblySymbol? assembly) => assembly is not null && _named.Contains(assembly.Name + SummaryOfProject.FileName);

    public IEnumerable<(string Name, bool IsCall)> Names => _projects.SelectMany(project => project.Names).Distinct();

    /// <summary>What the interfaces of other projects declare.</summary>
    public IEnumerable<(string Name, bool IsCall)> OpenNames => _projects.SelectMany(project => project.OpenNames);

    /// <summary>Whether another project's build tells of a place, so that this one need not.</summary>
    public bool Tell(ForeignCall call, bool isWarning) => _projects.Any(project => project.Tells(call, isWarning));

    /// <summary>Names of what comes to open calls in other projects.</summary>
    public IEnumerable<(string Name, bool IsCall)> AskingNames => _projects.SelectMany(project => project.AskingNames);

    /// <summary>Work items of other projects that wait for open calls.</summary>
    public IEnumerable<OpenItem> OpenItems => _projects.SelectMany(project => project.OpenItems);

    /// <summary>Whether anybody is known to implement a member: here, or in another project.</summary>
    public bool AnyImplements(IMethodSymbol method, string id) =>
        _examination.Calls.ImplementationsOf(method).Any()
            || Implementations(id, method.AssociatedSymbol?.Name ?? method.Name).Length > 0;

    /// <summary>The same of the member that an open way ends at.</summary>
    public bool AnyImplements(OpenWay way) => IsImplementedHere(way) || Implementations(way.Asked, way.Name).Length > 0;

    /// <summary>
    /// What the implementations of an open call wait for; null where one of them waits for nothing, and where one is
    /// here: then the call leads back, and is followed.
    /// </summary>
    private ForeignCall? Resolve(OpenWay open, int depth) => IsImplementedHere(open) ? null
        : AllOf(Implementations(open.Asked, open.Name).Select(each => Blocks(each, depth + 1)));

    /// <summary>The same for the work item of another project, with what is here.</summary>
    public ForeignCall? Resolve(OpenItem item)
    {
        SourceOfProject here = new(_examination);
        return AllOf(Implementations(item.Way.Asked, item.Way.Name).Select(each => Blocks(each, 1))
            .Concat(ImplementationsHere(item.Way).Select(here.FollowAll)));
    }

    /// <summary>The open ways that a call of another project's method comes to.</summary>
    public IEnumerable<OpenWay> WaysFrom(IMethodSymbol method) =>
        _projects.Length == 0 || IsHere(method) || IsOfFramework(method) || OnlyId(method) is not { } id ? []
            : _projects.SelectMany(project => project.OpenWaysOf(id));

    /// <summary>
    /// The members that a call of another project's method surely comes to, and that are implemented here.
    /// </summary>
    public IReadOnlyList<IMethodSymbol> LeadsBackTo(IMethodSymbol method) => _projects.Length == 0 || IsHere(method)
        ? [] : _back.GetOrAdd((method.ReducedFrom ?? method).OriginalDefinition, LookBack);

    private IReadOnlyList<IMethodSymbol> LookBack(IMethodSymbol method)
    {
        const int MaxProjects = 4;
        List<IMethodSymbol> back = [];
        HashSet<string> asked = [];
        Ask(WaysFrom(method), 0);
        return back;

        void Ask(IEnumerable<OpenWay> ways, int depth)
        {
            foreach (OpenWay way in ways.Where(way => asked.Add(way.Asked)))
            {
                if (IsImplementedHere(way)) back.Add(MemberOf(way)!);
                if (depth == MaxProjects) continue;
                foreach (string id in Implementations(way.Asked, way.Name)) Ask(_projects.SelectMany(project => project.OpenWaysOf(id)), depth + 1);
            }
        }
    }

    // What is run whoever calls the method: itself, or the only one that implements it.
    private string? OnlyId(IMethodSymbol method) => method.GetDocumentationCommentId() is not { } id ? null
        : !IsOpen(method) ? id : Implementations(id, (method.AssociatedSymbol ?? method).Name) is [var only] && method.IsAbstract ? only : null;

    private bool IsImplementedHere(OpenWay way) => ImplementationsHere(way).Any();

    private IEnumerable<IMethodSymbol> ImplementationsHere(OpenWay way) => MemberOf(way) is not { } member ? []
        : _examination.Calls.ImplementationsOf(member)
            .Where(own => _examination.BodiesOf(own).Any(body => !Throwing.IsAll(body.Node)) && !IsStandIn(own, member));

    // Asked while what a call of the member waits for is worked out: the way from what hands its calls on leads back to
    // that call, so that only its own words are looked at, by the catalogue alone.
    private bool IsStandIn(IMethodSymbol own, IMethodSymbol member) =>
        StandIns.Hold(own, member) && !_examination.BodiesOf(own).Any(WaitsItself);

    private bool WaitsItself(Body body) => _examination.Suspects.MayBlock(body)
        && new CallSites(_examination, unnamed: null).In(body)
            .Any(each => _examination.Catalogue.Find(each.Site.Target) is { } row && !IONamespaces.AreNear(row.Type));

    private IMethodSymbol? MemberOf(OpenWay way) => _members.GetOrAdd(way.Asked, key =>
        DocumentationCommentId.GetFirstSymbolForDeclarationId(key, _examination.Compilation) as IMethodSymbol);

    /// <summary>
    /// What a call of this method surely waits for in another project; null for nothing, and for what is answered here.
    /// </summary>
    /// <param name="method">The method.</param>
    /// <param name="isExact">Whether no override is run in its stead: <c>base.Load()</c>.</param>
    public ForeignCall? Find(IMethodSymbol method, bool isExact)
    {
        if (_projects.Length == 0 || method.MethodKind == MethodKind.LocalFunction) return null;
        method = (method.ReducedFrom ?? method).OriginalDefinition;
        return isExact && IsOpen(method) ? LookExactly(method) : _known.GetOrAdd(method, Look);
    }

    private ForeignCall? LookExactly(IMethodSymbol method) => method.IsAbstract || IsHere(method)
        || IsOfFramework(method) || method.GetDocumentationCommentId() is not { } id ? null : Blocks(id);

    private bool IsHere(IMethodSymbol method) =>
        SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, _examination.Compilation.Assembly);

    /// <summary>
    /// Whether the tasks of all that a call may run in other projects have surely ended when they are given; null where
    /// it may run nothing there.
    /// </summary>
    /// <param name="method">The method.</param>
    /// <param name="type">What its object is known as; null where that says nothing more.</param>
    public bool? EndAtOnce(IMethodSymbol method, INamedTypeSymbol? type) => _projects.Length == 0 ? null
        : _ended.GetOrAdd(((method.ReducedFrom ?? method).OriginalDefinition, type),
            asked => LookForEnd(asked.Method, asked.Type));

    /// <summary>Whether a method of another project by this name may be one of those.</summary>
    public bool MayEnd(string name) => _projects.Any(project => project.MayEnd(name));

    /// <summary>
    /// Whether a method of another project gives a value task and is async: of an assembly alone nobody can tell.
    /// </summary>
    public bool BeginsValueTask(IMethodSymbol method) => _projects.Length > 0
        && (method.ReducedFrom ?? method).OriginalDefinition.GetDocumentationCommentId() is { } id
        && _projects.Any(project => project.BeginsValueTask(id));

    /// <summary>What a method of another project does with a delegate; unknown where several may be run.</summary>
    public Fate FateOf(IMethodSymbol method, int ordinal)
    {
        if (_projects.Length == 0 || IsOpen(method) || !Hold(method.ContainingAssembly)
            || method.GetDocumentationCommentId() is not { } id) return default;
        return _projects.Select(project => project.FateOf(id, ordinal)).FirstOrDefault(fate => fate.Runner != Runner.Unknown);
    }

    private bool? LookForEnd(IMethodSymbol method, INamedTypeSymbol? type)
    {
        if (IsOfFramework(method) || method.GetDocumentationCommentId() is not { } id) return false;
        if (!IsOpen(method)) return IsHere(method) ? null : EndsAtOnce(id);
        IEnumerable<string> all = Implementations(id, method.Name).Where(MayRun);
        // Of one that can be overridden its own code counts, and each that overrides it.
        if (!method.IsAbstract && !IsHere(method)) all = all.Prepend(id);
        return all.Any() ? all.All(EndsAtOnce) : null;

        bool EndsAtOnce(string one) => _projects.Any(project => project.EndsAtOnce(one));

        // What cannot be named here may be anything.
        bool MayRun(string one) => type is null
            || DocumentationCommentId.GetFirstSymbolForDeclarationId(one, _examination.Compilation)
                is not { ContainingType: { } owner }
            || ReceiverTypes.MayRun(_examination, type, owner);
    }

    // Answered by the catalogue, and implemented by many that nobody sees.
    private static bool IsOfFramework(IMethodSymbol method) => MemberNames.IsOfSystem(method.ContainingNamespace);

    private static bool IsOpen(IMethodSymbol method) => method.IsAbstract || method.IsVirtual
        || method.IsOverride && !method.IsSealed && !method.ContainingType.IsSealed;

    private ForeignCall? Look(IMethodSymbol method)
    {
        bool isOpen = IsOpen(method);
        if (IsHere(method) && !isOpen || IsOfFramework(method) || method.GetDocumentationCommentId() is not { } id) return null;
        if (!isOpen) return Blocks(id);
        string[] all = Implementations(id, method.AssociatedSymbol?.Name ?? method.Name);
        bool hasOwn = !method.IsAbstract;
        if (hasOwn) all = [id, .. all];
        if (all.Length == 0
            || _examination.Calls.ImplementationsOf(method)
                .Any(own => _examination.BodiesOf(own).Any() && !IsStandIn(own, method))) return null;
        return AllOf(all.Select(each => Blocks(each)));
    }

    /// <summary>
    /// Whether a call of a member may run what is in other projects, and what that surely waits for; null where some of
    /// it waits for nothing.
    /// </summary>
    public (bool Any, ForeignCall? Row) Elsewhere(IMethodSymbol method) =>
        _projects.Length == 0 || !IsOpen(method) ? default : _elsewhere.GetOrAdd(method, LookElsewhere);

    private (bool Any, ForeignCall? Row) LookElsewhere(IMethodSymbol method)
    {
        if (IsOfFramework(method) || method.GetDocumentationCommentId() is not { } id) return default;
        IEnumerable<string> ids = Implementations(id, method.AssociatedSymbol?.Name ?? method.Name);
        if (!method.IsAbstract && Hold(method.ContainingAssembly)) ids = ids.Prepend(id);
        ForeignCall?[] rows = [.. ids.Select(each => Blocks(each))];
        return (rows.Length > 0, AllOf(rows));
    }

    // Of several that may be run each has to block; a build is told what there is in each.
    private static ForeignCall? AllOf(IEnumerable<ForeignCall?> rows)
    {
        ForeignCall?[] all = [.. rows];
        if (all is not [{ } first, ..]) return null;
        return all.Any(row => row is null) ? null
            : first.With(first.Others.Concat(all.Skip(1).SelectMany(row => row!.Others.Prepend(row))));
    }

    // By itself, or because of an open call whose only implementation is known here. A build is told of all that there
    // is, and each method answers once: services that ask services would be asked for every way there is between them.
    private ForeignCall? Blocks(string id, int depth = 0) => _blocks.GetOrAdd((id, depth), _ =>
    {
        if (!_examination.Options.TellsRoots) return RowsOf(id, depth).FirstOrDefault();
        ForeignCall[] all = [.. RowsOf(id, depth)];
        return all is not [var first, ..] ? null
            : first.With(first.Others.Concat(all.Skip(1).SelectMany(row => row.Others.Prepend(row))));
    });

    private IEnumerable<ForeignCall> RowsOf(string id, int depth)
    {
        const int MaxProjects = 4;
        foreach (OtherProject project in _projects)
        {
            if (project.Find(id) is { } row) yield return row;
        }
        if (depth == MaxProjects) yield break;
        foreach (OpenWay open in _projects.SelectMany(project => project.OpenWaysOf(id)))
        {
            if (Resolve(open, depth) is { } row) yield return Behind(id, open, row);
        }
    }

    private static ForeignCall Behind(string id, OpenWay open, ForeignCall row) =>
        new(id, row, open.Way + " -> " + row.Way, row.File, row.Line, others: [.. row.Others.Select(other => Behind(id, open, other))]);

    private string[] Implementations(string id, string name) =>
        [.. _projects.SelectMany(project => project.ImplementationsOf(id, name)).Distinct()];
}
