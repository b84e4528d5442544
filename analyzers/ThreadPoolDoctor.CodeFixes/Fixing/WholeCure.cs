using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Cures;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// A function that a cure makes async is cured of all that blocks in it, the overrides that change with it too: an
/// async function that still holds its thread is worth less than a synchronous one that says so by its name.
/// </summary>
internal sealed class WholeCure
{
    private readonly Planner _planner;
    private readonly string _rule;
    private readonly CancellationToken _cancellation;
    private readonly HashSet<SyntaxNode> _seen = [];

    public WholeCure(Planner planner, string rule, CancellationToken cancellation)
    {
        _planner = planner;
        _rule = rule;
        _cancellation = cancellation;
    }

    /// <summary>
    /// The plan and those of what else blocks in its functions; the reason where one of them would still block for
    /// long.
    /// </summary>
    public async Task<IReadOnlyList<SitePlan>> OfAsync(SitePlan first, SyntaxNode shown)
    {
        List<SitePlan> plans = [first];
        List<SyntaxNode> done = [shown];
        foreach (Declaration function in first.Functions.SelectMany(plan => plan.Declarations).Distinct()
            .Where(each => !Functions.IsAsync(each.Node) && _seen.Add(each.Node)))
        {
            foreach (Finding finding in Unreported(function))
            {
                SyntaxNode wait = finding.Path[finding.Path.Length - 1].Node;
                if (done.Any(node => node.SyntaxTree == wait.SyntaxTree && node.Span.Contains(wait.Span))) continue;
                if (finding.Path.Length == 1)
                {
                    SitePlan plan = await _planner.PlanUnaskedAsync(function.Document, wait).ConfigureAwait(false);
                    if (plan.Stop is null) plans.Add(plan);
                    else if (await IsLastingAsync(finding).ConfigureAwait(false)) return StillBlocks(function, plan.Stop);
                    done.Add(wait);
                }
                else if ((IsLong(finding) || await IsLastingAsync(finding).ConfigureAwait(false))
                    && await StopOfAsync(finding).ConfigureAwait(false) is { } stop)
                {
                    return StillBlocks(function, stop);
                }
                else if (_planner.IsPass && IsOwn(finding, function))
                {
                    plans.AddRange(await OfHelperAsync(finding).ConfigureAwait(false));
                }
            }
            foreach (SyntaxNode wait in AskedThere(function))
            {
                if (done.Any(node => node.SyntaxTree == wait.SyntaxTree && node.Span.Contains(wait.Span))) continue;
                SitePlan plan = await _planner.PlanAsync(function.Document, wait).ConfigureAwait(false);
                if (plan.Stop is null) plans.Add(plan);
                done.Add(wait);
            }
        }
        foreach (SitePlan along in plans.Skip(1)) along.Along ??= first;
        return plans;
    }

    // What a function comes to in private helpers of its own type would be reported as soon as it is async: a second
    // pass would cure what the first one brought.
    private async Task<IReadOnlyList<SitePlan>> OfHelperAsync(Finding finding)
    {
        foreach (CallSite step in finding.Path)
        {
            if (_planner.Solution.GetDocument(step.Node.SyntaxTree) is not { } document) return [];
            SitePlan plan = await _planner.PlanUnaskedAsync(document, step.Node).ConfigureAwait(false);
            if (plan.Stop is not null) continue;
            IReadOnlyList<SitePlan> whole = await OfAsync(plan, step.Node).ConfigureAwait(false);
            return whole[0].Stop is null ? whole : [];
        }
        return [];
    }

    private static bool IsOwn(Finding finding, Declaration function)
    {
        INamedTypeSymbol? type = Functions.SymbolOf(function.Node, function.Model)?.ContainingType;
        return finding.Path.Take(finding.Path.Length - 1).All(step => step.Target is IMethodSymbol
        {
            DeclaredAccessibility: Accessibility.Private or Accessibility.NotApplicable,
        } helper && SymbolEqualityComparer.Default.Equals(helper.ContainingType, type));
    }

    // LoadAsync().GetAwaiter().GetResult() means what an await of it means, also where its task has always ended and
    // nothing is reported: one that stays beside an await looks forgotten.
    private IEnumerable<SyntaxNode> AskedThere(Declaration function) => _rule != Ailments.BlockingOnTask ? []
        : Names.Nodes(function.Node, node => node == function.Node || !Outline.IsBody(node)).OfType<InvocationExpressionSyntax>()
            .Where(call => Syntax.MemberName(call)?.Identifier.ValueText == "GetResult"
                && Syntax.Receiver(call) is InvocationExpressionSyntax awaiter && Syntax.Receiver(awaiter) is InvocationExpressionSyntax
                && function.Model.GetTypeInfo(awaiter).Type is { } type && type.Name.EndsWith("TaskAwaiter", StringComparison.Ordinal)
                && !Pragmas.Disable(call, _rule));

    private IEnumerable<Finding> Unreported(Declaration function)
    {
        if (!_planner.IfAsync.TryGetValue(function.Node, out IReadOnlyList<Finding>? findings))
        {
            _planner.IfAsync.Add(function.Node, findings = Look(function));
        }
        return findings.Where(finding => IsCuredAlong(finding, function.Model));
    }

    // Seen by the rules as if it were async already; a work item is reported by itself.
    private IReadOnlyList<Finding> Look(Declaration function)
    {
        Examination examination = Examination.Of(function.Model.Compilation, function.Document.Project.AnalyzerOptions,
            _cancellation);
        return examination.OutlineOf(function.Node.SyntaxTree).Find(function.Node) is { } body
            && examination.WorkItems.Find(body) is null ? new Findings(examination).IfAsync(body) : [];
    }

    // A pass for one rule leaves nothing to another rule's, which may be over (dotnet format makes one a rule). Waits
    // for tasks are left to their own where an await changes which exceptions there are to catch, which is looked at
    // only there.
    private bool IsCuredAlong(Finding finding, SemanticModel model) => finding.Ailment == _rule
        || !Pragmas.Disable(finding.Path[0].Node, finding.Ailment) && (finding.Ailment != Ailments.BlockingOnTask
            || finding.Path.Length == 1 && CureTable.At(finding.Path[0].Node, model) is { LoosesAggregate: false });

    // What a helper waits for outside of this machine's memory and disks is most of what its caller waits for.
    private static bool IsLong(Finding finding) =>
        finding.Ailment == Ailments.BlockingIO && finding.Row is not (ForeignCall or OpenCall)
        && !IONamespaces.AreNear(finding.Row.Type);

    private async Task<bool> IsLastingAsync(Finding finding)
    {
        CallSite wait = finding.Path[finding.Path.Length - 1];
        return _planner.Solution.GetDocument(wait.Node.SyntaxTree) is { } document
            && LastingWaits.IsOne(wait, await _planner.ModelAsync(document).ConfigureAwait(false));
    }

    private static IReadOnlyList<SitePlan> StillBlocks(Declaration function, string stop) =>
        [SitePlan.Refused($"{Functions.SymbolOf(function.Node, function.Model)?.Name} would still block: {stop}")];

    // Why no step on the way can be awaited; what can be is left to a report of its own, lest the change spreads.
    private async Task<string?> StopOfAsync(Finding finding)
    {
        string? stop = null;
        foreach (CallSite step in finding.Path)
        {
            if (_planner.Solution.GetDocument(step.Node.SyntaxTree) is not { } document) return null;
            stop = (await _planner.PlanAsync(document, step.Node).ConfigureAwait(false)).Stop;
            if (stop is null) return null;
        }
        return stop;
    }
}
