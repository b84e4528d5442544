using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Adverse;

/// <summary>
/// Programs that are hard for a pool, on ThreadPool and on the bundled one, each in a process of its own; ThreadPool
/// and the bundled pool alternate. Exit code 1 when a promise is broken in the median.
/// </summary>
internal static class AdverseMode
{
    public static int Run(int rounds, string only)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        bool all = true;
        foreach (Adversity adversity in Adversities.All.Where(a => a.Name.Contains(only, StringComparison.OrdinalIgnoreCase)))
        {
            List<double[]> ours = [], theirs = [];
            string[] units = [];
            for (int round = 0; round < rounds; round++)
            {
                if (adversity.Compared) theirs.Add(Child(adversity, bundled: false, out units));
                ours.Add(Child(adversity, bundled: true, out units));
            }
            double[] mine = Medians(ours), others = Medians(theirs);
            bool holds = adversity.Holds(mine, others);
            all &= holds;
            Console.WriteLine($"{adversity.Name}");
            Console.WriteLine($"    WorkPool {Text(ours, units)}{(adversity.Compared ? $"; ThreadPool {Text(theirs, units)}" : "")}");
            Console.WriteLine($"    {adversity.Promise}: {(holds ? "holds" : "BROKEN")}");
        }
        return all ? 0 : 1;
    }

    /// <summary>One program in this process; prints its figures.</summary>
    public static int RunOne(string name, bool bundled)
    {
        Queueing queueing = bundled
            ? static (action, preferLocal) => WorkPool.Shared.Queue(action, preferLocal)
            : static (action, preferLocal) => ThreadPool.QueueUserWorkItem(static action => action(), action, preferLocal);
        // What a pool's first item costs (its code is compiled, threads start) is no promise's matter.
        using (ManualResetEventSlim warm = new())
        {
            queueing(warm.Set);
            warm.Wait();
        }
        foreach (Figure figure in Adversities.All.Single(a => a.Name == name).Run(queueing))
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{figure.Value} {figure.Unit}"));
        }
        return 0;
    }

    private static double[] Medians(List<double[]> runs) =>
        runs.Count == 0 ? [] : [.. Enumerable.Range(0, runs[0].Length).Select(n => Stats.Median(runs.Select(run => run[n])))];

    /// <summary>
    /// Each figure's median, and from which to which it went: a promise kept in the median may be broken at times.
    /// </summary>
    private static string Text(List<double[]> runs, string[] units) => string.Join(", ", units.Select((unit, n) =>
    {
        double[] values = [.. runs.Select(run => run[n]).Order()];
        string range = values.Length == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({values[0]:#,0.##} to {values[^1]:#,0.##})");
        return string.Create(CultureInfo.InvariantCulture, $"{Stats.Median(values):#,0.###} {unit}{range}");
    }));

    private static double[] Child(Adversity adversity, bool bundled, out string[] units)
    {
        string dotnet = Path.GetFullPath(Path.Combine(
            RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        ProcessStartInfo start = new(dotnet, ["exec", typeof(AdverseMode).Assembly.Location, "adverse-one", adversity.Name, bundled ? "bundled" : "system"])
        {
            RedirectStandardOutput = true,
        };
        if (adversity.HeapLimit != 0) start.Environment["DOTNET_GCHeapHardLimit"] = adversity.HeapLimit.ToString("X", CultureInfo.InvariantCulture);
        using Process process = Process.Start(start)!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0) throw new InvalidOperationException($"'{adversity.Name}' ended with {process.ExitCode}: {said}");
        string[][] lines = [.. said.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split(' ', 2))];
        units = [.. lines.Select(static line => line[1])];
        return [.. lines.Select(static line => double.Parse(line[0], CultureInfo.InvariantCulture))];
    }
}
