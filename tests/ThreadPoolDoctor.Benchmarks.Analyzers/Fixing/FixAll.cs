using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// Fix All of each equivalence key: the result must compile, must leave nothing that has a cure, and a second pass must
/// find nothing to do that was there to be done in the first.
/// </summary>
internal sealed class FixAll(Solution before, IReadOnlyDictionary<ProjectId, IReadOnlyList<Diagnostic>> findings, Soundness soundness, Tally tally)
{
    private delegate (IEnumerable<Document> Starts, FixAllScope Scope) Places(Document[] documents);

    private static readonly Places[] s_scopes =
    [
        documents => (documents, FixAllScope.Document),
        documents => (documents.GroupBy(document => document.Project.Id).Select(group => group.First()), FixAllScope.Project),
        documents => (documents.Take(1), FixAllScope.Solution),
    ];

    public async Task RunAsync(ILookup<string, Diagnostic> byKey)
    {
        foreach (IGrouping<string, Diagnostic> key in byKey)
        {
            if (Curing(key.First().Id) is not { } fixer) continue;
            Document[] documents = [.. key.Select(finding => before.GetDocument(finding.Location.SourceTree)).OfType<Document>().DistinctBy(document => document.Id)];
            foreach (Places places in s_scopes)
            {
                (IEnumerable<Document> starts, FixAllScope scope) = places(documents);
                foreach (Document start in starts) await PassAsync(fixer, key.Key, key.First().Id, start, scope);
            }
        }
    }

    private static CodeFixProvider? Curing(string id) => Offers.Fixers.FirstOrDefault(fixer => fixer is CuringFix && fixer.FixableDiagnosticIds.Contains(id));

    private async Task PassAsync(CodeFixProvider fixer, string key, string id, Document start, FixAllScope scope)
    {
        Stopwatch watch = Stopwatch.StartNew();
        string where = scope == FixAllScope.Solution ? "the solution" : scope == FixAllScope.Project ? start.Project.Name : start.Name;
        Solution after = await ApplyAsync(fixer, key, id, start, scope, findings);
        DocumentId[] changed = Sweep.Changed(before, after);
        List<string> faults = changed.Length == 0 ? ["nothing changed"] : [.. await soundness.WorseAsync(after, changed)];
        foreach (DocumentId document in changed) faults.AddRange(await TextFaults.InAsync(before.GetDocument(document)!, after.GetDocument(document)!));
        if (changed.Length > 0 && scope != FixAllScope.Document) faults.AddRange(await AgainAsync(fixer, key, id, start, scope, after));
        tally.Offered($"{key} all, {scope}", changed.Length > 0, faults, where);
        Console.Error.WriteLine($"{key} {scope} {where}: {changed.Length} files, {watch.ElapsedMilliseconds} ms, {faults.Count} faults");
    }

    // What a first pass makes async may block elsewhere: that is new. What it could have cured itself is a fault.
    private async Task<IEnumerable<string>> AgainAsync(CodeFixProvider fixer, string key, string id, Document start, FixAllScope scope, Solution after)
    {
        Dictionary<ProjectId, IReadOnlyList<Diagnostic>> left = [];
        foreach (ProjectId project in findings.Keys.Where(project => scope == FixAllScope.Solution || project == start.Project.Id))
        {
            HashSet<string> old = [.. findings[project].Where(finding => finding.Id == id).Select(Line)];
            left[project] = [.. (await Offers.FindAsync(after.GetProject(project)!)).Where(finding => finding.Id == id && old.Contains(Line(finding)))];
        }
        Solution again = await ApplyAsync(fixer, key, id, after.GetDocument(start.Id)!, scope, left);
        return Sweep.Changed(after, again).Select(document =>
            $"left for a second pass: {after.GetDocument(document)!.Name}\n{new LineDiff(after.GetDocument(document)!.GetTextAsync().Result, again.GetDocument(document)!.GetTextAsync().Result)}");
    }

    private static string Line(Diagnostic finding) =>
        finding.Location.SourceTree!.FilePath + finding.Location.SourceTree.GetText().Lines.GetLineFromPosition(finding.Location.SourceSpan.Start).ToString().Trim();

    /// <summary>The solution after a pass; the same one if it finds nothing to do.</summary>
    public static async Task<Solution> ApplyAsync(
        CodeFixProvider fixer, string? key, string id, Document start, FixAllScope scope, IReadOnlyDictionary<ProjectId, IReadOnlyList<Diagnostic>> findings)
    {
        FixAllContext context = new(start, fixer, scope, key!, [id], new Given(findings), default);
        return await fixer.GetFixAllProvider()!.GetFixAsync(context) is { } action ? await Offers.ApplyAsync(action) : start.Project.Solution;
    }

    private sealed class Given(IReadOnlyDictionary<ProjectId, IReadOnlyList<Diagnostic>> findings) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult(findings.TryGetValue(project.Id, out IReadOnlyList<Diagnostic>? own) ? own : Enumerable.Empty<Diagnostic>());

        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            Task.FromResult(findings.TryGetValue(document.Project.Id, out IReadOnlyList<Diagnostic>? own)
                ? own.Where(finding => document.Project.GetDocument(finding.Location.SourceTree)?.Id == document.Id) : []);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) => Task.FromResult(Enumerable.Empty<Diagnostic>());
    }
}
