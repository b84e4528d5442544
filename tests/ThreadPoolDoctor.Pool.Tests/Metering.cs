using System.Diagnostics.Metrics;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Listeners to the pool's meter that end when they are disposed.</summary>
internal static class Metering
{
    // On .NET 8 Dispose ends a subscription only if somebody wants to hear of its end; items of all later tests would
    // be timed, and so allocated.
    public static MeterListener Listener() => new() { MeasurementsCompleted = static (_, _) => { } };
}
