using ThreadPoolDoctor.Monitoring;

namespace ThreadPoolDoctor.Benchmarks.Monitoring;

/// <summary>How short a block may be for BlockingWatch to see it for certain.</summary>
internal static class ShortBlocksMode
{
    private static readonly int[] s_milliseconds = [10, 12, 15, 20, 25, 30, 40, 50, 75];

    public static int Run(int times)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine($"{"block",8} {"seen",10} {"longest",10}");
        foreach (int milliseconds in s_milliseconds)
        {
            using BlockingWatch watch = BlockingWatch.Start();
            BlockAndPauseAsync(milliseconds, times).GetAwaiter().GetResult();
            IReadOnlyList<Block> blocks = watch.Stop();
            Console.WriteLine($"{milliseconds,5} ms {blocks.Sum(block => block.Times),6}/{times} {blocks.Select(block => block.Longest.TotalMilliseconds).DefaultIfEmpty().Max(),7:0} ms");
        }
        return 0;
    }

    /// <summary>The pause lets the worker be seen idle, so that two blocks are not taken for one.</summary>
    private static async Task BlockAndPauseAsync(int milliseconds, int times)
    {
        for (int time = 0; time < times; time++)
        {
            await Task.Run(() => Thread.Sleep(milliseconds));
            await Task.Delay(20);
        }
    }
}
