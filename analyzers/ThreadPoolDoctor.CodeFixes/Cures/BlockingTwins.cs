using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// Twins that do all of it at once and give back a task that has ended: an await of one frees no thread, and its report
/// says so.
/// </summary>
internal static class BlockingTwins
{
    /// <summary>Why the twin of a call is not awaited, as the end of a sentence, or null.</summary>
    public static string? Stop(Document document, ExpressionSyntax blocking, SemanticModel model,
        CancellationToken cancellation)
    {
        if (model.GetSymbolInfo(blocking, cancellation).Symbol is not IMethodSymbol method) return null;
        Examination examination = Examination.Of(model.Compilation, document.Project.AnalyzerOptions, cancellation);
        return examination.Catalogue.Find(method) is { } row && (row.When & Circumstance.TwinBlocks) != 0
            ? $"what could be awaited instead of '{method.Name}' blocks as well" : null;
    }
}
