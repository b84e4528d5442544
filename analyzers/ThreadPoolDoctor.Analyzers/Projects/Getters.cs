using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Getters on the way to a wait, by their documentation ids: the same in whichever project they stand.
/// </summary>
internal static class Getters
{
    /// <summary>The first on a way, another project's part of it included; null where there is none.</summary>
    public static string? FirstOn(IEnumerable<CallSite> path, Examination examination) =>
        path.Select(step => At(step, examination)).FirstOrDefault(each => each is not null);

    private static string? At(CallSite step, Examination examination) => step.Row is ForeignCall foreign ? foreign.Getter
        : step.Row is null && step.Target.MethodKind == MethodKind.PropertyGet
            ? IdOf((examination.Calls.MethodOf(step) ?? step.Target).OriginalDefinition) : null;

    // What a Lazy runs may have no name.
    private static string? IdOf(IMethodSymbol method) =>
        method is { MethodKind: MethodKind.AnonymousFunction or MethodKind.LocalFunction, DeclaringSyntaxReferences: [{ } declared] }
            ? declared.SyntaxTree.FilePath + declared.Span : method.GetDocumentationCommentId();

    /// <summary>
    /// Whether an id is a getter's: <c>M:Shop.Orders.get_All</c>, <c>M:Shop.Orders.get_Item(System.Int32)</c>.
    /// </summary>
    public static bool IsOne(string id)
    {
        string name = id.Split('(')[0];
        return name.Substring(name.LastIndexOf('.') + 1).StartsWith("get_", System.StringComparison.Ordinal);
    }
}
