using System;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Analyzers;

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
        // An explicit implementation is private; its interface is in the same group and decides.
        if (!Contracts.CanBeNamedOutside(method) || !IsLibrary(document) || FrameworkCalls.Awaits(method)) return null;
        if (document.Project.AnalyzerOptions.AnalyzerConfigOptionsProvider.GetOptions(tree)
            .TryGetValue(Option, out string? value)
            && string.Equals(value, "true", StringComparison.OrdinalIgnoreCase)) return null;
        return $"'{method.Name}' is public API (set {Option} = true to change it)";
    }

    /// <summary>
    /// A program's public method that nothing in the solution calls is called by its name or by convention: by a
    /// container, a host or a script. Where it has attributes, their framework calls it, and such frameworks await.
    /// </summary>
    public static string? StopUnused(IMethodSymbol method, Document document) =>
        method.DeclaredAccessibility == Accessibility.Public && method.GetAttributes().IsEmpty && !IsLibrary(document)
            && !FrameworkCalls.Awaits(method)
            ? $"nothing in the solution calls '{method.Name}', and who does might not await it"
            : null;

    private static bool IsLibrary(Document document) =>
        document.Project.CompilationOptions?.OutputKind is OutputKind.DynamicallyLinkedLibrary or OutputKind.NetModule;
}
