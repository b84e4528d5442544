using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD001 to TPD004: await instead of blocking, with everything around it made async as far as that takes.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AwaitFix)), Shared]
public sealed class AwaitFix : CodeFixProvider
{
    private const string Key = ".await";

    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        [Ailments.BlockingOnTask, Ailments.Sleeping, Ailments.BlockingIO, Ailments.WaitingOnSignal];

    public override FixAllProvider GetFixAllProvider() => new FixEvery("Await instead of blocking", CureAllAsync);

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Solution solution = context.Document.Project.Solution;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            Planner planner = new(solution, diagnostic.Id == Ailments.BlockingOnTask, context.CancellationToken);
            IReadOnlyList<SitePlan> plans = await Reports.PlanAsync(planner, diagnostic, context.CancellationToken).ConfigureAwait(false);
            if (plans[0].Stop is not null) continue;
            Solution? changed = await Repair.ApplyAsync(solution, plans, context.CancellationToken).ConfigureAwait(false);
            if (changed is null) continue;
            context.RegisterCodeFix(CodeAction.Create(Title(plans[0]), _ => Task.FromResult(changed), diagnostic.Id + Key), diagnostic);
        }
    }

    private static async Task<Solution?> CureAllAsync(Solution solution, IReadOnlyList<Diagnostic> reports, CancellationToken cancellation)
    {
        Planner planner = new(solution, reports.Any(d => d.Id == Ailments.BlockingOnTask), cancellation);
        List<SitePlan> plans = [];
        foreach (Diagnostic report in reports)
        {
            plans.AddRange((await Reports.PlanAsync(planner, report, cancellation).ConfigureAwait(false)).Where(plan => plan.Stop is null));
        }
        return plans.Count == 0 ? null : await Repair.ApplyAsync(solution, plans, cancellation).ConfigureAwait(false);
    }

    private static string Title(SitePlan plan)
    {
        int functions = plan.Functions.Sum(function => function.Declarations.Count(d => !Functions.IsAsync(d.Node)));
        bool leavesQueue = plan.Functions.Any(function => function.Edits.Any(edit => edit.Kind == EditKind.WorkItem && edit.Hides));
        return $"Await {plan.Shown}"
            + (functions > 1 ? $" and make {functions} functions async" : "")
            + (leavesQueue ? ", in a task (which keeps an exception that would have ended the process)" : "");
    }
}
