using System;
using System.Diagnostics;
using System.Threading;

namespace Support;

/// <summary>Times in which the world is slow, and times in which it answers at once, in turn.</summary>
internal static class Phases
{
    private static long s_end;
    private static volatile bool s_slow;

    public static bool Slow => s_slow;

    /// <summary>Milliseconds until the world answers again; 0 while it does.</summary>
    public static int Left => s_slow
        ? (int)Math.Max(0, (Volatile.Read(ref s_end) - Stopwatch.GetTimestamp()) * 1_000 / Stopwatch.Frequency)
        : 0;

    /// <summary>Begins with a good phase.</summary>
    public static void Alternate(int wellMilliseconds, int slowMilliseconds) => Session.OnThread("phases", () =>
    {
        while (true)
        {
            Thread.Sleep(wellMilliseconds);
            Volatile.Write(ref s_end, Stopwatch.GetTimestamp() + slowMilliseconds * Stopwatch.Frequency / 1_000);
            s_slow = true;
            Thread.Sleep(slowMilliseconds);
            s_slow = false;
        }
    });
}
