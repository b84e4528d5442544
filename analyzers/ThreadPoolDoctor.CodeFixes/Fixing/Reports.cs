using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.Catalog;
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
    /// The first place of a report that can be cured, or the reason of the last one that cannot. A helper that becomes
    /// async is cured as a whole: the rules name only the first call in it that blocks.
    /// </summary>
    public static async Task<IReadOnlyList<SitePlan>> PlanAsync(Planner planner, Diagnostic diagnostic,
        CancellationToken cancellation)
    {
        SitePlan plan = SitePlan.Refused("its code was not found");
        bool isHelper = false;
        foreach ((Document document, SyntaxNode node) in await PlacesAsync(planner.Solution, diagnostic, cancellation)
            .ConfigureAwait(false))
        {
            plan = await planner.PlanAsync(document, node).ConfigureAwait(false);
            if (plan.Stop is null) return isHelper
                ? [plan, .. await OthersAsync(planner, plan.Function!, diagnostic.Id, node, cancellation)
                .ConfigureAwait(false)] : [plan];
            isHelper = true;
        }
        return [plan];
    }

    // Seen by the rules as if it were async already. What it calls in its turn would spread the change further than was asked for.
    private static async Task<IEnumerable<SitePlan>> OthersAsync(Planner planner, Declaration helper, string id,
        SyntaxNode done, CancellationToken cancellation)
    {
        Examination examination = Examination.Of(helper.Model.Compilation, helper.Document.Project.AnalyzerOptions,
            cancellation);
        if (examination.OutlineOf(helper.Node.SyntaxTree).Find(helper.Node) is not { } body) return [];
        List<SitePlan> plans = [];
        foreach (Finding finding in new Findings(examination).IfAsync(body)
            .Where(finding => IsCuredAlong(finding, id)))
        {
            if (done.Span.Contains(finding.Path[0].Node.Span)) continue;
            SitePlan plan = await planner.PlanAsync(helper.Document, finding.Path[0].Node).ConfigureAwait(false);
            if (plan.Stop is null) plans.Add(plan);
        }
        return plans;
    }

    // A pass for one rule leaves nothing to another rule's, which may be over (dotnet format makes one a rule). Waits for
    // tasks alone are left to their own: they change which exceptions there are to catch, which is looked at only there.
    private static bool IsCuredAlong(Finding finding, string id) =>
        finding.Path.Length == 1 && (finding.Ailment == id
            || (finding.Ailment != Ailments.BlockingOnTask && !Pragmas.Disable(finding.Path[0].Node, finding.Ailment)));
}
