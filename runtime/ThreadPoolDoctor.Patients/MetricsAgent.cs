using System.Collections;
using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A metrics agent inside the process: it listens to the runtime's counters and prints the interval at which each
/// reading came. The runtime keeps the shortest that anybody asked for, so whoever asks for less changes what the agent
/// gets.
/// </summary>
internal sealed class MetricsAgent(int seconds) : EventListener
{
    private static MetricsAgent? s_agent;

    public static void Start(int seconds)
    {
        s_agent = new(seconds);
        foreach (EventSource source in EventSource.GetSources()) s_agent.Listen(source);
    }

    protected override void OnEventSourceCreated(EventSource source)
    {
        // Before the constructor has run nothing is known here; Start asks for what there was already.
        if (s_agent == this) Listen(source);
    }

    protected override void OnEventWritten(EventWrittenEventArgs data)
    {
        if (data is { EventName: "EventCounters", Payload: [IDictionary<string, object> { } reading] } && reading["Name"] is "threadpool-queue-length")
        {
            Console.WriteLine($"counters {reading["Series"]}");
        }
    }

    private void Listen(EventSource source)
    {
        if (source.Name != "System.Runtime") return;
        EnableEvents(source, EventLevel.Informational, EventKeywords.All, new Dictionary<string, string?> { ["EventCounterIntervalSec"] = $"{seconds}" });
    }
}
