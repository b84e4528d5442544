using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Honest work for a processor: a count of steps, not a span of time, so that two threads on one processor take twice
/// as long.
/// </summary>
internal static class Work
{
    private static double s_stepsPerMillisecond;
    private static ulong s_sink;

    /// <summary>What a free processor does in so many milliseconds.</summary>
    public static void Do(double milliseconds) => Step((long)(milliseconds * s_stepsPerMillisecond));

    /// <summary>
    /// Finds out how fast a processor is here; to be called before any work. The best of several short runs: the first
    /// ones are slowed down by compilation, any by other programs.
    /// </summary>
    public static void Measure()
    {
        double best = 0;
        for (int run = 0; run < 20; run++)
        {
            long start = Stopwatch.GetTimestamp();
            Step(2_000_000);
            best = Math.Max(best, 2_000_000 / Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }
        s_stepsPerMillisecond = best;
    }

    // At once as fast as it will ever be: what is compiled again after the measurement takes less than was measured.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Step(long steps)
    {
        ulong value = 1;
        for (long i = 0; i < steps; i++) value = value * 6_364_136_223_846_793_005 + 1;
        s_sink = value;
    }
}
