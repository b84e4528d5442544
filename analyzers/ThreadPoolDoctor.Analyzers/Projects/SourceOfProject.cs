using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A project whose source is at hand, as in an editor: it is followed when somebody asks, and as far as somebody asks.
/// </summary>
internal sealed class SourceOfProject : OtherProject
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<string, ForeignCall?> _known = new();
    private readonly ConcurrentDictionary<string, IReadOnlyList<string>> _implementations = new();
    private readonly ConcurrentDictionary<string, IReadOnlyList<OpenWay>> _open = new();

    public SourceOfProject(Examination examination) => _examination = examination;

    public override IEnumerable<(string Name, bool IsCall)> Names =>
        NamesIn(_examination).Concat(NamesIn(_examination.ForOpenCalls));

    public override IEnumerable<(string Name, bool IsCall)> AskingNames => NamesIn(_examination.ForOpenCalls);

    private static IEnumerable<(string Name, bool IsCall)> NamesIn(Examination examination) =>
        examination.Suspects.Names.Where(name => !UnnamedCalls.IsOne(name.Name) || examination.Calls.Unnamed?.AnyWaits == true);

    // A build tells all that a method waits for, as it does by summaries; an editor the nearest, where it is called.
    public override ForeignCall? Find(string id) => _known.GetOrAdd(id, key => MethodOf(key) is not { } method ? null
        : _examination.Options.TellsRoots ? FollowAll(method) : Follow(method));

    public override bool EndsAtOnce(string id) =>
        DocumentationCommentId.GetFirstSymbolForDeclarationId(id, _examination.Compilation) is IMethodSymbol method
        && _examination.EndsAtOnce(method);

    public override bool MayEnd(string name) => _examination.Outlines.Declares(name);

    public override Fate FateOf(string id, int ordinal) =>
        MethodOf(id) is { } method && ordinal < method.Parameters.Length
            ? _examination.Delegates.OfGiven(method, method.Parameters[ordinal]) : default;

    public override bool Tells(ForeignCall call, bool isWarning) => _examination.Told.Hold(call, isWarning);

    public override IEnumerable<(string Name, bool IsCall)> OpenNames => OpenMembers.NamesIn(_examination.Outlines);

    public override IReadOnlyList<OpenWay> OpenWaysOf(string id) => _open.GetOrAdd(id, key => MethodOf(key) is { } method ? OpenWaysOf(method) : []);

    // A method of this project alone.
    private IMethodSymbol? MethodOf(string id) =>
        DocumentationCommentId.GetFirstSymbolForDeclarationId(id, _examination.Compilation) is IMethodSymbol method
        && SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, _examination.Compilation.Assembly) ? method : null;

    /// <summary>The open calls that a method of this project surely comes to.</summary>
    public IReadOnlyList<OpenWay> OpenWaysOf(IMethodSymbol method) =>
        [.. _examination.ForOpenCalls.Calls.SurePathsOf(method).SelectMany(path => WaysOf(path, method.ContainingType))];

    /// <summary>A way to an open call, its last step, for each member that this comes to.</summary>
    public static IEnumerable<OpenWay> WaysOf(IReadOnlyList<CallSite> path, INamedTypeSymbol? here)
    {
        string way = string.Join(" -> ", path.Select(step => Steps.Show(step, here)));
        return ((OpenCall)path[path.Count - 1].Row!).Asked.Select(asked =>
            new OpenWay(asked.Asked, asked.Name, asked.Way.Length == 0 ? way : way + " -> " + asked.Way));
    }

    /// <summary>What a method of this project surely waits for; null for nothing.</summary>
    public ForeignCall? Follow(IMethodSymbol method) =>
        _examination.Calls.SurePathOf(method) is { } path && IsForAll(method, path) && method.GetDocumentationCommentId() is { } id
            ? RowOf(id, method, path) : null;

    /// <summary>
    /// The same with all else that the method surely waits for, for the projects that a build knows by their summaries.
    /// </summary>
    public ForeignCall? FollowAll(IMethodSymbol method)
    {
        CallSite[][] ways = [.. _examination.Calls.SurePathsOf(method).Where(path => IsForAll(method, path))];
        // The nearest comes first; what is only come to by a second visit is no sure way.
        if (ways.Length == 0 || method.GetDocumentationCommentId() is not { } id) return null;
        ForeignCall nearest = RowOf(id, method, ways[0]);
        return nearest.With(ways.SelectMany(ForeignCall.Spread).Select(way => RowOf(id, method, way)));
    }

    // What is kept once made holds for the first caller alone; what a getter makes at first is a doubtful row of the
    // table.
    private bool IsForAll(IMethodSymbol method, CallSite[] path) =>
        !path.Any(step => LazyValues.IsValue(step.Target) || KeptValues.IsMaking(_examination, step.Node))
            && (_examination.Options.ReportsDoubtful || !KeptValues.AreMadeAtFirst(_examination, method, path));

    private ForeignCall RowOf(string id, IMethodSymbol method, CallSite[] path)
    {
        CallSite leaf = path[path.Length - 1];
        string way = string.Join(" -> ", path.Select(step => Steps.Show(step, method.ContainingType)));
        string? getter = Getters.FirstOn(path, _examination);
        WayConfidence confidence = _examination.Calls.ConfidenceIn(path);
        bool isUnlessNull = _examination.IsClosedByNull(path);
        if (leaf.Row is ForeignCall further) return new ForeignCall(id, further, way, further.File, further.Line,
            getter: getter, confidence: confidence, isUnlessNull: isUnlessNull);
        FileLinePositionSpan place = leaf.Node.GetLocation().GetLineSpan();
        return new ForeignCall(
            id, leaf.Row!, way, place.Path, place.StartLinePosition.Line + 1, _examination.WaitsForFile(leaf),
            getter: getter, confidence: confidence, isUnlessNull: isUnlessNull);
    }

    public override IReadOnlyList<string> ImplementationsOf(string id, string name) =>
        _implementations.GetOrAdd(id, key =>
    [
        .. _examination.Outlines.DeclaredAs(name == "this[]" ? Analyzers.Names.Indexer : name)
            .Where(body => body.IsMember).Select(_examination.MethodOf).OfType<IMethodSymbol>()
            .Where(method => Implemented(method).Any(each => each.GetDocumentationCommentId() == key && !IsStandIn(method, each)))
            .Select(method => method.GetDocumentationCommentId()).OfType<string>().Distinct(),
    ]);

    /// <summary>Whether what implements a member answers for nobody, as it stands in for others and waits for nothing.</summary>
    public bool IsStandIn(IMethodSymbol method, IMethodSymbol implemented) =>
        StandIns.Hold(method, implemented) && _examination.Calls.SurePathOf(method) is null;

    /// <summary>What a method overrides, and the members of interfaces that it implements.</summary>
    public static IEnumerable<IMethodSymbol> Implemented(IMethodSymbol method)
    {
        for (IMethodSymbol? at = method.OverriddenMethod; at is not null; at = at.OverriddenMethod) yield return at.OriginalDefinition;
        if (method.MethodKind is not (MethodKind.Ordinary or MethodKind.PropertyGet
            or MethodKind.PropertySet or MethodKind.ExplicitInterfaceImplementation)) yield break;
        foreach (IMethodSymbol member in Contracts.ImplementedBy(method))
        {
            // Nobody asks who implements those, and they are many.
            if (!MemberNames.IsOfSystem(member.ContainingNamespace)) yield return member.OriginalDefinition;
        }
    }
}
