using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// Hunts for programs that break a promise of the rules or fixes; what breaks is made smaller and printed.
/// </summary>
internal static class AdversaryMode
{
    public const int UsualSize = 40;

    /// <summary>Programs of many seeds, until so many ways to break a promise are known.</summary>
    public static async Task<int> HuntAsync(int seed, int programs, int size, int most, TimeSpan shrink, bool verbose, bool apart, bool old)
    {
        Console.WriteLine($"{programs} programs from seed {seed}, of {size} productions{(apart ? ", each in several projects" : old ? ", each in an older version of the language" : "")}");
        using Execution execution = new();
        Judge judge = new(execution);
        Stopwatch watch = Stopwatch.StartNew();
        int judged = 0, findings = 0, cured = 0, broken = 0, at = 0;
        HashSet<string> known = [];
        for (; at < programs && known.Count < most; at++)
        {
            LanguageVersion? version = old ? Versions.Older[(seed + at) % Versions.Older.Count] : null;
            string text = ProgramWriter.Write(seed + at, size, version ?? LanguageVersion.Preview);
            int? split = apart ? seed + at : null;
            Judgement judgement = await judge.TryAsync(text, apart: split, version: version);
            if (judgement.WhyNot is { } why)
            {
                if (verbose) Console.Error.WriteLine($"seed {seed + at}: {version} {why}");
                continue;
            }
            judged++;
            findings += judgement.Findings;
            cured += judgement.Cured;
            if (judgement.Breaches.Count > 0) broken++;
            foreach (Breach breach in judgement.Breaches.Where(each => known.Add(each.Promise)))
            {
                string smallest = await Shrinking.SmallestAsync(text, breach.Promise, judge, shrink, split, version);
                Breach seen = (await judge.TryAsync(smallest, breach.Promise, split, version)).Breaches.FirstOrDefault(each => each.Promise == breach.Promise) ?? breach;
                Console.WriteLine($"\n=== seed {seed + at}: {version} {breach.Promise}\n{smallest}--- {seen.Text}");
            }
        }
        Console.WriteLine($"\n{judged} programs in {watch.Elapsed.TotalSeconds:F0} s, {findings} findings, {cured} cures: {broken} break a promise, in {known.Count} ways; {at - judged} do not compile or end");
        return broken == 0 ? 0 : 1;
    }

    /// <summary>What is to be said of one program: the findings, and the promises that it breaks.</summary>
    public static async Task<int> ReplayAsync(string text, int? apart)
    {
        using Execution execution = new();
        Judgement judgement = await new Judge(execution).TryAsync(text, apart: apart);
        Console.WriteLine(judgement.WhyNot ?? $"{judgement.Findings} findings, {judgement.Cured} cures");
        Solution solution = apart is { } seed ? GeneratedProgram.OpenApart(text, seed) : GeneratedProgram.Open(text);
        foreach (Project project in GeneratedProgram.Projects(solution))
        {
            foreach (Diagnostic finding in await Offers.FindAsync(project)) Console.WriteLine(finding);
        }
        foreach (Breach breach in judgement.Breaches) Console.WriteLine($"{breach.Promise}\n--- {breach.Text}");
        return judgement.WhyNot is null && judgement.Breaches is [] ? 0 : 1;
    }
}
