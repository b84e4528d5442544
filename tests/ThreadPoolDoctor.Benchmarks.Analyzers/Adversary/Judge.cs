using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// The promises of the rules and fixes, asked of one program: no rule crashes; each wait that ran on a thread of the
/// pool is reported, and none that ran on others alone, in several projects as in one; every fix compiles without a new
/// warning, leaves text and comments alone, and the program does the same in the same order, with each of them and with
/// all.
/// </summary>
internal sealed class Judge(Execution execution)
{
    private const string All = "all cures", Crash = "crash";

    /// <param name="text">The program.</param>
    /// <param name="only">The one promise that is asked for, or null for all: what has nothing to do with it is not
    /// tried.</param>
    /// <param name="apart">How the program is put into several projects; null for one.</param>
    /// <param name="version">An older version of the language that it is to be compiled with; null for the
    /// newest.</param>
    public Task<Judgement> TryAsync(string text, string? only = null, int? apart = null, LanguageVersion? version = null) =>
        Watched.TryAsync(starts => AskAsync(text, only, apart, version, starts));

    private async Task<Judgement> AskAsync(string text, string? only, int? apart, LanguageVersion? version, Action<string> starts)
    {
        try
        {
            return await JudgeAsync(text, only, apart, version, starts);
        }
        catch (ThrownByRules thrown)
        {
            return Judgement.Of(0, 0, [new Breach(Crash, thrown.Message)]);
        }
    }

    private async Task<Judgement> JudgeAsync(
        string text, string? only, int? apart, LanguageVersion? version, Action<string> starts)
    {
        Solution solution = apart is { } seed ? GeneratedProgram.OpenApart(text, seed)
            : version is { } old ? GeneratedProgram.OpenOld(text, old) : GeneratedProgram.Open(text);
        (IReadOnlyList<byte[]>? assemblies, var errors) = await GeneratedProgram.EmitAsync(solution);
        if (assemblies is null) return Judgement.Not($"{errors[0].Id} {errors[0].GetMessage()} {errors[0].Location.GetLineSpan()}");
        // Apart, what is private is not.
        if (apart is not null && await GeneratedProgram.EmitAsync(GeneratedProgram.Open(text)) is (null, _)) return Judgement.Not("does not compile in one project");
        if (await DropsTasksAsync(solution)) return Judgement.Not("a task is dropped");
        starts("a rule");
        // What the rules say does not depend on what is done.
        if (apart is not null && only is not null && IsOfRules(only)) return Judgement.Of(0, 0, await ToldApart.WrongAsync(text, solution, await FindAsync(solution)));
        starts(Watched.Program);
        if (await execution.RunAsync(assemblies) is not { } before) return Judgement.Not("has no beginning");
        if (!before.Trace.EndsWith("\nended")) return Judgement.Not(before.Trace.Split('\n')[^1]);
        // What two threads do at once is in any order.
        if ((await execution.RunAsync(assemblies))!.Trace != before.Trace) return Judgement.Not("does something else each time");
        starts("a rule");
        IReadOnlyList<Diagnostic> findings = await FindAsync(solution);
        List<Breach> breaches = [];
        // What the rules say of an old version is asked of the new one: here it is the fixes that have to know which
        // words there are.
        if (version is null) breaches.AddRange(apart is null ? await ToldInOneAsync(solution, before) : await ToldApart.WrongAsync(text, solution, findings));
        if (only is not null && IsOfRules(only)) return Judgement.Of(findings.Count, 0, breaches);
        int cured = 0;
        Soundness soundness = new(solution);
        foreach (Diagnostic finding in findings.Where(each => only is null || only.StartsWith(Alone(each))))
        {
            Document document = solution.GetDocument(finding.Location.SourceTree)!;
            starts($"{Alone(finding)}: {finding.Location.GetLineSpan()}");
            foreach (CodeAction action in (await Offers.AskAsync(document, finding)).Where(Offers.IsCure))
            {
                cured++;
                breaches.AddRange(await WorseAsync(Alone(finding), solution, await Offers.ApplyAsync(action), soundness, before));
            }
        }
        if (only is null ? breaches.Count == 0 && cured > 0 : only.StartsWith(All))
        {
            starts(All);
            breaches.AddRange(await WorseAsync(All, solution, await CureAllAsync(solution), soundness, before));
        }
        return Judgement.Of(findings.Count, cured, breaches);
    }

    private static async Task<IReadOnlyList<Diagnostic>> FindAsync(Solution solution)
    {
        List<Diagnostic> findings = [];
        foreach (Project project in GeneratedProgram.Projects(solution)) findings.AddRange(await Offers.FindAsync(project));
        return findings;
    }

    // As a build tells them: each at the place that waits, where an editor shows the first at the call that leads
    // there.
    private static async Task<IReadOnlyList<Breach>> ToldInOneAsync(Solution solution, Run run)
    {
        Document file = GeneratedProgram.Files(solution).Single();
        AnalysisResult told = (await SourceTree.Run((CSharpCompilation)(await file.Project.GetCompilationAsync())!, SourceTree.Rules, isBuild: true, reportsAll: true)).OrThrow();
        return ToldWaits.Wrong((await file.GetSyntaxRootAsync())!, told.GetAllDiagnostics(), run.Waits);
    }

    /// <summary>The program when everything that can be cured is, one rule after the other.</summary>
    public static async Task<Solution> CureAllAsync(Solution solution)
    {
        foreach (CodeFixProvider fixer in Offers.Fixers.Where(each => each is CuringFix))
        {
            foreach (string id in fixer.FixableDiagnosticIds)
            {
                Dictionary<ProjectId, IReadOnlyList<Diagnostic>> all = [];
                foreach (Project project in solution.Projects)
                {
                    all[project.Id] = [.. (await Offers.FindAsync(project)).Where(each => each.Id == id)];
                }
                if (all.Values.SelectMany(each => each).FirstOrDefault() is not { } first) continue;
                Document start = solution.GetDocument(first.Location.SourceTree)!;
                // No key: also where the first finding cannot be cured.
                solution = await FixAll.ApplyAsync(fixer, key: null, id, start, FixAllScope.Solution, all);
            }
        }
        return solution;
    }

    /// <summary>What a change makes worse: it does not compile as before, loses text, or does something else.</summary>
    public async Task<IReadOnlyList<Breach>> WorseAsync(
        string what, Solution old, Solution now, Soundness soundness, Run before)
    {
        DocumentId[] changed = Sweep.Changed(old, now);
        if (changed.Length == 0) return [];
        List<string> faults = [.. await soundness.WorseAsync(now, changed)];
        foreach (DocumentId id in changed)
        {
            (Document was, Document became) = (old.GetDocument(id)!, now.GetDocument(id)!);
            faults.AddRange(await TextFaults.InAsync(was, became, onlySure: true));
        }
        string text = await GeneratedProgram.TextAsync(now);
        if (faults.Count > 0) return [new($"{what}: {faults[0].Split(' ')[0]}", string.Join('\n', faults) + "\n" + text)];
        (IReadOnlyList<byte[]>? assemblies, var errors) = await GeneratedProgram.EmitAsync(now);
        if (assemblies is null) return [new($"{what}: {errors[0].Id}", string.Join('\n', errors) + "\n" + text)];
        Run after = (await execution.RunAsync(assemblies))!;
        return after.Trace == before.Trace || !await IsSeenAgainAsync(assemblies, before) ? []
            : [new($"{what}: behaviour", Difference(before.Trace, after.Trace) + "\n" + text)];
    }

    // Where the machine stands still for a second, a limit of time in a program is over once, and not again.
    private async Task<bool> IsSeenAgainAsync(IReadOnlyList<byte[]> assemblies, Run before)
    {
        for (int times = 0; times < 3; times++)
        {
            if ((await execution.RunAsync(assemblies))!.Trace != before.Trace) return true;
        }
        return false;
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
    private static async Task<bool> DropsTasksAsync(Solution solution)
    {
        foreach (Document file in GeneratedProgram.Files(solution))
        {
            SemanticModel model = (await file.GetSemanticModelAsync())!;
            if ((await model.SyntaxTree.GetRootAsync()).DescendantNodes().Any(node => Soundness.IsDropped(node, model))) return true;
        }
        return false;
    }

    private static string Alone(Diagnostic finding) => finding.Id + " alone";

    private static bool IsOfRules(string promise) => promise.StartsWith(Crash) || promise.StartsWith(ToldApart.Name)
        || promise.StartsWith(ToldWaits.Missed) || promise.StartsWith(ToldWaits.False);
}
