using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The catalogue's rows that this compilation can reach, by member name. Rows of libraries that are not referenced are
/// left out, so that their names (Find, First, Load...) make nobody look twice.
/// </summary>
internal sealed class CatalogIndex
{
    private readonly Dictionary<string, List<BlockingCall>> _byMember = [];
    private readonly ConcurrentDictionary<INamedTypeSymbol, string> _typeNames = new(SymbolEqualityComparer.Default);
    private readonly MemberLists _lists;
    private readonly IAssemblySymbol _assembly;

    public CatalogIndex(Compilation compilation, MemberLists lists, ReferencedNames referenced, OutlineIndex outlines)
    {
        _lists = lists;
        _assembly = compilation.Assembly;
        Dictionary<string, bool> known = [];
        foreach (BlockingCall row in BlockingCalls.All)
        {
            if (!known.TryGetValue(row.Type, out bool exists)) known.Add(row.Type, exists = Exists(row.Type));
            if (exists) Add(row);
        }
        foreach (string context in QueryContexts) HasQueries |= Exists(context);
        foreach (string maker in MockingLibraries.Types) HasMocks |= Exists(maker);

        bool Exists(string type)
        {
            if (referenced.HasType(type)) return true;
            string name = ReferencedNames.SimpleName(type);
            int arity = name.IndexOf('`');
            return outlines.DeclaresType(arity < 0 ? name : name.Substring(0, arity))
                && compilation.Assembly.GetTypeByMetadataName(type) is not null;
        }
    }

    /// <summary>Where one of these is, running a LINQ query may mean asking a database.</summary>
    public static IReadOnlyList<string> QueryContexts { get; } = ["Microsoft.EntityFrameworkCore.DbContext",
        "System.Data.Entity.DbContext"];

    /// <summary>Entity Framework is there, so that running a LINQ query may mean asking a database.</summary>
    public bool HasQueries { get; }

    /// <summary>A mocking library is there, so that a call may run nothing of the program's own.</summary>
    public bool HasMocks { get; }

    /// <summary>Names that are read when a listed property is meant, and called when a listed method is.</summary>
    public IEnumerable<(string Name, bool IsCall)> Names
    {
        get
        {
            foreach (KeyValuePair<string, List<BlockingCall>> rows in _byMember)
            {
                // A constructor is called by its type's name.
                if (rows.Key == WellKnownMemberNames.InstanceConstructorName) foreach (BlockingCall row in rows.Value) yield return (ReferencedNames.SimpleName(row.Type), true);
                else yield return rows.Key.StartsWith("get_", StringComparison.Ordinal) ? (rows.Key.Substring(4), false)
                    : (rows.Key, true);
            }
            foreach (BlockingCall listed in _lists.Blocking.Values)
            {
                bool isProperty = listed.Member.StartsWith("get_", StringComparison.Ordinal);
                yield return (isProperty ? listed.Member.Substring(4) : listed.Member, !isProperty);
            }
            foreach (string queried in HasQueries ? BlockingCalls.QueryOperators : []) yield return (queried, true);
        }
    }

    /// <summary>
    /// The row for this method or accessor, its overridden or hidden base members included; null when it is not listed.
    /// </summary>
    public BlockingCall? Find(IMethodSymbol method)
    {
        IMethodSymbol definition = (method.ReducedFrom ?? method).OriginalDefinition;
        if (_lists.Any && _lists.Find(definition) is { } listed) return listed;
        if (!_byMember.TryGetValue(definition.Name, out List<BlockingCall>? rows)) return null;
        foreach (INamedTypeSymbol type in definition.ContainingType.SelfAndBases())
        {
            if (Match(rows, type, definition) is { } row) return row;
            // An override or a hiding member with a body of its own is followed, not assumed to be like its base.
            if (SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, _assembly)) return null;
            if (definition.MethodKind == MethodKind.Constructor) return null;
        }
        foreach (INamedTypeSymbol type in definition.ContainingType.AllInterfaces)
        {
            if (Match(rows, type, definition) is { } row) return row;
        }
        return null;
    }

    private BlockingCall? Match(List<BlockingCall> rows, INamedTypeSymbol type, IMethodSymbol method)
    {
        string name = _typeNames.GetOrAdd(type.OriginalDefinition, MemberNames.OfType);
        foreach (BlockingCall row in rows)
        {
            if (row.Type == name && (row.Parameter is null || HasParameter(method, row.Parameter))) return row;
        }
        return null;
    }

    private static bool HasParameter(IMethodSymbol method, string wanted)
    {
        foreach (IParameterSymbol parameter in method.Parameters)
        {
            if (parameter.Name == wanted || parameter.Type.Name == wanted) return true;
        }
        return false;
    }

    private void Add(BlockingCall row)
    {
        if (!_byMember.TryGetValue(row.Member, out List<BlockingCall>? rows)) _byMember.Add(row.Member, rows = []);
        rows.Add(row);
    }
}
