using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// Finds the calls that put a piece of code on the pool: around a lambda, or wherever its method is named.
/// </summary>
internal static class WorkItemAround
{
    public static async Task<IReadOnlyList<(WorkItem Item, Document Document)>> FindAsync(Document document,
        SyntaxNode node, CancellationToken cancellation)
    {
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        for (SyntaxNode? function = Functions.Around(node); function is not null; function = Functions.Around(function))
        {
            if (Functions.SymbolOf(function, model) is not { } symbol) return [];
            if (function is AnonymousFunctionExpressionSyntax lambda)
            {
                if (WorkItem.Of(document, lambda, symbol, null, model) is { } item
                    && IsQueue(item)) return [(item, document)];
                continue;
            }
            return await NamedAsync(document.Project.Solution, symbol, cancellation).ConfigureAwait(false);
        }
        return [];
    }

    // All uses of the method must be work items: one that is not would still run it on whatever thread it is on.
    private static async Task<IReadOnlyList<(WorkItem, Document)>> NamedAsync(Solution solution, IMethodSymbol method,
        CancellationToken cancellation)
    {
        List<(WorkItem, Document)> items = [];
        foreach (ReferencedSymbol found in await SymbolFinder.FindReferencesAsync(method, solution, cancellation)
            .ConfigureAwait(false))
        {
            foreach (ReferenceLocation at in found.Locations)
            {
                SemanticModel model = (await at.Document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
                SyntaxNode node = model.SyntaxTree.GetRoot(cancellation)
                    .FindNode(at.Location.SourceSpan, getInnermostNodeForTie: true);
                if (node.Parent is MemberAccessExpressionSyntax member && member.Name == node) node = member;
                // () => Loop(): the lambda is the work item.
                if (node.Parent is InvocationExpressionSyntax { Parent: AnonymousFunctionExpressionSyntax lambda }
                    && model.GetSymbolInfo(lambda).Symbol is IMethodSymbol body
                    && WorkItem.Of(at.Document, lambda, body, null, model) is { } wrapped
                        && IsQueue(wrapped)) items.Add((wrapped, at.Document));
                else if (node is ExpressionSyntax name
                    && WorkItem.Of(at.Document, name, method, null, model) is { } item
                    && IsQueue(item)) items.Add((item, at.Document));
                else return [];
            }
        }
        return items;
    }

    private static bool IsQueue(WorkItem item) => DedicatedThread.Takes(item);
}
