using System.Collections.Generic;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.Offers;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD005: a work item that never ends gets a thread of its own.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(EndlessLoopFix)), Shared]
public sealed class EndlessLoopFix : CuringFix
{
    private const string Title = "Give the loop a dedicated thread";

    public EndlessLoopFix()
        : base(".dedicated", Title, Ailments.EndlessLoop)
    {
    }

    private protected override Task<(string Title, Solution Changed)?> OfferAsync(Solution solution, Diagnostic report,
        CancellationToken cancellation) =>
        OfferAsync(Title, solution, report, cancellation);

    private protected override async Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation)
    {
        List<IEnumerable<Edit>> cures = [];
        foreach (Diagnostic report in reports)
        {
            if ((await Reports.PlacesAsync(solution, report, cancellation).ConfigureAwait(false))
                .FirstOrDefault() is not { Node: { } node } place) continue;
            var items = await WorkItemAround.FindAsync(place.Document, node, cancellation).ConfigureAwait(false);
            Edit?[] edits = [.. items.Select(found => DedicatedThread.Change(found.Item))];
            if (edits.All(edit => edit is not null)) cures.Add(edits.OfType<Edit>());
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }
}
