using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Work that takes a given time.</summary>
internal static class Spin
{
    public static void For(int ticks)
    {
        long end = Stopwatch.GetTimestamp() + ticks;
        while (Stopwatch.GetTimestamp() < end)
        {
        }
    }
}
