using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;

namespace Support;

/// <summary>
/// Honest work for a processor: a count of steps, so that two threads on one processor take twice as long.
/// </summary>
internal static class Processor
{
    private static double s_stepsPerMillisecond;
    private static ulong s_sink;

    public static void Measure()
    {
        double best = 0;
        for (int run = 0; run < 10; run++)
        {
            long start = Stopwatch.GetTimestamp();
            Step(1_000_000);
            best = Math.Max(best, 1_000_000 / Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }
        s_stepsPerMillisecond = best;
    }

    public static long Steps(double milliseconds) => (long)(milliseconds * s_stepsPerMillisecond);

    public static void Work(double milliseconds) => Step(Steps(milliseconds));

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Step(long steps)
    {
        ulong value = 1;
        for (long i = 0; i < steps; i++) value = value * 6_364_136_223_846_793_005 + 1;
        s_sink = value;
    }
}
