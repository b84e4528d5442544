using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;
using ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>
/// The promise: whatever rules and fixes are given, they throw nothing and come to an end, in an editor and in a build;
/// and what compiled before a fix does so after it.
/// </summary>
internal static class NeverThrows
{
    private const int MostFixed = 6;

    public static Task<Judgement> TryAsync(DamagedSolution program) => Watched.TryAsync(starts => AskAsync(program, starts));

    private static async Task<Judgement> AskAsync(DamagedSolution program, Action<string> starts)
    {
        ConcurrentBag<Breach> breaches = [];
        Solution solution = program.Open();
        // What it takes its time for is no fault of a rule.
        bool compiles = await CompilesAsync(solution);
        List<Diagnostic> findings = [];
        foreach (Project project in solution.Projects)
        {
            starts($"a rule: {project.Name}");
            findings.AddRange(await RunAsync(project, project.AnalyzerOptions, breaches));
            starts($"a rule in a build: {project.Name}");
            await BuildAsync(project, breaches);
        }
        int fixes = 0;
        Diagnostic[] fixable = [.. findings.Where(each => solution.GetDocument(each.Location.SourceTree) is not null)];
        if (fixable.Length == 0) return Judgement.Of(findings.Count, 0, [.. breaches]);
        Soundness? soundness = compiles ? new(solution) : null;
        // Some of each rule, as many of one are cured alike.
        ILookup<string, Diagnostic> byRule = fixable.ToLookup(each => each.Id);
        foreach (Diagnostic finding in byRule.SelectMany(same => same.Take(2)).Take(MostFixed))
        {
            foreach (CodeFixProvider fixer in Offers.Fixers.Where(fixer => fixer.FixableDiagnosticIds.Contains(finding.Id)))
            {
                starts($"{fixer.GetType().Name} for {finding.Id}: {finding.Location.GetLineSpan()}");
                fixes += await FixAsync(fixer, solution, finding, soundness, breaches);
            }
        }
        foreach (var same in byRule)
        {
            starts($"Fix All for {same.Key}");
            await FixAllAsync(solution, same, soundness, breaches);
        }
        return Judgement.Of(findings.Count, fixes, [.. breaches]);
    }

    private static async Task<ImmutableArray<Diagnostic>> RunAsync(Project project, AnalyzerOptions options,
        ConcurrentBag<Breach> breaches)
    {
        Compilation compilation = (await project.GetCompilationAsync())!;
        return await compilation.WithAnalyzers(SourceTree.Rules, new CompilationWithAnalyzersOptions(
            options, (exception, rule, _) => breaches.Add(Thrown(rule.GetType().Name, exception)),
            concurrentAnalysis: true, logAnalyzerExecutionTime: false))
            .GetAnalyzerDiagnosticsAsync();
    }

    private static async Task BuildAsync(Project project, ConcurrentBag<Breach> breaches)
    {
        string summary = Path.GetTempFileName();
        try
        {
            BuildOptions build = new(reportsAll: true, summary);
            await RunAsync(project, new AnalyzerOptions(project.AnalyzerOptions.AdditionalFiles, build), breaches);
        }
        finally
        {
            File.Delete(summary);
        }
    }

    private static async Task<bool> CompilesAsync(Solution solution)
    {
        foreach (Project project in solution.Projects)
        {
            Compilation compilation = (await project.GetCompilationAsync())!;
            if (compilation.GetDiagnostics().Any(each => each.Severity == DiagnosticSeverity.Error)) return false;
        }
        return true;
    }

    private static async Task<int> FixAsync(CodeFixProvider fixer, Solution solution, Diagnostic finding,
        Soundness? soundness, ConcurrentBag<Breach> breaches)
    {
        string what = $"{fixer.GetType().Name} for {finding.Id}";
        try
        {
            List<CodeAction> actions = [];
            Document document = solution.GetDocument(finding.Location.SourceTree)!;
            await fixer.RegisterCodeFixesAsync(
                new CodeFixContext(document, finding, (action, _) => actions.Add(action), default));
            foreach (CodeAction action in actions.SelectMany(
                each => each.NestedActions.IsEmpty ? [each] : each.NestedActions))
            {
                await AskWhetherSoundAsync(what, solution, await Offers.ApplyAsync(action), soundness, breaches);
            }
            return actions.Count;
        }
        catch (Exception exception)
        {
            breaches.Add(Thrown(what, exception));
            return 0;
        }
    }

    private static async Task FixAllAsync(Solution solution, IGrouping<string, Diagnostic> same,
        Soundness? soundness, ConcurrentBag<Breach> breaches)
    {
        if (Offers.Fixers.FirstOrDefault(each => each is CuringFix
            && each.FixableDiagnosticIds.Contains(same.Key)) is not { } fixer) return;
        string what = $"all by {fixer.GetType().Name} for {same.Key}";
        Document start = solution.GetDocument(same.First().Location.SourceTree)!;
        Dictionary<ProjectId, IReadOnlyList<Diagnostic>> all = same
            .GroupBy(each => solution.GetDocument(each.Location.SourceTree)!.Project.Id)
            .ToDictionary(each => each.Key, each => (IReadOnlyList<Diagnostic>)[.. each]);
        try
        {
            Solution after = await FixAll.ApplyAsync(fixer, key: null, same.Key, start, FixAllScope.Solution, all);
            await AskWhetherSoundAsync(what, solution, after, soundness, breaches);
        }
        catch (Exception exception)
        {
            breaches.Add(Thrown(what, exception));
        }
    }

    private static async Task AskWhetherSoundAsync(string what, Solution before, Solution after,
        Soundness? soundness, ConcurrentBag<Breach> breaches)
    {
        DocumentId[] changed = Sweep.Changed(before, after);
        if (soundness is null || changed.Length == 0) return;
        foreach (string fault in (await soundness.WorseAsync(after, changed)).Take(1))
        {
            breaches.Add(new($"{what}: {fault.Split(' ')[0]}",
                fault + "\n" + (await after.GetDocument(changed[0])!.GetTextAsync())));
        }
    }

    // The same place in the rules is the same fault, whatever the code is.
    private static Breach Thrown(string what, Exception exception)
    {
        string at = exception.ToString().Split('\n').FirstOrDefault(line => line.Contains("at ThreadPoolDoctor")
            && !line.Contains(nameof(NeverThrows)))?.Trim() ?? "";
        return new($"{exception.GetType().Name} {at.Split(" in ")[0]}", $"{what}: {exception}");
    }
}
