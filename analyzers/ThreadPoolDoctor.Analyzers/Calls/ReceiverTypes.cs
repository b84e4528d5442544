using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What an object can be by the type that it is known as: <c>ITemplates&lt;Skill&gt; skills</c> is none of the stores
/// that implement the same wide contract, though <c>skills.Get(5)</c> is a member of that.
/// </summary>
internal static class ReceiverTypes
{
    // An edit keeps the symbols of its references, and with them what was found out about those.
    private static readonly ConditionalWeakTable<
        IAssemblySymbol, ILookup<INamedTypeSymbol, INamedTypeSymbol>> s_derived = new();

    /// <summary>What the object of a call is known as, where that says more than the member that is called.</summary>
    public static INamedTypeSymbol? Of(Examination examination, CallSite site) => Receiver.Of(site.Node) is { } receiver
        && examination.ModelOf(receiver).GetTypeInfo(receiver).Type is INamedTypeSymbol { OriginalDefinition: var type }
        && !SymbolEqualityComparer.Default.Equals(type, site.Target.ContainingType.OriginalDefinition) ? type : null;

    /// <summary>
    /// Whether an object that is known as a type may run what a class has: it is one, or one that derives from it.
    /// </summary>
    public static bool MayRun(Examination examination, INamedTypeSymbol? type, INamedTypeSymbol owner) =>
        type is null || Is(owner.OriginalDefinition, type)
        || !owner.IsSealed && examination.Compilation.SourceModule.ReferencedAssemblySymbols
            .Where(examination.IsOfOtherProject).Prepend(examination.Compilation.Assembly)
            .Any(assembly => DerivedIn(assembly, owner.OriginalDefinition).Any(each => Is(each, type)));

    /// <summary>
    /// Everything in an assembly that an object can be and that derives from a class, or implements it.
    /// </summary>
    public static IEnumerable<INamedTypeSymbol> DerivedIn(IAssemblySymbol assembly, INamedTypeSymbol type) =>
        s_derived.GetValue(assembly, Derived)[type];

    private static bool Is(INamedTypeSymbol one, INamedTypeSymbol type) =>
        one.SelfAndBases().Concat(one.AllInterfaces)
            .Any(each => SymbolEqualityComparer.Default.Equals(each.OriginalDefinition, type));

    private static ILookup<INamedTypeSymbol, INamedTypeSymbol> Derived(IAssemblySymbol assembly) => TypesIn(assembly)
        .SelectMany(type => type.SelfAndBases().Skip(1).Concat(type.AllInterfaces)
            .Select(each => (Base: each.OriginalDefinition, Type: type)))
        .ToLookup<(INamedTypeSymbol Base, INamedTypeSymbol Type), INamedTypeSymbol, INamedTypeSymbol>(
            each => each.Base, each => each.Type, SymbolEqualityComparer.Default);

    private static IEnumerable<INamedTypeSymbol> TypesIn(IAssemblySymbol assembly)
    {
        Stack<INamespaceOrTypeSymbol> pending = new([assembly.GlobalNamespace]);
        while (pending.Count > 0)
        {
            INamespaceOrTypeSymbol outer = pending.Pop();
            // Asked for its types alone, a type does not make symbols of all its members.
            foreach (INamespaceOrTypeSymbol inner in outer is INamespaceSymbol space ? space.GetMembers()
                : outer.GetTypeMembers().Cast<INamespaceOrTypeSymbol>())
            {
                pending.Push(inner);
                if (inner is INamedTypeSymbol
                    {
                        IsAbstract: false, TypeKind: TypeKind.Class or TypeKind.Struct,
                    } type) yield return type;
            }
        }
    }
}
