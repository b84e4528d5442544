using System.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Doctor;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>
/// Two builds of the pool, shape by shape, in pairs of processes that take turns (A B, B A, A B, ...), so that a noisy
/// moment of the machine hits both. One process at a time runs; the other's pool is idle.
/// </summary>
internal static class CompareMode
{
    /// <param name="processors">1 for one processor, null for all.</param>
    /// <param name="pairs">Pairs of processes; each pair is one sample.</param>
    /// <param name="rounds">Answers of each process for each shape.</param>
    public static int Run(IReadOnlyList<string> pools, IReadOnlyList<string> only, int? processors, int? workers, int pairs, int rounds)
    {
        if (pools.Count != 2 || pools.FirstOrDefault(static pool => !File.Exists(pool)) is { } || processors is not (null or 1))
        {
            Console.Error.WriteLine("compare --pool A.dll --pool B.dll [--processors 1] [--workers N] [--shapes TEXT[;TEXT]] [--pairs 6] "
                + "[--rounds 5]; both must be builds of ThreadPoolDoctor.Pool.dll for this framework.");
            return 2;
        }
        if (processors == 1 && !Pinning.IsPossible)
        {
            Console.Error.WriteLine("One of several processors needs taskset (util-linux).");
            return 1;
        }
        List<int> shapes = [.. Enumerable.Range(0, ComparedShape.All.Count).Where(i => only.Count == 0
            || only.Any(text => ComparedShape.All[i].Name.Contains(text, StringComparison.OrdinalIgnoreCase)))];
        var samples = shapes.ToDictionary(static shape => shape, static _ => new Samples());
        Console.WriteLine(Machine.Description);
        Console.WriteLine($"A {pools[0]}\nB {pools[1]}");
        Console.WriteLine($"{(processors == 1 ? "one processor" : "all processors")}, {workers?.ToString() ?? "as many"} workers, {pairs} pairs of processes, {rounds} rounds");
        long start = Stopwatch.GetTimestamp();
        for (int pair = 0; pair < pairs; pair++) Measure(pools, processors, workers, rounds, samples, tell: pair == 0, swap: pair % 2 == 1);
        Print(samples);
        Console.WriteLine($"{Stopwatch.GetElapsedTime(start).TotalSeconds:F0} s");
        return 0;
    }

    private static void Measure(
        IReadOnlyList<string> pools, int? processors, int? workers, int rounds, Dictionary<int, Samples> samples, bool tell, bool swap)
    {
        int? processor = processors == 1 ? Pinning.Last : null;
        // The one that was started first has run a little more.
        using var first = new VariantClient(pools[swap ? 1 : 0], workers, processor);
        using var second = new VariantClient(pools[swap ? 0 : 1], workers, processor);
        (VariantClient a, VariantClient b) = swap ? (second, first) : (first, second);
        if (tell) Console.WriteLine($"A is {a.Greeting}\nB is {b.Greeting}");
        // The JIT compiles what all shapes have in common before any of them counts.
        foreach (int shape in samples.Keys) first.WarmUp(shape);
        foreach (int shape in samples.Keys) second.WarmUp(shape);
        foreach ((int shape, Samples sample) in samples)
        {
            first.WarmUp(shape);
            second.WarmUp(shape);
            List<double> ofA = [], ofB = [];
            for (int round = 0; round < (ComparedShape.All[shape].IsLong ? 2 : rounds); round++)
            {
                bool bFirst = round % 2 == 1 != swap;
                if (bFirst) ofB.Add(b.Run(shape));
                ofA.Add(a.Run(shape));
                if (!bFirst) ofB.Add(b.Run(shape));
            }
            sample.Add(ofA, ofB);
        }
    }

    private static void Print(Dictionary<int, Samples> samples)
    {
        Console.WriteLine($"\n| {"shape",-36} | {"A, ms",18} | {"B, ms",18} | {"B's speed",9} | {"99 % interval",13} | verdict |");
        Console.WriteLine("|---|---|---|---|---|---|");
        List<string> gains = [], losses = [];
        foreach ((int shape, Samples sample) in samples)
        {
            string name = ComparedShape.All[shape].Name;
            Judgement judged = sample.Judge();
            Console.WriteLine($"| {name,-36} | {Stats.Median(sample.A),9:F3} ± {Stats.Spread(sample.A),6:F3} | {Stats.Median(sample.B),9:F3} ± {Stats.Spread(sample.B),6:F3} "
                + $"| {judged.Speed,8:F2}x | {judged.From,4:F2} to {judged.To,-5:F2} | {judged.Verdict} |");
            if (judged.Verdict == "B GAINS") gains.Add(name);
            if (judged.Verdict == "B LOSES") losses.Add(name);
        }
        double all = Math.Exp(samples.Values.Average(static sample => Math.Log(sample.Judge().Speed)));
        Console.WriteLine($"\nB against A: {all:F3}x in the geometric mean; gains (10 % and told): {List(gains)}; loses (5 % and told): {List(losses)}.");
    }

    private static string List(List<string> names) => names.Count == 0 ? "none" : string.Join("; ", names);

    /// <summary>What a shape's processes have answered.</summary>
    private sealed class Samples
    {
        private readonly List<IReadOnlyList<double>> _pairs = [];

        public List<double> A { get; } = [];

        public List<double> B { get; } = [];

        public void Add(List<double> a, List<double> b)
        {
            A.AddRange(a);
            B.AddRange(b);
            _pairs.Add([.. a.Zip(b, static (ofA, ofB) => Math.Log(ofA / ofB))]);
        }

        public Judgement Judge() => Judgement.Of(_pairs);
    }
}
