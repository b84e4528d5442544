using System.Diagnostics;

namespace ThreadPoolDoctor.Patients;

/// <summary>Honest work for a processor.</summary>
internal static class Work
{
    public static void Spin(double milliseconds)
    {
        long end = Stopwatch.GetTimestamp() + (long)(milliseconds * Stopwatch.Frequency / 1_000);
        while (Stopwatch.GetTimestamp() < end)
        {
            // Reading the clock is the work.
        }
    }
}
