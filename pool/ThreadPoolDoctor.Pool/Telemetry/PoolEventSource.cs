using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool;

/// <summary>The pool's events. Ids and names are read by the doctor: add, never renumber.</summary>
[EventSource(Name = "ThreadPoolDoctor-Pool")]
internal sealed class PoolEventSource : EventSource
{
    internal static readonly PoolEventSource Log = new();

    /// <summary>What can be listened to apart from the rest.</summary>
    internal static class Keywords
    {
        internal const EventKeywords Workers = (EventKeywords)1;
        internal const EventKeywords Items = (EventKeywords)2;
        internal const EventKeywords Waits = (EventKeywords)4;
        internal const EventKeywords Timers = (EventKeywords)8;
    }

    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    internal void WorkerStart(string pool, int worker) => WriteEvent(1, pool, worker);

    [Event(2, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    internal void WorkerStop(string pool, int worker) => WriteEvent(2, pool, worker);

    [Event(3, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    internal void WorkerBlocked(string pool, int worker, string how) => WriteEvent(3, pool, worker, how);

    [Event(4, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    internal void WorkerUnblocked(string pool, int worker) => WriteEvent(4, pool, worker);

    [Event(5, Level = EventLevel.Informational, Keywords = Keywords.Workers)]
    internal void WorkerAdded(string pool, int worker, string reason) => WriteEvent(5, pool, worker, reason);

    [Event(6, Level = EventLevel.Verbose, Keywords = Keywords.Items)]
    internal void WorkItemQueued(string pool, int lane) => WriteEvent(6, pool, lane);

    [Event(7, Level = EventLevel.Verbose, Keywords = Keywords.Items)]
    internal void WorkItemStart(string pool, int worker) => WriteEvent(7, pool, worker);

    [Event(8, Level = EventLevel.Verbose, Keywords = Keywords.Items)]
    internal void WorkItemStop(string pool, int worker) => WriteEvent(8, pool, worker);

    [Event(9, Level = EventLevel.Informational, Keywords = Keywords.Waits)]
    internal void WaitRegistered(string pool, string kind) => WriteEvent(9, pool, kind);

    [Event(10, Level = EventLevel.Informational, Keywords = Keywords.Timers)]
    internal void TimerLate(string pool, double milliseconds) => WriteEvent(10, pool, milliseconds);

    [Event(11, Level = EventLevel.Warning, Keywords = Keywords.Workers)]
    internal void PoolStuck(string pool, int blocked, long queued, double seconds) => WriteEvent(11, pool, blocked, queued, seconds);
}
