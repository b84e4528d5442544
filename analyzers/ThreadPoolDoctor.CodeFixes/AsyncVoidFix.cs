using System.Collections.Generic;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD007: an async void work item becomes one that returns its task.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AsyncVoidFix)), Shared]
public sealed class AsyncVoidFix : CuringFix
{
    private const string Title = "Return a task from the work item (which keeps an exception that would have ended the process)";

    public AsyncVoidFix()
        : base(".task", "Return tasks from async void work items", Ailments.AsyncVoidWorkItem)
    {
    }

    private protected override Task<(string Title, Solution Changed)?> OfferAsync(Solution solution, Diagnostic report,
        CancellationToken cancellation) =>
        OfferAsync(Title, solution, report, cancellation);

    private protected override async Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation)
    {
        Planner planner = new(solution, loosesAggregate: false, cancellation) { CuresAsyncVoid = true };
        List<SitePlan> plans = [];
        foreach (Diagnostic report in reports)
        {
            SitePlan plan = await PlanAsync(planner, report, cancellation).ConfigureAwait(false);
            if (plan.Stop is null) plans.Add(plan);
        }
        return plans.Count == 0 ? null : await Repair.ApplyAsync(solution, plans, cancellation).ConfigureAwait(false);
    }

    /// <summary>
    /// What it takes to make the function of a report return its task, or the reason why that cannot be.
    /// </summary>
    internal static async Task<SitePlan> PlanAsync(Planner planner, Diagnostic report, CancellationToken cancellation)
    {
        IReadOnlyList<(Document Document, SyntaxNode Node)> places = await Reports.PlacesAsync(planner.Solution, report,
            cancellation).ConfigureAwait(false);
        if (places.FirstOrDefault() is not { Node: ExpressionSyntax node } place) return SitePlan.Refused("its code was not found");
        return await FunctionAsync(planner, place.Document, node, cancellation).ConfigureAwait(false) is { } function
            ? await planner.ForAwaitAsync(function, "").ConfigureAwait(false)
            : SitePlan.Refused("its function is declared elsewhere, or in parts");
    }

    private static async Task<Declaration?> FunctionAsync(Planner planner, Document document, ExpressionSyntax node,
        CancellationToken cancellation)
    {
        SemanticModel model = await planner.ModelAsync(document).ConfigureAwait(false);
        if (node.DescendantNodesAndSelf().OfType<AnonymousFunctionExpressionSyntax>()
            .FirstOrDefault() is { } lambda) return new Declaration(document, lambda, model);
        if (model.GetSymbolInfo(node).Symbol is not IMethodSymbol { DeclaringSyntaxReferences: { Length: 1 } declared }) return null;
        SyntaxNode method = await declared[0].GetSyntaxAsync(cancellation).ConfigureAwait(false);
        return planner.Solution.GetDocument(method.SyntaxTree) is { } home
            ? new Declaration(home, method, await planner.ModelAsync(home).ConfigureAwait(false))
            : null;
    }
}
