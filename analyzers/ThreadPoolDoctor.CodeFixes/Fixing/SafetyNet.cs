using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// The promise of every fix, checked by the compiler before the fix is offered: no new error, no new warning, no new
/// async void. Only the documents that change are compiled, and their linked twins for other target frameworks.
/// </summary>
internal static class SafetyNet
{
    /// <summary>The changed solution, linked documents included, or null when it would break the promise.</summary>
    public static async Task<Solution?> CheckAsync(Solution before, Solution after, CancellationToken cancellation)
    {
        after = await WithLinkedAsync(before, after, cancellation).ConfigureAwait(false);
        foreach (DocumentId id in ChangedDocuments(before, after))
        {
            if (after.GetDocument(id) is not { } changed
                || await WorsensAsync(before.GetDocument(id), changed, cancellation).ConfigureAwait(false)) return null;
        }
        return await UnusedUsings.RemoveAsync(before, after, ChangedDocuments(before, after), cancellation)
            .ConfigureAwait(false);
    }

    private static async Task<bool> WorsensAsync(Document? before, Document after, CancellationToken cancellation)
    {
        SemanticModel model = (await after.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        SemanticModel? old = before is null ? null
            : await before.GetSemanticModelAsync(cancellation).ConfigureAwait(false);
        if (AsyncVoids(model) > (old is null ? 0 : AsyncVoids(old))) return true;
        Dictionary<string, int> problems = Problems(model, cancellation);
        if (problems.Count == 0) return false;
        Dictionary<string, int> known = old is null ? [] : Problems(old, cancellation);
        return problems.Any(pair => pair.Value > (known.TryGetValue(pair.Key, out int count) ? count : 0));
    }

    private static Dictionary<string, int> Problems(SemanticModel model, CancellationToken cancellation) =>
        model.GetDiagnostics(null, cancellation)
            .Where(d => !d.IsSuppressed && d.Severity >= DiagnosticSeverity.Warning)
            .GroupBy(d => d.Id)
            .ToDictionary(group => group.Key, group => group.Count());

    private static int AsyncVoids(SemanticModel model) =>
        model.SyntaxTree.GetRoot().DescendantNodes().Count(node => Functions.IsFunction(node) && Functions.IsAsync(node)
            && Functions.SymbolOf(node, model) is { ReturnsVoid: true });

    private static async Task<Solution> WithLinkedAsync(Solution before, Solution after, CancellationToken cancellation)
    {
        foreach (DocumentId id in ChangedDocuments(before, after).ToArray())
        {
            if (before.GetDocument(id) is not { } document) continue;
            SourceText text = await after.GetDocument(id)!.GetTextAsync(cancellation).ConfigureAwait(false);
            foreach (DocumentId linked in document.GetLinkedDocumentIds())
            {
                after = after.WithDocumentText(linked, text);
            }
        }
        return after;
    }

    private static IEnumerable<DocumentId> ChangedDocuments(Solution before, Solution after) =>
        after.GetChanges(before).GetProjectChanges()
            .SelectMany(project => project.GetChangedDocuments().Concat(project.GetAddedDocuments()));
}
