using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The method that a call runs, when there is only one that it can be in this compilation.</summary>
internal sealed class Implementations
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<IMethodSymbol, IMethodSymbol?> _known = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<IMethodSymbol, IMethodSymbol[]> _all = new(SymbolEqualityComparer.Default);
    private readonly ConcurrentDictionary<(string Name, int Parameters), Namesakes> _namesakes = new();

    public Implementations(Examination examination) => _examination = examination;

    public IMethodSymbol? Of(CallSite site)
    {
        if (LazyValues.IsValue(site.Target)) return LazyValues.FactoryOf(_examination, site);
        IMethodSymbol method = (site.Target.ReducedFrom ?? site.Target).OriginalDefinition;
        bool isVirtual = method.ContainingType is { TypeKind: TypeKind.Interface } && !method.IsStatic
            || method.IsAbstract || method.IsVirtual
            || method.IsOverride && !method.IsSealed && !method.ContainingType.IsSealed;
        if (!isVirtual || IsExact(site.Node)) return method;
        return IsOfOthers(site, method) ? null
            : !IsClosed(site.Target.ContainingType) ? Only(method) is { } one && !IsDenied(site, one) ? one : null
            : !HasUnseen(method) && All(method).Where(each => MayBeOf(site, each)).ToArray() is [var only] ? only
                : null;
    }

    /// <summary>
    /// Whether an implementation is one of the very contract that a call names: <c>IStore&lt;Mail&gt;.Load</c> runs
    /// none of <c>IStore&lt;User&gt;</c>, and none of a type that the object was asked for in vain.
    /// </summary>
    public bool MayBeOf(CallSite site, IMethodSymbol method) => !IsDenied(site, method)
        && site.Target.ContainingType is var asked && (!IsClosed(asked) || method.ContainingType.IsGenericType
            || method.ContainingType.AllInterfaces.Contains(asked, SymbolEqualityComparer.Default));

    private bool IsDenied(CallSite site, IMethodSymbol method) =>
        DeniedTypes.Hold(_examination, site.Node, method.ContainingType);

    // A generic contract of types that are known where it is asked, and that stands for no other of its kind.
    private static bool IsClosed(INamedTypeSymbol type) => type is { TypeKind: TypeKind.Interface, IsGenericType: true }
        && type.TypeArguments.All(each => each is INamedTypeSymbol { IsGenericType: false })
        && type.TypeParameters.All(each => each.Variance == VarianceKind.None);

    /// <summary>Whether a call is of an object that comes from another project, though one implementation is
    /// here.</summary>
    public bool IsOfOthers(CallSite site, IMethodSymbol method) => method.ContainingType.TypeKind == TypeKind.Interface
        && All(method) is [var only] && GivenElsewhere.Is(_examination, site, only);

    /// <summary>
    /// The one method that a call of this one can run, however it is called; null where there are several, or none is
    /// here.
    /// </summary>
    public IMethodSymbol? Only(IMethodSymbol method) => _known.GetOrAdd(method, key =>
        !HasUnseen(key) && All(key) is [var only] ? only : null);

    /// <summary>All that it can be in this compilation.</summary>
    public IReadOnlyList<IMethodSymbol> All(IMethodSymbol method) =>
        _all.GetOrAdd((method.ReducedFrom ?? method).OriginalDefinition, key => [.. Candidates(key)]);

    /// <summary>
    /// What all that a call may run in other projects surely waits for, where some of it is here; null for nothing.
    /// </summary>
    public BlockingCall? RowElsewhere(IMethodSymbol method) => All(method).Count > 0 ? _examination.Elsewhere(method).Row : null;

    /// <summary>
    /// Each that a call may run in this compilation, by what its object is known as; null where what nobody sees may be
    /// run as well.
    /// </summary>
    public IEnumerable<IMethodSymbol>? RunBy(CallSite site, INamedTypeSymbol? type)
    {
        IMethodSymbol method = (site.Target.ReducedFrom ?? site.Target).OriginalDefinition;
        return HasUnseenOfLibraries(method) || IsOfOthers(site, method) ? null
            : All(method).Where(each => _examination.IsHere(each) && MayBeOf(site, each)
                && ReceiverTypes.MayRun(_examination, type, each.ContainingType));
    }

    /// <summary>Whether a call of this method may run what is not in this compilation.</summary>
    public bool HasUnseen(IMethodSymbol method) => HasUnseenOfLibraries(method) || _examination.Elsewhere(method).Any;

    private bool HasUnseenOfLibraries(IMethodSymbol method)
    {
        // Interfaces and base classes of the framework have implementations elsewhere.
        string space = MemberNames.OfNamespace(method.ContainingNamespace);
        bool isOfFramework = space.StartsWith("System", StringComparison.Ordinal)
            || space.StartsWith("Microsoft", StringComparison.Ordinal);
        return method.DeclaringSyntaxReferences.IsEmpty && isOfFramework
            || !_examination.IsOfOtherProject(method.ContainingAssembly) && HasOthers(method);
    }

    // A base class or interface of another project: what implements it there is not in this compilation, and counts all
    // the same.
    private bool HasOthers(IMethodSymbol method)
    {
        if (SymbolEqualityComparer.Default.Equals(method.ContainingAssembly,
            _examination.Compilation.Assembly)) return false;
        return method.ContainingType.TypeKind != TypeKind.Interface && !method.IsAbstract
            || ReceiverTypes.DerivedIn(method.ContainingAssembly, method.ContainingType.OriginalDefinition).Any();
    }

    /// <summary>
    /// Whether a call runs this method and no other: base.M() is not virtual, and new T().M() has only one type to run
    /// on.
    /// </summary>
    public static bool IsExact(SyntaxNode node) => node is InvocationExpressionSyntax
    {
        Expression: MemberAccessExpressionSyntax { Expression: BaseExpressionSyntax or ObjectCreationExpressionSyntax or ImplicitObjectCreationExpressionSyntax },
    } or MemberAccessExpressionSyntax { Expression: BaseExpressionSyntax or ObjectCreationExpressionSyntax };

    private IEnumerable<IMethodSymbol> Candidates(IMethodSymbol method)
    {
        if (!method.IsAbstract && !method.DeclaringSyntaxReferences.IsEmpty) yield return method;
        string name = method.AssociatedSymbol?.Name ?? method.Name;
        Namesakes namesakes = _namesakes.GetOrAdd(
            (name == "this[]" ? Names.Indexer : name, method.Parameters.Length), Named);
        bool isSet = method.MethodKind == MethodKind.PropertySet;
        IEnumerable<IMethodSymbol> others = method.ContainingType.TypeKind != TypeKind.Interface
            ? namesakes.Overriding(method)
            : namesakes.All.Where(each => each.MethodKind == MethodKind.PropertySet == isSet && Contracts.Implements(each, method));
        foreach (IMethodSymbol other in others) yield return other;
    }

    // Many methods have the name, and few of them as many parameters: the others need no symbol.
    private Namesakes Named((string Name, int Parameters) asked) => new(
    [
        .. _examination.Outlines.DeclaredAs(asked.Name)
            .Where(body => body.IsMember && (body.Node is not BaseMethodDeclarationSyntax declared
                || declared.ParameterList.Parameters.Count == asked.Parameters))
            .Select(_examination.MethodOf).OfType<IMethodSymbol>().Select(each => each.OriginalDefinition),
    ]);
}
