using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Doctor;

/// <summary>
/// What `attach --until` costs that waits for trouble for hours: throughput of a busy target under it, in turns with
/// the same target left alone; and whether the memory of both stays what it is. `watch [--rounds N]`, `watch-memory
/// [--minutes N]`.
/// </summary>
internal static class WatchCost
{
    private const string Patient = "async-load";
    private const double Goal = 0.99;

    // Of the tool: by then it has compiled itself.
    private static readonly TimeSpan s_start = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan s_window = TimeSpan.FromSeconds(6);
    private static readonly TimeSpan s_between = TimeSpan.FromSeconds(10);

    public static int Throughput(int rounds)
    {
        Console.WriteLine(Machine.Description);
        using Target target = Target.Start(Patient, ["--pause", "1", "--report", "1"], apart: false);
        Thread.Sleep(s_start);
        List<double> ratios = [];
        double alone = target.ThroughputDuring(() => Thread.Sleep(s_window));
        for (int round = 0; round < rounds; round++)
        {
            double watched;
            using (Process tool = Watch(target, TimeSpan.FromMinutes(5)))
            {
                Thread.Sleep(s_start);
                watched = target.ThroughputDuring(() => Thread.Sleep(s_window));
                End(tool);
            }
            // What drifts with time does so for the windows before and after alike.
            double after = target.ThroughputDuring(() => Thread.Sleep(s_window));
            ratios.Add(watched / ((alone + after) / 2));
            alone = after;
        }
        ratios.Sort();
        Console.WriteLine($"watched, of the throughput alone: median {ratios[rounds / 2]:0.0000}, {ratios[0]:0.000} to {ratios[^1]:0.000},"
            + $" {rounds} rounds; goal {Goal}");
        return ratios[rounds / 2] >= Goal ? 0 : 1;
    }

    public static int Memory(double minutes)
    {
        Console.WriteLine(Machine.Description);
        using Target target = Target.Start(Patient, ["--pause", "1", "--seconds", "36000"], apart: false);
        using Process tool = Watch(target, TimeSpan.FromMinutes(minutes + 5));
        Thread.Sleep(s_start);
        Console.WriteLine($"{"minute",8} {"tool MB",8} {"target MB",10} {"tool CPU s",11}");
        List<(double Minute, double Tool)> readings = [];
        long began = Stopwatch.GetTimestamp();
        double started = CpuSeconds(tool);
        while (Stopwatch.GetElapsedTime(began).TotalMinutes < minutes)
        {
            Thread.Sleep(s_between);
            double minute = Stopwatch.GetElapsedTime(began).TotalMinutes;
            if (tool.HasExited) throw new InvalidOperationException($"The watch ended by itself, with exit code {tool.ExitCode}.");
            readings.Add((minute, ResidentMegabytes(tool.Id)));
            if (readings.Count % 6 == 0) Console.WriteLine($"{minute,8:0.0} {readings[^1].Tool,8:0.0} {ResidentMegabytes(int.Parse(target.Id)),10:0.0} {CpuSeconds(tool),11:0.00}");
        }
        // The first minute is that of compilation.
        (double Minute, double Tool)[] settled = [.. readings.Where(reading => reading.Minute > 1)];
        double share = (CpuSeconds(tool) - started) / Stopwatch.GetElapsedTime(began).TotalSeconds;
        Console.WriteLine($"from minute 1 to {minutes:0.#}: {settled.Min(one => one.Tool):0.0} to {settled.Max(one => one.Tool):0.0} MB,"
            + $" {Slope(settled):+0.00;-0.00;0} MB a minute; the tool took {share * 100:0.00} % of a processor");
        End(tool);
        return 0;
    }

    private static Process Watch(Target target, TimeSpan duration)
    {
        ProcessStartInfo start = new(Target.Dotnet)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        string length = $"{(int)duration.TotalSeconds}s";
        foreach (string argument in new[] { "exec", Target.Tool, "attach", target.Id, "--until", "starving", "--for", length }) start.ArgumentList.Add(argument);
        Process tool = Process.Start(start)!;
        // Read, so that it never waits for a full pipe.
        tool.OutputDataReceived += static (_, _) => { };
        tool.ErrorDataReceived += static (_, _) => { };
        tool.BeginOutputReadLine();
        tool.BeginErrorReadLine();
        return tool;
    }

    private static void End(Process tool)
    {
        tool.Kill();
        tool.WaitForExit();
    }

    private static double CpuSeconds(Process tool)
    {
        tool.Refresh();
        return tool.TotalProcessorTime.TotalSeconds;
    }

    private static double ResidentMegabytes(int id)
    {
        using Process process = Process.GetProcessById(id);
        return process.WorkingSet64 / 1048576.0;
    }

    /// <summary>By least squares.</summary>
    private static double Slope((double X, double Y)[] points)
    {
        double x = points.Average(point => point.X), y = points.Average(point => point.Y);
        double spread = points.Sum(point => (point.X - x) * (point.X - x));
        return spread == 0 ? 0 : points.Sum(point => (point.X - x) * (point.Y - y)) / spread;
    }
}
