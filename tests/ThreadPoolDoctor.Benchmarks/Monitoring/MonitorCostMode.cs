using System.Globalization;
using ThreadPoolDoctor.Monitoring;
using ThreadPoolDoctor.Monitoring.Inside;

namespace ThreadPoolDoctor.Benchmarks.Monitoring;

/// <summary>
/// Throughput of a busy pool with the host's monitor against the same pool without it, in turns, and the processor time
/// of the monitor's own thread: far below what throughput can tell on a machine with noise.
/// </summary>
internal static class MonitorCostMode
{
    private static readonly TimeSpan s_window = TimeSpan.FromSeconds(1);
    private static long s_done;
    private static double s_ownSeconds;
    private static volatile bool s_stop;

    public static int Run(int pairs)
    {
        Console.WriteLine(Machine.Description);
        Task[] load = [.. Enumerable.Range(0, 64).Select(_ => Task.Run(LoopAsync))];
        Thread.Sleep(s_window);
        List<double> ratios = [];
        for (int pair = 0; pair < pairs; pair++)
        {
            // Which of the two comes first alternates, so that a machine that slows down favours neither.
            double first = Measure(with: pair % 2 == 0);
            double second = Measure(with: pair % 2 != 0);
            ratios.Add(pair % 2 == 0 ? first / second : second / first);
        }
        s_stop = true;
        Task.WaitAll(load);
        (double from, double to) = Stats.IntervalOfMedian(ratios);
        Console.WriteLine($"with the monitor, of the throughput without: median {Stats.Median(ratios):0.0000}, with 99 % in {from:0.0000} to {to:0.0000};"
            + $" single pairs {ratios.Min():0.000} to {ratios.Max():0.000}; {pairs} pairs");
        double capacity = pairs * s_window.TotalSeconds * Environment.ProcessorCount;
        Console.WriteLine($"the monitor's thread used {s_ownSeconds * 1_000:0.0} ms of {capacity:0} s of processors: {s_ownSeconds / capacity * 100:0.000} %");
        return 0;
    }

    private static double Measure(bool with)
    {
        MonitorThread? monitor = with ? new(new ThreadPoolMonitoringOptions(), new ThreadPoolMonitor(), _ => { }, failure => Console.WriteLine(failure)) : null;
        long before = Interlocked.Read(ref s_done);
        long began = System.Diagnostics.Stopwatch.GetTimestamp();
        Thread.Sleep(s_window);
        double rate = (Interlocked.Read(ref s_done) - before) / System.Diagnostics.Stopwatch.GetElapsedTime(began).TotalSeconds;
        if (with) s_ownSeconds += ProcessorSecondsOf("TPD Monitor");
        monitor?.StopAsync().Wait();
        return rate;
    }

    /// <summary>Of this process's threads of this name; Linux tells it in nanoseconds.</summary>
    private static double ProcessorSecondsOf(string thread) => Directory.GetDirectories("/proc/self/task")
        .Where(task => File.ReadAllText(task + "/comm").Trim() == thread)
        .Sum(static task => double.Parse(File.ReadAllText(task + "/schedstat").Split(' ')[0], CultureInfo.InvariantCulture) / 1e9);

    private static async Task LoopAsync()
    {
        while (!s_stop)
        {
            Thread.SpinWait(200);
            Interlocked.Increment(ref s_done);
            await Task.Yield();
        }
    }
}
