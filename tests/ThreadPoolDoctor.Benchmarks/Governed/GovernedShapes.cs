using System.Diagnostics;
using ThreadPoolDoctor.Governor;

namespace ThreadPoolDoctor.Benchmarks.Governed;

/// <summary>
/// The suite's shapes on .NET's own pool with the governor and without it, in turns in one process: none of them
/// blocks, so there is nothing to cure and nothing that the governor may cost.
/// </summary>
internal static class GovernedShapes
{
    private const int LeastMilliseconds = 8_000;
    private static readonly TimeSpan s_settle = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_window = TimeSpan.FromMilliseconds(150);

    public static int Run(IReadOnlyList<Shape> shapes, int rounds)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        Console.WriteLine($"\n| {"shape",-44} | {"plain, ms",10} | {"speed governed",14} | {"99 % interval",14} | pairs | steps |");
        Console.WriteLine("|---|---|---|---|---|---|");
        int steps = 0;
        ThreadPoolGovernor.StepTaken += step =>
        {
            if (step.To > step.From) Interlocked.Increment(ref steps);
        };
        foreach (Shape shape in shapes)
        {
            steps = 0;
            Measure(shape, governed: true);
            Measure(shape, governed: false);
            List<double> plain = [], ratios = [];
            long start = Stopwatch.GetTimestamp();
            for (int pair = 0; pair < rounds || Stopwatch.GetElapsedTime(start).TotalMilliseconds < LeastMilliseconds; pair++)
            {
                // Which comes first alternates: a machine that slows down favours neither.
                double first = Measure(shape, governed: pair % 2 == 0);
                double second = Measure(shape, governed: pair % 2 != 0);
                (double with, double without) = pair % 2 == 0 ? (first, second) : (second, first);
                plain.Add(without);
                ratios.Add(without / with);
            }
            (double from, double to) = Stats.IntervalOfMedian(ratios);
            Console.WriteLine($"| {shape.Name,-44} | {Stats.Median(plain),10:F2} | {Stats.Median(ratios),13:F3}x | {from,5:F3} to {to:F3} | {ratios.Count,5} | {steps,5} |");
        }
        return 0;
    }

    /// <summary>Milliseconds of one run, by as many as fill the window; the governor has started by then.</summary>
    private static double Measure(Shape shape, bool governed)
    {
        GC.Collect();
        if (governed) ThreadPoolGovernor.Start();
        Thread.Sleep(s_settle);
        double milliseconds = 0;
        int runs = 0;
        for (long start = Stopwatch.GetTimestamp(); runs == 0 || Stopwatch.GetElapsedTime(start) < s_window; runs++) milliseconds += shape.Run(default(SystemPool));
        if (governed) ThreadPoolGovernor.Stop();
        return milliseconds / runs;
    }
}
