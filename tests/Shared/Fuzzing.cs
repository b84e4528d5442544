namespace ThreadPoolDoctor.Tests;

/// <summary>
/// Runs a test over many random cases, each from a seed of its own that a failure names. TPDOCTOR_FUZZ sets how many
/// times as many cases as usual are run; TPDOCTOR_FUZZ_SEED runs a single one again.
/// </summary>
internal static class Fuzzing
{
    private static readonly int s_times = int.Parse(Environment.GetEnvironmentVariable("TPDOCTOR_FUZZ") ?? "1");
    private static readonly string? s_seed = Environment.GetEnvironmentVariable("TPDOCTOR_FUZZ_SEED");

    /// <summary>
    /// Half of the usual cases are always the same, so that a change is compared; the others are new in each run.
    /// </summary>
    public static void Run(int cases, Action<Random> test)
    {
        int fresh = Random.Shared.Next(1_000_000, int.MaxValue - cases * s_times);
        IEnumerable<int> seeds = s_seed is not null
            ? [int.Parse(s_seed)]
            : Enumerable.Range(1, cases / 2).Concat(Enumerable.Range(fresh, cases * s_times - cases / 2));
        foreach (int seed in seeds)
        {
            try
            {
                test(new Random(seed));
            }
            catch (Exception trouble)
            {
                throw new InvalidOperationException($"Failed with TPDOCTOR_FUZZ_SEED={seed}: {trouble.Message}", trouble);
            }
        }
    }
}
