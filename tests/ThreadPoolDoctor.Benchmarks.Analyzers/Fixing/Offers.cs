using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.CodeFixes;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>What the rules find in a solution, and what the fixers offer for it, asked as an editor asks.</summary>
internal static class Offers
{
    public static CodeFixProvider[] Fixers { get; } =
    [
        .. typeof(AwaitFix).Assembly.GetTypes().Where(type => type.GetCustomAttribute<ExportCodeFixProviderAttribute>() is not null)
            .Select(type => (CodeFixProvider)Activator.CreateInstance(type)!),
    ];

    /// <exception cref="ThrownByRules">A rule has thrown.</exception>
    public static async Task<IReadOnlyList<Diagnostic>> FindAsync(Project project)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        CompilationWithAnalyzersOptions options = new(project.AnalyzerOptions, onAnalyzerException: null, concurrentAnalysis: true, logAnalyzerExecutionTime: false);
        AnalysisResult result = (await compilation.WithAnalyzers(SourceTree.Rules, options).GetAnalysisResultAsync(default)).OrThrow();
        return [.. result.GetAllDiagnostics().Where(each => each.Location.IsInSource).OrderBy(each => each.Location.SourceTree!.FilePath, StringComparer.Ordinal).ThenBy(each => each.Location.SourceSpan.Start)];
    }

    public static async Task<IReadOnlyList<CodeAction>> AskAsync(Document document, Diagnostic finding)
    {
        List<CodeAction> actions = [];
        foreach (CodeFixProvider fixer in Fixers.Where(each => each.FixableDiagnosticIds.Contains(finding.Id)))
        {
            await fixer.RegisterCodeFixesAsync(new CodeFixContext(document, finding, (action, _) => actions.Add(action), default));
        }
        return actions;
    }

    /// <summary>Only moving the blocking elsewhere, or saying that it is meant, is no cure.</summary>
    public static bool IsCure(CodeAction action) =>
        action.EquivalenceKey is { } key && !key.EndsWith(".pool") && !key.EndsWith(".intentional") && (!key.EndsWith(".dedicated") || key.StartsWith("TPD005"));

    public static async Task<Solution> ApplyAsync(CodeAction action) =>
        (await action.GetOperationsAsync(default)).OfType<ApplyChangesOperation>().Single().ChangedSolution;

    /// <summary>Why nothing cures the finding, in the fixer's own words.</summary>
    public static async Task<string> WhyNotAsync(Solution solution, Diagnostic finding, Soundness soundness)
    {
        if (finding.Id == "TPD007")
        {
            Planner returning = new(solution, loosesAggregate: false, default) { CuresAsyncVoid = true };
            return (await AsyncVoidFix.PlanAsync(returning, finding, default)).Stop ?? "the result would not compile";
        }
        if (!Fixers.OfType<AwaitFix>().Single().FixableDiagnosticIds.Contains(finding.Id)) return "its fixer does not say";
        Planner planner = new(solution, finding.Id == "TPD001", default);
        IReadOnlyList<SitePlan> plans = await Reports.PlanAsync(planner, finding, default);
        if (plans[0].Stop is { } stop) return stop;
        Solution changed = await Changes.ApplyAsync(solution, [.. plans], default);
        DocumentId[] documents = [.. changed.GetChanges(solution).GetProjectChanges().SelectMany(project => project.GetChangedDocuments())];
        return "the result would not compile: " + string.Join("; ", (await soundness.WorseAsync(changed, documents)).Take(2));
    }
}
