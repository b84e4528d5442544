using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// How much of the processor time that running items wanted the process has had: where other programs take the
/// processors, items end late, and that says nothing about the number of workers. The monitor's alone.
/// </summary>
internal sealed partial class ProcessorTime(int processors)
{
    // CLOCK_PROCESS_CPUTIME_ID
    private const int OfProcess = 2;

    private static readonly bool s_tells = OperatingSystem.IsLinux() && Environment.Is64BitProcess && Read(out _);

    // Of what was wanted in so many milliseconds, at least half a processor's time, less than this share was had: other
    // programs have the processors.
    private const long Window = 100;
    private const double LeastShare = 0.5;

    private long _lookedAt = long.MinValue, _judgedAt, _windowAt;
    private double _wantedThen, _hadThen;

    /// <summary>
    /// Milliseconds that running items would have used, had each got a processor; 0 where it is not known.
    /// </summary>
    internal double Wanted { get; private set; }

    /// <summary>Milliseconds that the process has had, ever.</summary>
    internal double Had { get; private set; }

    /// <summary>Whether running items lacked processors a moment ago, since other programs had them.</summary>
    internal bool Lacks { get; private set; }

    /// <summary>A look found so many workers that run, or would if they could.</summary>
    internal void Look(int running, long now)
    {
        if (!s_tells || !Read(out Time time)) return;
        if (_lookedAt != long.MinValue) Wanted += Math.Min(running, processors) * (double)(now - _lookedAt);
        _lookedAt = now;
        Had = (time.Seconds * 1e3) + (time.Nanoseconds / 1e6);
        Judge(now);
    }

    /// <summary>For tests: what a look would have found.</summary>
    internal void See(double wanted, double had, long now)
    {
        (Wanted, Had) = (wanted, had);
        Judge(now);
    }

    private void Judge(long now)
    {
        // After a pause the first look takes those that run now to have run all the while.
        bool hasPaused = now - _judgedAt > Window;
        _judgedAt = now;
        if (!hasPaused && now - _windowAt < Window) return;
        double wanted = Wanted - _wantedThen;
        Lacks = !hasPaused && 2 * wanted >= now - _windowAt && Had - _hadThen < LeastShare * wanted;
        (_windowAt, _wantedThen, _hadThen) = (now, Wanted, Had);
    }

    private static bool Read(out Time time)
    {
        try
        {
            return ClockGetTime(OfProcess, out time) == 0;
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            time = default;
            return false;
        }
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGetTime(int clock, out Time time);

    private struct Time
    {
        internal long Seconds, Nanoseconds;
    }
}
