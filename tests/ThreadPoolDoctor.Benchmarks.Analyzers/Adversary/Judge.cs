using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// The promises of the rules and fixes, asked of one program: no rule crashes; each wait that ran on a thread of the pool is
/// reported, and none that ran on others alone; every fix compiles without a new warning, leaves text and comments alone, and
/// the program does the same in the same order, with each of them and with all.
/// </summary>
internal sealed class Judge(Execution execution)
{
    private const string All = "all cures", Crash = "crash";

    /// <param name="text">The program.</param>
    /// <param name="only">The one promise that is asked for, or null for all: what has nothing to do with it is not tried.</param>
    public async Task<Judgement> TryAsync(string text, string? only = null)
    {
        Project project = GeneratedProgram.Open(text);
        (byte[]? assembly, var errors) = await GeneratedProgram.EmitAsync(project);
        if (assembly is null) return Judgement.Not($"{errors[0].Id} {errors[0].GetMessage()}");
        if (await DropsTasksAsync(project)) return Judgement.Not("a task is dropped");
        if (await execution.RunAsync(assembly) is not { } before) return Judgement.Not("has no beginning");
        if (!before.Trace.EndsWith("\nended")) return Judgement.Not(before.Trace.Split('\n')[^1]);
        // What two threads do at once is in any order.
        if ((await execution.RunAsync(assembly))!.Trace != before.Trace) return Judgement.Not("does something else each time");
        List<Breach> breaches = [];
        IReadOnlyList<Diagnostic> findings = await Offers.FindAsync(project);
        breaches.AddRange(findings.Where(each => each.Id.StartsWith("AD")).Select(each => new Breach(Crash, each.GetMessage())));
        // As a build tells them: each at the place that waits, where an editor shows the first at the call that leads there.
        var compilation = (CSharpCompilation)(await project.GetCompilationAsync())!;
        AnalysisResult told = await SourceTree.Run(compilation, SourceTree.Rules, isBuild: true, reportsAll: true);
        SyntaxNode root = (await GeneratedProgram.File(project).GetSyntaxRootAsync())!;
        breaches.AddRange(ToldWaits.Wrong(root, told.GetAllDiagnostics(), before.Waits));
        if (only is not null && IsOfRules(only)) return Judgement.Of(findings.Count, 0, breaches);
        int cured = 0;
        Soundness soundness = new(project.Solution);
        foreach (Diagnostic finding in findings.Where(each => only is null || only.StartsWith(Alone(each))))
        {
            Document document = project.Solution.GetDocument(finding.Location.SourceTree)!;
            foreach (CodeAction action in (await Offers.AskAsync(document, finding)).Where(Offers.IsCure))
            {
                cured++;
                Project after = (await Offers.ApplyAsync(action)).GetProject(project.Id)!;
                breaches.AddRange(await WorseAsync(Alone(finding), project, after, soundness, before));
            }
        }
        if (only is null ? breaches.Count == 0 && cured > 0 : only.StartsWith(All))
        {
            breaches.AddRange(await WorseAsync(All, project, await CureAllAsync(project), soundness, before));
        }
        return Judgement.Of(findings.Count, cured, breaches);
    }

    /// <summary>The program when everything that can be cured is, one rule after the other.</summary>
    public static async Task<Project> CureAllAsync(Project project)
    {
        foreach (CodeFixProvider fixer in Offers.Fixers.Where(each => each is CuringFix))
        {
            foreach (string id in fixer.FixableDiagnosticIds)
            {
                Diagnostic[] findings = [.. (await Offers.FindAsync(project)).Where(each => each.Id == id)];
                if (findings is []) continue;
                Document start = project.Solution.GetDocument(findings[0].Location.SourceTree)!;
                Dictionary<ProjectId, IReadOnlyList<Diagnostic>> all = new() { [project.Id] = findings };
                // No key: also where the first finding cannot be cured.
                project = (await FixAll.ApplyAsync(fixer, key: null, id, start, FixAllScope.Solution, all)).GetProject(project.Id)!;
            }
        }
        return project;
    }

    /// <summary>What a change makes worse: it does not compile as before, loses text, or does something else.</summary>
    public async Task<IReadOnlyList<Breach>> WorseAsync(
        string what, Project old, Project now, Soundness soundness, Run before)
    {
        DocumentId[] changed = Sweep.Changed(old.Solution, now.Solution);
        if (changed.Length == 0) return [];
        List<string> faults = [.. await soundness.WorseAsync(now.Solution, changed)];
        foreach (DocumentId id in changed)
        {
            (Document was, Document became) = (old.Solution.GetDocument(id)!, now.Solution.GetDocument(id)!);
            faults.AddRange(await TextFaults.InAsync(was, became, onlySure: true));
        }
        string text = (await GeneratedProgram.File(now).GetTextAsync()).ToString();
        if (faults.Count > 0) return [new($"{what}: {faults[0].Split(' ')[0]}", string.Join('\n', faults) + "\n" + text)];
        (byte[]? assembly, var errors) = await GeneratedProgram.EmitAsync(now);
        if (assembly is null) return [new($"{what}: {errors[0].Id}", string.Join('\n', errors) + "\n" + text)];
        Run after = (await execution.RunAsync(assembly))!;
        return after.Trace == before.Trace ? []
            : [new($"{what}: behaviour", Difference(before.Trace, after.Trace) + "\n" + text)];
    }

    private static string Difference(string before, string after)
    {
        string[] old = before.Split('\n'), now = after.Split('\n');
        int same = 0;
        while (same < old.Length && same < now.Length && old[same] == now[same]) same++;
        return $"after {same} steps: {Five(old)} became {Five(now)}";

        string Five(string[] steps) => string.Join(" | ", steps.Skip(same).Take(5));
    }

    // Then the order of what it does is chance.
    private static async Task<bool> DropsTasksAsync(Project project)
    {
        SemanticModel model = (await GeneratedProgram.File(project).GetSemanticModelAsync())!;
        return (await model.SyntaxTree.GetRootAsync()).DescendantNodes().Any(node => Soundness.IsDropped(node, model));
    }

    private static string Alone(Diagnostic finding) => finding.Id + " alone";

    private static bool IsOfRules(string promise) => promise.StartsWith(Crash)
        || promise.StartsWith(ToldWaits.Missed) || promise.StartsWith(ToldWaits.False);
}
