using ThreadPoolDoctor.Stressing;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>The long stress: until so many items have run, or for so long.</summary>
internal static class StressMode
{
    public static int Run(long items, TimeSpan limit, string? seedText)
    {
        int seed = seedText is null ? Random.Shared.Next() : int.Parse(seedText);
        Console.WriteLine($"{Machine.Description}\nseed {seed}");
        var stress = new Stress(seed);
        try
        {
            stress.Run(items, limit, Console.WriteLine);
        }
        catch (InvalidOperationException broken)
        {
            Console.WriteLine($"BROKEN: {broken.Message}");
            return 1;
        }
        Console.WriteLine($"seed {seed}: {stress.Items:N0} items, each ran exactly once; the watchdog woke {stress.Rescues} times");
        return stress.Rescues == 0 ? 0 : 1;
    }
}
