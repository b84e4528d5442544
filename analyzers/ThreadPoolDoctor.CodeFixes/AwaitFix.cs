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

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>
/// TPD001 to TPD004: await instead of blocking, with everything around it made async as far as that takes.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AwaitFix)), Shared]
public sealed class AwaitFix : CuringFix
{
    public AwaitFix()
        : base(".await", "Await instead of blocking", Ailments.BlockingOnTask, Ailments.Sleeping, Ailments.BlockingIO,
            Ailments.WaitingOnSignal)
    {
    }

    private protected override async Task<(string Title, Solution Changed)?> OfferAsync(Solution solution,
        Diagnostic report, CancellationToken cancellation)
    {
        Planner planner = new(solution, report.Id == Ailments.BlockingOnTask, cancellation);
        IReadOnlyList<SitePlan> plans = await Reports.PlanAsync(planner, report, cancellation).ConfigureAwait(false);
        if (plans[0].Stop is not null) return null;
        return await Repair.ApplyAsync(solution, plans, cancellation).ConfigureAwait(false) is { } changed
            ? (Title(plans[0]), changed) : null;
    }

    private protected override async Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation)
    {
        Planner planner = new(solution, reports.Any(d => d.Id == Ailments.BlockingOnTask), cancellation) { IsPass = true };
        List<SitePlan> plans = [];
        foreach (Diagnostic report in reports)
        {
            plans.AddRange((await Reports.PlanAsync(planner, report, cancellation).ConfigureAwait(false))
                .Where(plan => plan.Stop is null));
        }
        return plans.Count == 0 ? null : await Repair.ApplyAsync(solution, plans, cancellation).ConfigureAwait(false);
    }

    private static string Title(SitePlan plan)
    {
        int functions = plan.Functions.Sum(function => function.Declarations.Count(d => !Functions.IsAsync(d.Node)));
        bool leavesQueue = plan.Functions.Any(function =>
            function.Edits.Any(edit => edit.Kind == EditKind.WorkItem && edit.Hides));
        return $"Await {plan.Shown}"
            + (functions > 1 ? $" and make {functions} functions async" : "")
            + (leavesQueue ? ", in a task (which keeps an exception that would have ended the process)" : "");
    }
}
