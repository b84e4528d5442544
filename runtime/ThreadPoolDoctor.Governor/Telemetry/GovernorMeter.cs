using System.Diagnostics.Metrics;

namespace ThreadPoolDoctor.Governor.Telemetry;

/// <summary>The meter <c>ThreadPoolDoctor.Governor</c>: read when somebody collects, free otherwise.</summary>
internal static class GovernorMeter
{
    private static readonly Meter s_meter = new("ThreadPoolDoctor.Governor");
    private static readonly Counter<long> s_steps = s_meter.CreateCounter<long>(
        "tpdoctor.governor.steps", "{step}", "Steps of the governor, by reason.");

    static GovernorMeter()
    {
        s_meter.CreateObservableUpDownCounter(
            "tpdoctor.governor.workers.added", static () => ThreadPoolGovernor.Status.Added, "{thread}",
            "Workers that the pool may start at once beyond what the program asked for.");
        s_meter.CreateObservableUpDownCounter(
            "tpdoctor.governor.workers.minimum", static () => ThreadPoolGovernor.Status.Minimum, "{thread}", "The pool's minimum of workers.");
    }

    /// <summary>Counts a step.</summary>
    public static void Count(GovernorReason reason)
    {
        if (s_steps.Enabled) s_steps.Add(1, new KeyValuePair<string, object?>("tpdoctor.governor.reason", reason.ToString()));
    }
}
