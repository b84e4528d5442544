using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Doctor;

/// <summary>
/// What looking costs: throughput of a busy target while the doctor looks at it, side by side with the same target left
/// alone, window by window in turns; and how soon a verdict comes. `doctor [--rounds N] [--only TEXT] [--tool FILE]`:
/// the tool beside this program, or the single file that was published.
/// </summary>
internal static class DoctorCost
{
    private static readonly (string Title, string Patient, string[] Options, double Goal, bool WatchOnly)[] s_targets =
    [
        ("watch tier only: async web app under load", "async-load", ["--pause", "1"], 0.99, true),
        ("with bursts of stacks: async web app at its limit", "async-load", ["--pause", "0"], 0.97, false),
        ("with bursts of stacks: more work than processors", "saturated", [], 0.97, false),
        ("with bursts of stacks: 57 blocked workers", "compensated", [], 0.97, false),
    ];

    private static readonly (string Patient, double GoalSeconds)[] s_verdicts = [("idle", 2), ("requests", 2), ("web-result", 2), ("thousand", 5)];

    private static string[] s_tool = [Target.Dotnet, "exec", Target.Tool];

    /// <param name="rounds">How often each is measured.</param>
    /// <param name="only">A text in the names of what is measured.</param>
    /// <param name="tool">The tool's file, if it is not the one that was built beside this.</param>
    public static int Run(int rounds, string only, string? tool)
    {
        if (tool is not null) s_tool = [tool];
        Console.WriteLine($"{"throughput per second",-62} {"alone",9} {"looked at",9} {"ratio",7}  spread of ratios");
        foreach (var (title, patient, options, goal, watchOnly) in s_targets.Where(target => target.Title.Contains(only) || target.Patient.Contains(only)))
        {
            // Apart: what looking costs inside the target. Sharing: what the tool itself takes of a machine this small,
            // too.
            if (Pinning.IsPossible) Throughput(title + ", tool apart", patient, options, goal, rounds, apart: true);
            Throughput(title, patient, options, goal, rounds, apart: false);
            if (watchOnly) Steady(title + ", once started", patient, options, goal, rounds);
        }
        Console.WriteLine($"\n{"seconds to the verdict of `attach --duration 1s`",-62} {"median",9} {"worst",9} {"goal",7}");
        foreach (var (patient, goal) in s_verdicts.Where(target => target.Patient.Contains(only)))
        {
            TimeToVerdict(patient, goal, rounds);
        }
        return 0;
    }

    private static void Throughput(string title, string patient, string[] options, double goal, int rounds, bool apart)
    {
        using Target target = Target.Start(patient, [.. options, "--report", "1"], apart);
        List<double> alone = [], looked = [], ratios = [];
        for (int round = 0; round < rounds; round++)
        {
            // Left alone before and after: what drifts with time does so for both.
            double before = target.ThroughputDuring(() => Thread.Sleep(2_500));
            double during = target.ThroughputDuring(() => Attach(target, "5s"));
            double after = target.ThroughputDuring(() => Thread.Sleep(2_500));
            alone.Add((before + after) / 2);
            looked.Add(during);
            ratios.Add(during / alone[^1]);
        }
        Print(title, goal, alone, looked, ratios);
    }

    private static void Print(string title, double goal, List<double> alone, List<double> looked, List<double> ratios) => Console.WriteLine(
        $"{title,-62} {Median(alone),9:N0} {Median(looked),9:N0} {Median(ratios),7:0.000}  "
            + $"{ratios.Min():0.000} to {ratios.Max():0.000}; goal {goal:0.00}");

    /// <summary>
    /// The watch tier alone: from two seconds after the tool was started, when it has compiled itself, to two before
    /// its end.
    /// </summary>
    private static void Steady(string title, string patient, string[] options, double goal, int rounds)
    {
        using Target target = Target.Start(patient, [.. options, "--report", "1"], apart: false);
        List<double> alone = [], looked = [], ratios = [];
        for (int round = 0; round < rounds; round++)
        {
            double before = target.ThroughputDuring(() => Thread.Sleep(4_000));
            Task attach = Task.Factory.StartNew(() => Attach(target, "12s"), TaskCreationOptions.LongRunning);
            Thread.Sleep(2_000);
            double during = target.ThroughputDuring(() => Thread.Sleep(8_000));
            attach.Wait();
            double after = target.ThroughputDuring(() => Thread.Sleep(4_000));
            alone.Add((before + after) / 2);
            looked.Add(during);
            ratios.Add(during / alone[^1]);
        }
        Print(title, goal, alone, looked, ratios);
    }

    private static void TimeToVerdict(string patient, double goal, int rounds)
    {
        using Target target = Target.Start(patient, [], apart: false);
        List<double> seconds = [];
        for (int round = 0; round < rounds; round++)
        {
            long start = Stopwatch.GetTimestamp();
            Attach(target, "1s");
            seconds.Add(Stopwatch.GetElapsedTime(start).TotalSeconds);
        }
        Console.WriteLine($"{patient,-62} {Median(seconds),9:0.00} {seconds.Max(),9:0.00} {goal,7:0.00}");
    }

    private static void Attach(Target target, string duration)
    {
        ProcessStartInfo start = Pinning.Start(
            target.IsApart ? Pinning.Last : null, s_tool[0], [.. s_tool[1..], "attach", target.Id, "--duration", duration]);
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        using Process tool = Process.Start(start)!;
        Task<string> errors = tool.StandardError.ReadToEndAsync();
        tool.StandardOutput.ReadToEnd();
        tool.WaitForExit();
        if (tool.ExitCode != 0) throw new InvalidOperationException($"attach failed: {errors.Result}");
    }

    private static double Median(List<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[sorted.Length / 2 - 1] + sorted[sorted.Length / 2]) / 2;
    }
}
