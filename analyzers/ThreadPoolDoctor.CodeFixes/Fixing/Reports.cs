using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>From a diagnostic to the syntax it is about.</summary>
internal static class Reports
{
    /// <summary>
    /// The places of a report where a cure may be put, in this order: what is underlined, then the calls on the way to
    /// the blocking call (one of them may have a twin already), then the blocking call itself.
    /// </summary>
    public static async Task<IReadOnlyList<(Document Document, SyntaxNode Node)>> PlacesAsync(
        Solution solution, Diagnostic diagnostic, CancellationToken cancellation)
    {
        List<(Document, SyntaxNode)> places = [];
        foreach (Location location in diagnostic.AdditionalLocations.Prepend(diagnostic.Location))
        {
            if (location.SourceTree is null || solution.GetDocument(location.SourceTree) is not { } document) continue;
            SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
            if (!root.FullSpan.Contains(location.SourceSpan)) continue;
            places.Add((document, root.FindNode(location.SourceSpan, getInnermostNodeForTie: true)));
        }
        return places;
    }

    /// <summary>
    /// The first place of a report that can be cured, or the reason of the last one that cannot. What becomes async
    /// with it is cured as a whole: the rules name only the first call in a helper that blocks.
    /// </summary>
    public static async Task<IReadOnlyList<SitePlan>> PlanAsync(Planner planner, Diagnostic diagnostic,
        CancellationToken cancellation)
    {
        SitePlan plan = SitePlan.Refused("its code was not found");
        foreach ((Document document, SyntaxNode node) in await PlacesAsync(planner.Solution, diagnostic, cancellation)
            .ConfigureAwait(false))
        {
            plan = planner.IsPass ? await planner.PlanUnaskedAsync(document, node).ConfigureAwait(false)
                : await planner.PlanAsync(document, node).ConfigureAwait(false);
            if (plan.Stop is not null) continue;
            return await new WholeCure(planner, diagnostic.Id, cancellation).OfAsync(plan, node).ConfigureAwait(false);
        }
        return [plan];
    }
}
