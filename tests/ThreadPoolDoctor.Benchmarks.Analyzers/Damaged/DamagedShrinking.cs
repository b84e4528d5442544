using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>
/// Makes a damaged program smaller as long as the same is thrown: files, settings and lines go, as it need not parse.
/// </summary>
internal static class DamagedShrinking
{
    // The program without the part with this number; null when there are no more.
    private delegate DamagedSolution? Part(DamagedSolution program, int at);

    private static readonly Part[] s_parts = [WithoutFile, WithoutSetting, WithoutSource, WithoutLines];

    public static async Task<DamagedSolution> SmallestAsync(DamagedSolution program, string promise, TimeSpan time)
    {
        DateTime end = DateTime.UtcNow + time;
        bool smaller = true;
        while (smaller && DateTime.UtcNow < end)
        {
            smaller = false;
            foreach (Part without in s_parts)
            {
                for (int at = 0; DateTime.UtcNow < end && without(program, at) is { } tried;)
                {
                    bool isSame = (await NeverThrows.TryAsync(tried)).Breaches.Any(each => each.Promise == promise);
                    if (isSame) (program, smaller) = (tried, true);
                    else at++;
                }
            }
        }
        return program;
    }

    private static DamagedSolution? WithoutFile(DamagedSolution program, int at) =>
        at < program.Files.Count ? program with { Files = Without(program.Files, at) } : null;

    private static DamagedSolution? WithoutSetting(DamagedSolution program, int at) =>
        at < program.Config.Count ? program with { Config = Without(program.Config, at) } : null;

    private static DamagedSolution? WithoutSource(DamagedSolution program, int at) => at < program.OtherSources.Count
        ? program with { OtherSources = [.. program.OtherSources.Where((_, number) => number != at)] }
        : at - program.OtherSources.Count is var own && own < program.Sources.Count && program.Sources.Count > 1
            ? program with { Sources = [.. program.Sources.Where((_, number) => number != own)] } : null;

    // Halves of a text first, then pieces of half the size, down to lines.
    private static DamagedSolution? WithoutLines(DamagedSolution program, int at)
    {
        IReadOnlyList<string> all = [.. program.OtherSources, .. program.Sources];
        for (int source = 0; source < all.Count; source++)
        {
            string[] lines = all[source].Split('\n');
            for (int size = (lines.Length + 1) / 2; size > 0 && lines.Length > 1; size /= 2)
            {
                int pieces = (lines.Length + size - 1) / size;
                if (at >= pieces)
                {
                    at -= pieces;
                    continue;
                }
                string text = string.Join('\n', lines.Take(at * size).Concat(lines.Skip((at + 1) * size)));
                IReadOnlyList<string> now = [.. all.Select((each, number) => number == source ? text : each)];
                int others = program.OtherSources.Count;
                return program with { OtherSources = [.. now.Take(others)], Sources = [.. now.Skip(others)] };
            }
        }
        return null;
    }

    private static Dictionary<string, string> Without(IReadOnlyDictionary<string, string> all, int at) =>
        all.Where((_, number) => number != at).ToDictionary(pair => pair.Key, pair => pair.Value);
}
