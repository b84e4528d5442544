using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Queues;

/// <summary>
/// When work items are queued and when a worker takes them, by the events that the pool raises for each. Written by the
/// session's reader, read under the same lock.
/// </summary>
internal sealed class QueueListener(Clock clock, int budget)
{
    public const string Provider = "System.Diagnostics.Eventing.FrameworkEventSource";

    // Keywords.ThreadPool of that event source; its events are verbose ones.
    private const long ThreadPoolKeyword = 2;
    private const int Queued = 30;
    private const int Taken = 31;

    private const int FirstKept = 5_000;
    private const int NewestKept = 15_000;

    private readonly object _lock = new();
    private readonly Remembered<QueuedItem> _items = new(FirstKept, NewestKept);

    // An item's number is a hash code: of two that share it, the later is followed.
    private readonly Dictionary<long, QueuedItem> _waiting = [];
    private long _events;
    private long _queued;
    private long _allowed;

    /// <summary>What a session must ask for.</summary>
    public static IReadOnlyList<EventPipeProvider> Providers { get; } = [new(Provider, EventLevel.Verbose, ThreadPoolKeyword)];

    /// <summary>Whether this is the event of an item that is queued.</summary>
    public static bool IsQueued(TraceEvent traceEvent) => traceEvent.ProviderName == Provider && (int)traceEvent.ID == Queued;

    public long Events => Interlocked.Read(ref _events);

    /// <summary>Items seen being queued.</summary>
    public long ItemsQueued => Interlocked.Read(ref _queued);

    /// <summary>Whether the session has cost enough and should be ended.</summary>
    public bool BudgetSpent => Events >= Interlocked.Read(ref _allowed);

    public IReadOnlyList<QueuedItem> Items
    {
        get { lock (_lock) return _items.Items; }
    }

    /// <summary>A session begins.</summary>
    public void Begin() => Interlocked.Exchange(ref _allowed, Events + budget);

    public void Listen(EventPipeEventSource source) => source.Dynamic.All += OnEvent;

    /// <summary>The session has ended: what still waits has waited until now.</summary>
    public void End(double at)
    {
        lock (_lock)
        {
            QueuedItem[] waiting = [.. _waiting.Values];
            Array.Sort(waiting, (one, other) => one.QueuedAt.CompareTo(other.QueuedAt));
            foreach (QueuedItem item in waiting) _items.Add(item with { SeenUntil = Math.Max(at, item.QueuedAt) });
            _waiting.Clear();
        }
    }

    private void OnEvent(TraceEvent traceEvent)
    {
        if (traceEvent.ProviderName != Provider || (int)traceEvent.ID is not (Queued or Taken)) return;
        Interlocked.Increment(ref _events);
        bool queued = (int)traceEvent.ID == Queued;
        if (queued) Interlocked.Increment(ref _queued);
        if (traceEvent.PayloadByName("workID") is not long item) return;
        double at = clock.At(traceEvent);
        lock (_lock)
        {
            if (!queued)
            {
                if (_waiting.Remove(item, out QueuedItem? taken)) _items.Add(taken with { SeenUntil = at, Started = true });
            }
            // What comes between the last event of the budget and the end of the session is not followed.
            else if (!BudgetSpent)
            {
                _waiting[item] = new(at, at, Started: false);
            }
        }
    }
}
