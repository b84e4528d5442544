using System.Diagnostics;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>What a sweep looks at, and what it leaves behind.</summary>
/// <param name="Libraries">A folder of assemblies that the code may refer to, or null.</param>
/// <param name="Without">Projects whose path contains one of these words are in the solution, but not examined.</param>
/// <param name="AtMost">How many findings are cured one by one; which is chance, by the seed.</param>
/// <param name="Diffs">A folder for what each fix changed, or null.</param>
/// <param name="All">Whether Fix All is tried, too: over all findings, whatever AtMost says.</param>
/// <param name="PublicApi">Whether the fixes may change public methods of libraries: then they reach much
/// further.</param>
/// <param name="Emits">Whether what changed is lowered, too: then a fix takes seconds to judge.</param>
internal sealed record SweepOptions(string? Libraries, string[] Without, int AtMost, int Seed, string? Diffs, bool All, bool PublicApi, bool Emits);

/// <summary>
/// Asks for every fix of what is found in a checkout, applies each alone, and looks for what is wrong with the result.
/// </summary>
internal static class Sweep
{
    public static async Task<int> RunAsync(string folder, SweepOptions options)
    {
        (Solution solution, IReadOnlyList<ProjectId> examined) = SourceSolution.Open(folder, options.Libraries, options.Without, options.PublicApi);
        Tally tally = new();
        Soundness soundness = new(solution);
        Lowering? lowering = options.Emits ? new(solution) : null;
        Dictionary<ProjectId, IReadOnlyList<Diagnostic>> findings = [];
        foreach (ProjectId id in examined) findings[id] = await Offers.FindAsync(solution.GetProject(id)!);
        Diagnostic[] all = [.. findings.Values.SelectMany(own => own)];
        Console.Error.WriteLine($"{examined.Count} of {solution.ProjectIds.Count} projects examined, {all.Length} findings");
        Random random = new(options.Seed);
        Diagnostic[] chosen = [.. all.OrderBy(_ => random.Next()).Take(options.AtMost)];
        List<(string Key, Diagnostic Finding)> keys = [];
        foreach ((int number, Diagnostic finding) in chosen.Index())
        {
            tally.Found(finding);
            string where = $"{solution.GetDocument(finding.Location.SourceTree)!.Name}({finding.Location.GetLineSpan().StartLinePosition.Line + 1})";
            Stopwatch watch = Stopwatch.StartNew();
            // At once: what takes too long is ended from outside.
            Console.Error.Write($"{number + 1}/{chosen.Length} {finding.Id} {where}: ");
            IReadOnlyList<CodeAction> actions = [];
            try
            {
                actions = await Offers.AskAsync(solution.GetDocument(finding.Location.SourceTree)!, finding);
                long asked = watch.ElapsedMilliseconds;
                foreach (CodeAction action in actions) await ApplyAsync(solution, finding, action, where, soundness, lowering, tally, options.Diffs, number);
                keys.AddRange(actions.Where(Offers.IsCure).Select(action => (action.EquivalenceKey!, finding)));
                if (!actions.Any(Offers.IsCure)) tally.Uncured($"{finding.Id} {await Offers.WhyNotAsync(solution, finding, soundness)}", where);
                Console.Error.WriteLine($"{actions.Count} offers in {asked} ms, checked in {watch.ElapsedMilliseconds - asked} ms");
            }
            catch (Exception exception) when (exception is not OperationCanceledException)
            {
                tally.Fault("exception: " + exception, $"{finding.Id} {where}");
            }
        }
        if (options.All) await new FixAll(solution, findings, soundness, tally).RunAsync(keys.ToLookup(pair => pair.Key, pair => pair.Finding));
        tally.Print();
        if (lowering is not null) Console.WriteLine($"\nlowered: {lowering.Seen.Whole} of {lowering.Seen.All} changed projects, with all that was changed in them");
        return tally.Faults == 0 ? 0 : 1;
    }

    public static DocumentId[] Changed(Solution before, Solution after) =>
        [.. after.GetChanges(before).GetProjectChanges().SelectMany(project => project.GetChangedDocuments())];

    private static async Task ApplyAsync(Solution before, Diagnostic finding, CodeAction action, string where, Soundness soundness, Lowering? lowering, Tally tally, string? diffs, int number)
    {
        Solution after = await Offers.ApplyAsync(action);
        DocumentId[] changed = Changed(before, after);
        List<string> faults = changed.Length == 0 ? ["nothing changed"] : [.. await soundness.WorseAsync(after, changed)];
        foreach (DocumentId id in changed) faults.AddRange(await TextFaults.InAsync(before.GetDocument(id)!, after.GetDocument(id)!));
        // Marks and threads of one's own put no await anywhere.
        if (lowering is not null && Offers.IsCure(action)) faults.AddRange(await lowering.WorseAsync(after, changed));
        tally.Offered(action.EquivalenceKey ?? "no key", changed.Length > 0, faults, where);
        if (diffs is not null) await WriteAsync(diffs, $"{number:000}-{action.EquivalenceKey}.diff", $"{finding.Id} {where} {finding.GetMessage()}\n{action.Title}\n{string.Join('\n', faults)}\n", before, after, changed);
    }

    private static async Task WriteAsync(string folder, string name, string head, Solution before, Solution after, DocumentId[] changed)
    {
        StringBuilder text = new(head);
        foreach (DocumentId id in changed)
        {
            text.Append($"--- {before.GetDocument(id)!.FilePath}\n").Append(new LineDiff(await before.GetDocument(id)!.GetTextAsync(), await after.GetDocument(id)!.GetTextAsync()));
        }
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(Path.Combine(folder, name), text.ToString());
    }
}
