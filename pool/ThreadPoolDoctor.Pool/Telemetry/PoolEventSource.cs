using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The events of <c>ThreadPoolDoctor-Pool</c>. Ids, names and payloads are read by the doctor: add, never renumber.
/// Writing one costs a read or two while nobody listens; those of single items are asked for by <see
/// cref="ItemEvents"/>.
/// </summary>
[EventSource(Name = "ThreadPoolDoctor-Pool")]
internal sealed partial class PoolEventSource : EventSource
{
    internal static readonly PoolEventSource Log = new();

    private PoolEventSource()
    {
    }

    /// <summary>What can be listened to apart from the rest.</summary>
    public static class Keywords
    {
        /// <summary>Workers started, stopped, blocked, added.</summary>
        public const EventKeywords Workers = (EventKeywords)1;

        /// <summary>Each work item: expensive.</summary>
        public const EventKeywords Items = (EventKeywords)2;

        /// <summary>Registered waits.</summary>
        public const EventKeywords Waits = (EventKeywords)4;

        /// <summary>Timers.</summary>
        public const EventKeywords Timers = (EventKeywords)8;
    }

    /// <summary>A worker's thread has started.</summary>
    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    public void WorkerStart(string pool, int worker) => WriteEvent(1, pool, worker);

    /// <summary>A worker's thread ends.</summary>
    [Event(2, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    public void WorkerStop(string pool, int worker) => WriteEvent(2, pool, worker);

    /// <summary>A worker was found blocked inside an item.</summary>
    [Event(3, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    public void WorkerBlocked(string pool, int worker, string how) => WriteEvent(3, pool, worker, how);

    /// <summary>A worker found blocked goes on.</summary>
    [Event(4, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    public void WorkerUnblocked(string pool, int worker) => WriteEvent(4, pool, worker);

    /// <summary>A worker was put on duty beyond the processors.</summary>
    [Event(5, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    public void WorkerAdded(string pool, int worker, string reason) => WriteEvent(5, pool, worker, reason);

    /// <summary>An item was queued; lane 1 is High, 0 Normal, -1 Low.</summary>
    [Event(6, Level = EventLevel.Verbose, Keywords = Keywords.Items)]
    public void WorkItemQueued(string pool, int lane) => WriteEvent(6, pool, lane);

    /// <summary>An item starts.</summary>
    [Event(7, Level = EventLevel.Verbose, Keywords = Keywords.Items, Opcode = EventOpcode.Start, Task = (EventTask)1)]
    public void WorkItemStart(string pool, int worker) => WriteEvent(7, pool, worker);

    /// <summary>An item has ended.</summary>
    [Event(8, Level = EventLevel.Verbose, Keywords = Keywords.Items, Opcode = EventOpcode.Stop, Task = (EventTask)1)]
    public void WorkItemStop(string pool, int worker) => WriteEvent(8, pool, worker);

    /// <summary>A wait was registered.</summary>
    [Event(9, Level = EventLevel.Informational, Keywords = Keywords.Waits)]
    public void WaitRegistered(string pool, string kind) => WriteEvent(9, pool, kind);

    /// <summary>A timer fired late, by so many milliseconds.</summary>
    [Event(10, Level = EventLevel.Informational, Keywords = Keywords.Timers)]
    public void TimerLate(string pool, long milliseconds) => WriteEvent(10, pool, milliseconds);

    /// <summary>The watchdog woke a worker beside waiting work: a defect of the pool.</summary>
    [Event(11, Level = EventLevel.Error, Keywords = Keywords.Workers)]
    public void WatchdogRescue(string pool) => WriteEvent(11, pool);

    /// <summary>
    /// All workers have been blocked for so long, and no item has begun or ended: perhaps they wait for each other.
    /// </summary>
    [Event(12, Level = EventLevel.Warning, Keywords = Keywords.Workers)]
    public void PoolStuck(string pool, int blocked, long queued, int milliseconds) => WriteEvent(12, pool, blocked, queued, milliseconds);

    /// <summary>A worker was wanted and not added: the maximum, memory, or the system had no thread.</summary>
    [Event(13, Level = EventLevel.Warning, Keywords = Keywords.Workers)]
    public void WorkerRefused(string pool, string reason) => WriteEvent(13, pool, reason);

    /// <summary>
    /// A thread of the pool's own could not be started, or something that it called has thrown: the pool goes on, with
    /// .NET's timers and threads in place of its own where it needs any.
    /// </summary>
    [Event(14, Level = EventLevel.Warning, Keywords = Keywords.Workers)]
    public void ServiceDegraded(string service, string reason) => WriteEvent(14, service, reason);

    [NonEvent]
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        ItemEvents.On = IsEnabled(EventLevel.Verbose, Keywords.Items);
        bool asksForCounters = command.Command == EventCommand.Enable && command.Arguments?.ContainsKey("EventCounterIntervalSec") == true;
        if (asksForCounters) _counters ??= new PoolCounters(this);
    }

    // Written under the runtime's lock for event commands.
    private PoolCounters? _counters;
}
