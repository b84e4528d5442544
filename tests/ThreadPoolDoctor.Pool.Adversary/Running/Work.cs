using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Computing by the amount, not by the clock: an item that lacks a processor takes longer, as real work does.
/// </summary>
internal static class Work
{
    private static ulong s_sink;

    /// <summary>
    /// Rounds that take a microsecond here; measured once and told to every child, so that both sides do the same.
    /// </summary>
    internal static double RoundsPerMicrosecond { get; set; } = 300;

    internal static void Compute(int microseconds) => Turn((long)(microseconds * RoundsPerMicrosecond));

    /// <summary>The best of several, since others may want the processor.</summary>
    internal static double Measure()
    {
        const int Rounds = 200_000;
        double best = double.MaxValue;
        for (int i = 0; i < 50; i++)
        {
            long since = Stopwatch.GetTimestamp();
            Turn(Rounds);
            best = Math.Min(best, Stopwatch.GetElapsedTime(since).TotalMicroseconds);
        }
        return Rounds / best;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Turn(long rounds)
    {
        ulong x = 88172645463325252;
        for (long i = 0; i < rounds; i++)
        {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }
        if (x == 0)
        {
            s_sink = x;
        }
    }
}
