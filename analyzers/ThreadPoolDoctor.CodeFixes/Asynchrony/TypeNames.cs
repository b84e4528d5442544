using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>How a type is written at a place: by its short name, with a using to add, or in full.</summary>
internal static class TypeNames
{
    internal readonly record struct TaskName(string Text, string? Using);

    public static TaskName Task(SemanticModel model, int position) =>
        Of(model, position, "System.Threading.Tasks", "Task");

    public static TaskName Of(SemanticModel model, int position, string @namespace, string name)
    {
        INamedTypeSymbol[] seen = [.. model.LookupNamespacesAndTypes(position, name: name).Select(Meant).OfType<INamedTypeSymbol>()];
        bool hidden = model.LookupSymbols(position, name: name).Select(Meant).Any(s => s is not INamedTypeSymbol
            && !(s is IPropertySymbol { Type: var own } && own.Name == name));
        if (seen.Length == 0 && !hidden) return new(name, @namespace);
        bool right = !hidden && seen.All(type => Awaitables.IsIn(type, @namespace));
        return right ? new(name, null) : new("global::" + @namespace + "." + name, null);
    }

    /// <summary>What a name stands for: <c>using Task = System.Threading.Tasks.Task;</c> is looked through.</summary>
    public static ISymbol Meant(ISymbol found) => found is IAliasSymbol { Target: var target } ? target : found;
}
