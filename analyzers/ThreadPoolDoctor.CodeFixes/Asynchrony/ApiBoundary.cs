using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// A library's public methods are called by code that is not in the solution, so their signature is not a fixer's to
/// change, unless <c>threadpooldoctor.fix_public_api = true</c> says so. A program has no such callers.
/// </summary>
internal static class ApiBoundary
{
    public const string Option = "threadpooldoctor.fix_public_api";

    public static string? Stop(IMethodSymbol method, Document document, SyntaxTree tree)
    {
        if (!IsVisibleOutside(method) || !IsLibrary(document) || IsCalledByFramework(method)) return null;
        if (document.Project.AnalyzerOptions.AnalyzerConfigOptionsProvider.GetOptions(tree).TryGetValue(Option, out string? value)
            && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase)) return null;
        return $"'{method.Name}' is public API (set {Option} = true to change it)";
    }

    /// <summary>Test methods and web actions are public for their framework, which awaits what they return.</summary>
    public static bool IsCalledByFramework(IMethodSymbol method) =>
        method.GetAttributes().Any(a => a.AttributeClass?.ContainingNamespace?.ToDisplayString() is { } space
            && (space.StartsWith("Xunit", StringComparison.Ordinal) || space.StartsWith("NUnit.Framework", StringComparison.Ordinal)
                || space.StartsWith("Microsoft.VisualStudio.TestTools.UnitTesting", StringComparison.Ordinal)))
        || Bases(method.ContainingType).Any(type => type is { Name: "ControllerBase" or "PageModel" or "Hub" }
            && type.ContainingNamespace?.ToDisplayString().StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal) == true);

    private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType) yield return type;
    }

    private static bool IsVisibleOutside(ISymbol symbol)
    {
        for (ISymbol? at = symbol; at is not null and not INamespaceSymbol; at = at.ContainingSymbol)
        {
            // An explicit implementation is private; its interface is in the same group and decides.
            if (at.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal)) return false;
        }
        return true;
    }

    private static bool IsLibrary(Document document) =>
        document.Project.CompilationOptions?.OutputKind is OutputKind.DynamicallyLinkedLibrary or OutputKind.NetModule;
}
