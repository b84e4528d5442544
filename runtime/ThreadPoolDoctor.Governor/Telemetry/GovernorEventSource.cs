using System.Diagnostics.Tracing;
using ThreadPoolDoctor.Governor.Control;

namespace ThreadPoolDoctor.Governor.Telemetry;

/// <summary>
/// The events and counters of <c>ThreadPoolDoctor-Governor</c>, and the way in which `tpdoctor relieve` speaks to the
/// governor: a session may carry a command as its argument, and its keyword <see cref="Keywords.Lease"/> is the lease.
/// Ids, names and payloads are read by the doctor: add, never renumber.
/// </summary>
[EventSource(Name = "ThreadPoolDoctor-Governor")]
internal sealed class GovernorEventSource : EventSource
{
    internal static readonly GovernorEventSource Log = new();

    private PollingCounter[]? _counters;

    private GovernorEventSource()
    {
    }

    /// <summary>What can be listened to apart from the rest.</summary>
    public static class Keywords
    {
        /// <summary>Each step with its reason, and answers to commands.</summary>
        public const EventKeywords Steps = (EventKeywords)1;

        /// <summary>No event bears it: that somebody asks for it is what keeps a lease.</summary>
        public const EventKeywords Lease = (EventKeywords)(1L << 43);
    }

    /// <summary>Whether the session of a tool that holds a lease is still there.</summary>
    public bool ToolListens => IsEnabled(EventLevel.Informational, Keywords.Lease);

    /// <summary>The minimum was changed, or not, for a reason.</summary>
    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Steps)]
    public void Step(int reason, int from, int to, int asked, long waiting, int workers, int blocked, string text) =>
        WriteEvent(1, reason, from, to, asked, waiting, workers, blocked, text);

    /// <summary>
    /// The answer to a command. Mode: off, program, kept, or leased; since and until are milliseconds of Unix time, 0
    /// for none.
    /// </summary>
    [Event(2, Level = EventLevel.Informational, Keywords = Keywords.Steps)]
    public void State(string mode, int asked, int minimum, int maxWorkers, int workers, long waiting, long since, long until, string last) =>
        WriteEvent(2, mode, asked, minimum, maxWorkers, workers, waiting, since, until, last);

    /// <summary>The governor failed and has ended: a defect.</summary>
    [Event(3, Level = EventLevel.Error, Keywords = Keywords.Steps)]
    public void Fault(string exception) => WriteEvent(3, exception);

    [NonEvent]
    internal void ReportStep(in GovernorStep step, int asked)
    {
        if (!IsEnabled(EventLevel.Informational, Keywords.Steps)) return;
        Step((int)step.Reason, step.From, step.To, asked, step.Waiting, step.Workers, step.Blocked, step.ToString());
    }

    [NonEvent]
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (command.Command == EventCommand.Enable)
        {
            // Made on demand: a counter costs nothing while nobody asks for any.
            _counters ??=
            [
                new("added-workers", this, static () => ThreadPoolGovernor.Status.Added) { DisplayName = "Workers added" },
                new("minimum-workers", this, static () => ThreadPoolGovernor.Status.Minimum) { DisplayName = "Minimum of workers" },
                new("asked-workers", this, static () => ThreadPoolGovernor.Status.Asked) { DisplayName = "Minimum that the program asked for" },
                new("added-since", this, static () => ThreadPoolGovernor.Status.Since?.ToUnixTimeMilliseconds() ?? 0) { DisplayName = "Workers added since, Unix time", DisplayUnits = "ms" },
                new("last-reason", this, static () => (double)ThreadPoolGovernor.Status.Last.Reason) { DisplayName = "Reason of the last step" },
            ];
        }
        if (command.Arguments is { Count: > 0 } arguments) ToolCommands.Receive(arguments);
    }
}
