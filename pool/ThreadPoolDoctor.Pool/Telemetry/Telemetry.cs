using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What is counted and timed for the Meter <c>ThreadPoolDoctor.Pool</c>, and the one question the item path asks:
/// does anybody look at single items? The gauges cost nothing until they are read.
/// </summary>
internal static class Telemetry
{
    private static readonly Meter s_meter = CreateMeter();

    private static readonly Histogram<double> s_waitDuration = s_meter.CreateHistogram<double>(
        "tpdoctor.pool.work_item.wait.duration", "s", "Time from queueing a work item to its start.");

    private static readonly bool s_gauges = CreateGauges();

    // Pools that are alive and not disposed, for the gauges. Weak, so that a forgotten pool can be collected.
    private static readonly ConditionalWeakTable<IObservedPool, object> s_pools = [];

    /// <summary>
    /// The runtime lists every meter, and by its gauges this assembly: loaded by a plug-in, it would never be unloaded.
    /// </summary>
    private static Meter CreateMeter()
    {
        var meter = new Meter("ThreadPoolDoctor.Pool");
        if (AssemblyLoadContext.GetLoadContext(typeof(Telemetry).Assembly) is { IsCollectible: true } plugIn)
        {
            plugIn.Unloading += _ => meter.Dispose();
        }
        return meter;
    }

    /// <summary>Makes the gauges; called once.</summary>
    private static bool CreateGauges()
    {
        s_meter.CreateObservableUpDownCounter("tpdoctor.pool.thread.count", () => Measure(static s => s.Workers), "{thread}", "Worker threads alive.");
        s_meter.CreateObservableUpDownCounter("tpdoctor.pool.thread.blocked", () => Measure(static s => s.BlockedWorkers), "{thread}", "Workers blocked inside a work item.");
        s_meter.CreateObservableUpDownCounter("tpdoctor.pool.queue.length", () => Measure(static s => s.QueueLength), "{work_item}", "Work items waiting.");
        s_meter.CreateObservableCounter("tpdoctor.pool.work_item.count", () => Measure(static s => s.CompletedItems), "{work_item}", "Work items that have ended.");
        s_meter.CreateObservableCounter("tpdoctor.pool.watchdog.rescue.count", () => Measure(static s => s.WatchdogRescues), "{rescue}", "Times the watchdog found sleeping workers beside waiting work.");
        return true;
    }

    /// <summary>Asked once when an item is queued.</summary>
    internal static bool ItemsObserved
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ItemEvents.On | s_waitDuration.Enabled;
    }

    internal static void Add(IObservedPool pool)
    {
        if (s_gauges) s_pools.Add(pool, pool.Name);
    }

    internal static void Remove(IObservedPool pool) => s_pools.Remove(pool);

    /// <summary>An item is being queued while somebody looks: report it, and have its wait timed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static WorkItem Queued(string pool, WorkItem item, WorkLane lane)
    {
        if (ItemEvents.On) PoolEventSource.Log.WorkItemQueued(pool, (int)lane);
        return s_waitDuration.Enabled ? new WorkItem(new TimedItem(pool, item), ItemKind.Item) : item;
    }

    /// <summary>Runs an item while somebody looks.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Run(string pool, int worker, WorkItem item)
    {
        if (ItemEvents.On) PoolEventSource.Log.WorkItemStart(pool, worker);
        try
        {
            ItemKind.Run(item._target!, item._state);
        }
        finally
        {
            if (ItemEvents.On) PoolEventSource.Log.WorkItemStop(pool, worker);
        }
    }

    /// <summary>A number of all living pools together.</summary>
    internal static double Sum(Func<IObservedPool, double> number)
    {
        double sum = 0;
        foreach ((IObservedPool pool, _) in s_pools) sum += number(pool);
        return sum;
    }

    private static List<Measurement<long>> Measure(Func<WorkPoolStatistics, long> number)
    {
        List<Measurement<long>> all = [];
        foreach ((IObservedPool pool, _) in s_pools) all.Add(new Measurement<long>(number(pool.GetStatistics()), Tag(pool.Name)));
        return all;
    }

    private static KeyValuePair<string, object?> Tag(string pool) => new("tpdoctor.pool.name", pool);

    /// <summary>An item that knows when it was queued.</summary>
    private sealed class TimedItem(string pool, WorkItem inner) : ICarryingItem
    {
        private readonly long _queued = Stopwatch.GetTimestamp();

        public WorkItem Inner { get; } = inner;

        public void Execute()
        {
            try
            {
                s_waitDuration.Record(Stopwatch.GetElapsedTime(_queued).TotalSeconds, Tag(pool));
            }
            catch (Exception e)
            {
                // A listener has thrown, which is nothing to the item.
                PoolEventSource.Log.ServiceDegraded(pool, e.Message);
            }
            ItemKind.Run(Inner._target!, Inner._state);
        }
    }
}

/// <summary>
/// Whether somebody listens to the events of single items. A class of its own: it is read for each item that runs.
/// </summary>
internal static class ItemEvents
{
    /// <summary>Written by the event source when a listener comes or goes.</summary>
    internal static volatile bool On;
}
