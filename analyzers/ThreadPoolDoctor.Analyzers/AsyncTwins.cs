using System;
using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The names X for which some XAsync exists in the source or in a referenced assembly: a filter, so that only calls of
/// such names are bound and tried. Read from metadata tables, once per reference.
/// </summary>
internal sealed class AsyncTwins
{
    private const string Suffix = "Async";

    private static readonly ConditionalWeakTable<MetadataReference, HashSet<string>> s_ofReferences = new();

    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    public AsyncTwins(Compilation compilation, IEnumerable<Outline> outlines)
    {
        foreach (Outline outline in outlines) AddDeclared(outline, _names);
        foreach (MetadataReference reference in compilation.References)
        {
            _names.UnionWith(s_ofReferences.GetValue(reference, Read));
        }
    }

    public bool Has(string name) => _names.Contains(name);

    private static HashSet<string> Read(MetadataReference reference)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        try
        {
            switch (reference)
            {
                case CompilationReference { Compilation: { } other }:
                    foreach (SyntaxTree tree in other.SyntaxTrees) AddDeclared(Outline.Of(tree, default), names);
                    break;
                case PortableExecutableReference portable when portable.GetMetadata() is AssemblyMetadata metadata:
                    foreach (ModuleMetadata module in metadata.GetModules()) AddDefined(module.GetMetadataReader(), names);
                    break;
            }
        }
        // A reference that cannot be read is the compiler's to complain about.
        catch (Exception exception) when (exception is BadImageFormatException or System.IO.IOException)
        {
        }
        return names;
    }

    private static void AddDeclared(Outline outline, HashSet<string> names)
    {
        foreach (Body body in outline.Bodies)
        {
            foreach ((string name, bool _) in body.DeclaredNames()) Add(name, names);
        }
    }

    private static void AddDefined(MetadataReader reader, HashSet<string> names)
    {
        foreach (MethodDefinitionHandle handle in reader.MethodDefinitions)
        {
            MethodDefinition method = reader.GetMethodDefinition(handle);
            if ((method.Attributes & System.Reflection.MethodAttributes.MemberAccessMask) >= System.Reflection.MethodAttributes.Family) Add(reader.GetString(method.Name), names);
        }
    }

    private static void Add(string name, HashSet<string> names)
    {
        if (name.Length > Suffix.Length && name.EndsWith(Suffix, StringComparison.Ordinal)) names.Add(name.Substring(0, name.Length - Suffix.Length));
    }
}
