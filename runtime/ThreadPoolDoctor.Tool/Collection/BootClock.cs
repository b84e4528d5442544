using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Turns times since boot, as the kernel counts start times, into wall clock times.</summary>
/// <param name="Now">The wall clock.</param>
/// <param name="SinceBoot">Seconds since boot at the same moment.</param>
internal readonly record struct BootClock(DateTimeOffset Now, double SinceBoot)
{
    public static BootClock Read() => new(
        DateTimeOffset.UtcNow,
        Kernel.SecondsSinceBoot() ?? double.Parse(
            ProcFiles.TryRead("/proc/uptime")?.Split(' ')[0] ?? "0", CultureInfo.InvariantCulture));

    /// <summary>
    /// The wall clock at this time since boot; never later than now, whatever the clocks say of one another.
    /// </summary>
    public DateTimeOffset At(double sinceBoot) => Now.AddSeconds(Math.Min(0, sinceBoot - SinceBoot));
}
