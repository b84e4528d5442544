using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// A test that calls the synchronous one of two members that the solution offers is about that member: with its twin
/// nobody would test it any more. What a test inherits from its base class is a helper and not what it is about.
/// </summary>
internal sealed class TestedMembers
{
    private static readonly string[] s_testAttributes =
    [
        "Xunit.FactAttribute",
        "NUnit.Framework.TestAttribute",
        "Microsoft.VisualStudio.TestTools.UnitTesting.TestMethodAttribute",
        "TUnit.Core.TestAttribute",
    ];

    private readonly Dictionary<ProjectId, bool> _areTests = [];
    private readonly Dictionary<IMethodSymbol, bool> _areOfProduct = new(SymbolEqualityComparer.Default);
    private readonly Solution _solution;
    private readonly CancellationToken _cancellation;

    public TestedMembers(Solution solution, CancellationToken cancellation)
    {
        _solution = solution;
        _cancellation = cancellation;
    }

    /// <summary>Why a call stays as it is although its member has a twin, as the end of a sentence, or null.</summary>
    public async Task<string?> StopAsync(Document document, ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not InvocationExpressionSyntax call
            || Syntax.Receiver(call) is null or ThisExpressionSyntax or BaseExpressionSyntax
            || model.GetSymbolInfo(call, _cancellation).Symbol is not IMethodSymbol method
            || !await IsOfTestsAsync(document.Project).ConfigureAwait(false)) return null;
        return await IsOfProductAsync(method.OriginalDefinition).ConfigureAwait(false)
            || await IsInheritedThereAsync(method, Syntax.Receiver(call), model).ConfigureAwait(false)
            ? $"'{method.Name}' is what the test calls, and the solution offers it beside its twin" : null;
    }

    private async Task<bool> IsOfTestsAsync(Project project)
    {
        if (_areTests.TryGetValue(project.Id, out bool known)) return known;
        Compilation? compilation = await project.GetCompilationAsync(_cancellation).ConfigureAwait(false);
        return _areTests[project.Id] = compilation is not null
            && s_testAttributes.Any(name => compilation.GetTypesByMetadataName(name).Length > 0);
    }

    private async Task<bool> IsOfProductAsync(IMethodSymbol method)
    {
        if (_areOfProduct.TryGetValue(method, out bool known)) return known;
        return _areOfProduct[method] = await IsInProductAsync(method).ConfigureAwait(false)
            || await IsImplementedThereAsync(method).ConfigureAwait(false);
    }

    // What the product's own type inherits from a library: it may call what that type overrides.
    private async Task<bool> IsInheritedThereAsync(IMethodSymbol method, ExpressionSyntax? receiver, SemanticModel model) =>
        receiver is not null && method is { IsStatic: false, IsExtensionMethod: false } && model.GetTypeInfo(receiver, _cancellation).Type is INamedTypeSymbol type
            && await IsInProductAsync(type.OriginalDefinition).ConfigureAwait(false);

    private async Task<bool> IsImplementedThereAsync(IMethodSymbol method)
    {
        INamedTypeSymbol type = method.ContainingType;
        IEnumerable<ISymbol> own = type.TypeKind == TypeKind.Interface
            ? await SymbolFinder.FindImplementationsAsync(method, _solution, null, _cancellation).ConfigureAwait(false)
            : method.IsVirtual || method.IsAbstract || method.IsOverride
                ? await SymbolFinder.FindOverridesAsync(method, _solution, null, _cancellation).ConfigureAwait(false)
                : IsTemplate(method)
                    ? await SymbolFinder.FindDerivedClassesAsync(type, _solution, null, _cancellation).ConfigureAwait(false) : [];
        foreach (ISymbol each in own.Concat(Overridden(method)))
        {
            if (await IsInProductAsync(each).ConfigureAwait(false)) return true;
        }
        return false;
    }

    // DbConnection.BeginTransaction calls the protected BeginDbTransaction, which every driver has to override.
    private static bool IsTemplate(IMethodSymbol method) => !method.IsStatic && method.ContainingType.GetMembers()
        .Any(member => member is IMethodSymbol
        {
            IsAbstract: true, DeclaredAccessibility: Accessibility.Protected or Accessibility.ProtectedOrInternal,
        });

    private static IEnumerable<ISymbol> Overridden(IMethodSymbol method)
    {
        for (IMethodSymbol? at = method.OverriddenMethod; at is not null; at = at.OverriddenMethod) yield return at;
    }

    private async Task<bool> IsInProductAsync(ISymbol symbol) =>
        symbol.Locations.FirstOrDefault(at => at.IsInSource)?.SourceTree is { } tree
            && _solution.GetDocument(tree) is { } document
            && !await IsOfTestsAsync(document.Project).ConfigureAwait(false);
}
