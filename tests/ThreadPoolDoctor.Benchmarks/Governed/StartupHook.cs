using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using ThreadPoolDoctor.Benchmarks;
using ThreadPoolDoctor.Governor;

/// <summary>
/// For DOTNET_STARTUP_HOOKS of a patient that prints its counts: starts and stops the governor within the one process
/// in turns, and tells what was done with it against without. Two processes differ by more than the governor costs.
/// TPD_TURNS is the number of pairs, TPD_TURN the seconds of a turn. The name and the missing namespace are the
/// runtime's contract.
/// </summary>
internal static class StartupHook
{
    private const int WarmUp = 4_000;

    public static void Initialize()
    {
        string folder = Path.GetDirectoryName(typeof(StartupHook).Assembly.Location)!;
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            string file = Path.Combine(folder, name.Name + ".dll");
            return File.Exists(file) ? context.LoadFromAssemblyPath(file) : null;
        };
        Console.SetOut(new Counts());
        new Thread(Run) { IsBackground = true }.Start();
    }

    private static void Run()
    {
        // What is compiled once is no part of a turn.
        ThreadPoolGovernor.Start();
        Thread.Sleep(WarmUp);
        ThreadPoolGovernor.Stop();
        int pairs = (int)Given("TPD_TURNS", 40), seconds = (int)(1000 * Given("TPD_TURN", 1));
        List<double> ratios = [], plain = [], governed = [];
        for (int pair = 0; pair < pairs; pair++)
        {
            // Each comes first in turns, for what runs beside or heats up.
            double first = Turn(pair % 2 == 0, seconds), second = Turn(pair % 2 != 0, seconds);
            (double with, double without) = pair % 2 == 0 ? (first, second) : (second, first);
            plain.Add(without);
            governed.Add(with);
            if (without > 0) ratios.Add(with / without);
        }
        (double from, double to) = Stats.IntervalOfMedian(ratios);
        Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"plain {plain.Average():0.0}/s, governed {governed.Average():0.0}/s, "
            + $"{Stats.Median(ratios):0.0000} ({from:0.0000} to {to:0.0000}), {ThreadPool.ThreadCount} workers"));
        Environment.Exit(0);
    }

    private static double Turn(bool governed, int milliseconds)
    {
        if (governed) ThreadPoolGovernor.Start();
        long before = Counts.Next(), start = Stopwatch.GetTimestamp();
        Thread.Sleep(milliseconds);
        double rate = (Counts.Next() - before) / Stopwatch.GetElapsedTime(start).TotalSeconds;
        if (governed) ThreadPoolGovernor.Stop();
        return rate;
    }

    private static double Given(string name, double otherwise)
    {
        string? given = Environment.GetEnvironmentVariable(name);
        return double.TryParse(given, CultureInfo.InvariantCulture, out double value) ? value : otherwise;
    }

    /// <summary>Takes the place of standard output and keeps the last count.</summary>
    private sealed class Counts : TextWriter
    {
        private static long s_count;
        private static int s_printed;

        public override Encoding Encoding => Encoding.UTF8;

        /// <summary>The next count that is printed.</summary>
        public static long Next()
        {
            int printed = Volatile.Read(ref s_printed);
            while (Volatile.Read(ref s_printed) == printed) Thread.Sleep(1);
            return Volatile.Read(ref s_count);
        }

        public override void WriteLine(string? value)
        {
            if (value?.Split(' ') is not ["counts", var count, ..]) return;
            Volatile.Write(ref s_count, long.Parse(count, CultureInfo.InvariantCulture));
            Interlocked.Increment(ref s_printed);
        }
    }
}
