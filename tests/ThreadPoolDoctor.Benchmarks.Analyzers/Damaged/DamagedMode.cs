using System.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>
/// Hunts for damaged programs that make a rule or a fix throw; what does is made smaller and printed.
/// </summary>
internal static class DamagedMode
{
    public static async Task<int> HuntAsync(string folder, int seed, int programs, int most, TimeSpan shrink)
    {
        Corpus corpus = Corpus.Under(folder);
        Console.WriteLine($"{programs} damaged programs from seed {seed}, of {corpus.Count} groups of texts");
        Stopwatch watch = Stopwatch.StartNew();
        int findings = 0, fixes = 0, broken = 0, at = 0;
        HashSet<string> known = [];
        for (; at < programs && known.Count < most; at++)
        {
            if (at % 100 == 99) Console.Error.WriteLine($"{at + 1} programs, {watch.Elapsed.TotalSeconds:F0} s");
            DamagedSolution program = await DamagedWriter.WriteAsync(corpus, seed + at);
            Judgement judgement = await NeverThrows.TryAsync(program);
            findings += judgement.Findings;
            fixes += judgement.Cured;
            if (judgement.Breaches.Count > 0) broken++;
            foreach (Breach breach in judgement.Breaches.Where(each => known.Add(each.Promise)))
            {
                DamagedSolution smallest = await DamagedShrinking.SmallestAsync(program, breach.Promise, shrink);
                Console.WriteLine($"\n=== seed {seed + at}: {breach.Promise}\n{smallest}\n--- {breach.Text}");
            }
        }
        Console.WriteLine($"\n{at} programs in {watch.Elapsed.TotalSeconds:F0} s, {findings} findings, {fixes} fixes: "
            + $"{broken} break the promise, in {known.Count} ways");
        return broken == 0 ? 0 : 1;
    }
}
