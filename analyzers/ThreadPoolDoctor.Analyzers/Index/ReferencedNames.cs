using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What the rules want to know of a compilation's references by name alone: which of the catalogue's types they define,
/// and which methods called XAsync. Read off metadata tables once per reference, and put together once per list of
/// references: an edit keeps both.
/// </summary>
internal sealed class ReferencedNames
{
    private const string Suffix = "Async";

    private static readonly ConditionalWeakTable<MetadataReference, Contents> s_contents = new();
    private static readonly ConditionalWeakTable<MetadataReference, ReferencedNames> s_known = new();

    private static readonly ILookup<string, string> s_wantedTypes = BlockingCalls.All.Select(row => row.Type)
        .Concat(CatalogIndex.QueryContexts).Concat(MockingLibraries.Types).Distinct()
        .ToLookup(SimpleName, StringComparer.Ordinal);

    private readonly ImmutableArray<MetadataReference> _references;
    private readonly HashSet<string> _types = new(StringComparer.Ordinal);
    private readonly Contents[] _contents;
    private readonly ConcurrentDictionary<string, bool> _twins = new(StringComparer.Ordinal);

    private ReferencedNames(ImmutableArray<MetadataReference> references)
    {
        _references = references;
        _contents = [.. references.Select(reference => s_contents.GetValue(reference, Read))];
        foreach (Contents contents in _contents) _types.UnionWith(contents.Types);
    }

    public static ReferencedNames Of(Compilation compilation)
    {
        ImmutableArray<MetadataReference> references = compilation.ExternalReferences;
        if (references.IsDefaultOrEmpty) return new ReferencedNames([]);
        // Edits keep the very array; whoever has another one under the same key looks again.
        MetadataReference key = references[references.Length - 1];
        if (s_known.TryGetValue(key, out ReferencedNames? known) && known._references == references) return known;
        ReferencedNames made = new(references);
        s_known.Remove(key);
        return s_known.GetValue(key, _ => made) is { } winner && winner._references == references ? winner : made;
    }

    /// <summary>
    /// Whether a type of the catalogue is defined in a reference; its full metadata name, Outer+Inner for a nested one.
    /// </summary>
    public bool HasType(string name) => _types.Contains(name);

    /// <summary>Whether a method with this name and the suffix Async is defined in a reference.</summary>
    public bool HasTwin(string name) => _twins.GetOrAdd(name, key =>
    {
        foreach (Contents contents in _contents)
        {
            if (contents.Twins.Contains(key)) return true;
        }
        return false;
    });

    /// <summary>X for XAsync; null for any other name.</summary>
    public static string? WithoutSuffix(string name) =>
        name.Length > Suffix.Length && name.EndsWith(Suffix, StringComparison.Ordinal)
            ? name.Substring(0, name.Length - Suffix.Length) : null;

    /// <summary>The last part of a metadata name: Inner`1 of Namespace.Outer+Inner`1.</summary>
    public static string SimpleName(string type) => type.Substring(type.LastIndexOfAny(['.', '+']) + 1);

    private static Contents Read(MetadataReference reference)
    {
        Contents contents = new();
        try
        {
            switch (reference)
            {
                case CompilationReference { Compilation: { } other }:
                    Read(other, contents);
                    break;
                case PortableExecutableReference portable when portable.GetMetadata() is AssemblyMetadata metadata:
                    foreach (ModuleMetadata module in metadata.GetModules()) Read(module.GetMetadataReader(), contents);
                    break;
            }
        }
        // A reference that cannot be read is the compiler's to complain about.
        catch (Exception exception) when (exception is BadImageFormatException or System.IO.IOException)
        {
        }
        return contents;
    }

    private static void Read(Compilation other, Contents contents)
    {
        foreach (SyntaxTree tree in other.SyntaxTrees)
        {
            Outline outline = Outline.Of(tree, default);
            foreach (string name in outline.DeclaredNames)
            {
                if (WithoutSuffix(name) is { } twin) contents.Twins.Add(twin);
            }
        }
        foreach (IGrouping<string, string> wanted in s_wantedTypes)
        {
            foreach (string type in wanted)
            {
                if (other.Assembly.GetTypeByMetadataName(type) is not null) contents.Types.Add(type);
            }
        }
    }

    private static void Read(MetadataReader reader, Contents contents)
    {
        foreach (TypeDefinitionHandle handle in reader.TypeDefinitions)
        {
            TypeDefinition type = reader.GetTypeDefinition(handle);
            string name = reader.GetString(type.Name);
            if (!s_wantedTypes.Contains(name)) continue;
            string whole = FullName(reader, type);
            if (s_wantedTypes[name].Contains(whole)) contents.Types.Add(whole);
        }
        foreach (MethodDefinitionHandle handle in reader.MethodDefinitions)
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            if ((method.Attributes & MethodAttributes.MemberAccessMask) < MethodAttributes.Family
                || !EndsInSuffix(reader, method.Name)) continue;
            if (WithoutSuffix(reader.GetString(method.Name)) is { } twin) contents.Twins.Add(twin);
        }
    }

    // There are some hundred thousand methods; no string is made for those of other names.
    private static bool EndsInSuffix(MetadataReader reader, StringHandle name)
    {
        BlobReader bytes = reader.GetBlobReader(name);
        if (bytes.Length <= Suffix.Length) return false;
        bytes.Offset = bytes.Length - Suffix.Length;
        foreach (char letter in Suffix)
        {
            if (bytes.ReadByte() != letter) return false;
        }
        return true;
    }

    private static string FullName(MetadataReader reader, TypeDefinition type)
    {
        string name = reader.GetString(type.Name);
        if (type.GetDeclaringType() is { IsNil: false } outer) return FullName(reader,
            reader.GetTypeDefinition(outer)) + "+" + name;
        string space = reader.GetString(type.Namespace);
        return space.Length == 0 ? name : space + "." + name;
    }

    private sealed class Contents
    {
        public HashSet<string> Types { get; } = new(StringComparer.Ordinal);

        public HashSet<string> Twins { get; } = new(StringComparer.Ordinal);
    }
}
