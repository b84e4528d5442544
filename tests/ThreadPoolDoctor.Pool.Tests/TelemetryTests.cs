using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool.Tests;

[Collection(AllocationTests.Name)]
public class TelemetryTests
{
    [Fact]
    public async Task Events_tell_of_workers_and_items()
    {
        using var listener = new Listener();
        using (var pool = new WorkPool(new WorkPoolOptions { Name = "watched" }))
        {
            pool.UnsafeQueue(static () => { });
            await pool.DrainAsync().WaitAsync(Patience.Limit);
        }
        string[] names = ["WorkerStart", "WorkItemQueued", "WorkItemStart", "WorkItemStop", "WorkerStop"];
        Patience.Until(() => names.All(n => listener.Seen.Any(e => e == n)));
    }

    [Fact]
    public async Task The_meter_tells_threads_items_and_waits()
    {
        var seen = new ConcurrentDictionary<string, double>();
        using MeterListener listener = Metering.Listener();
        listener.InstrumentPublished = static (instrument, l) =>
        {
            if (instrument.Meter.Name == "ThreadPoolDoctor.Pool")
            {
                l.EnableMeasurementEvents(instrument);
            }
        };
        void Note<T>(Instrument i, T value, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? s)
        {
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                if (Equals(tag.Value, "metered"))
                {
                    seen[i.Name] = Convert.ToDouble(value);
                }
            }
        }
        listener.SetMeasurementEventCallback<long>(Note);
        listener.SetMeasurementEventCallback<double>(Note);
        listener.Start();
        using var pool = new WorkPool(new WorkPoolOptions { Name = "metered" });
        for (int i = 0; i < 10; i++)
        {
            pool.UnsafeQueue(static () => { });
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        listener.RecordObservableInstruments();
        seen["tpdoctor.pool.work_item.count"].ShouldBe(10);
        seen["tpdoctor.pool.thread.count"].ShouldBeGreaterThan(0);
        seen["tpdoctor.pool.thread.blocked"].ShouldBe(0);
        seen["tpdoctor.pool.queue.length"].ShouldBe(0);
        seen["tpdoctor.pool.work_item.wait.duration"].ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task An_event_listener_that_throws_costs_no_item_and_no_worker()
    {
        using var listener = new ThrowingListener();
        var pool = new WorkPool(new WorkPoolOptions { Name = "ill heard", Processors = 2 });
        int ran = 0;
        for (int i = 0; i < 10; i++) pool.UnsafeQueue(() => Interlocked.Increment(ref ran));
        await Task.Delay(TimeSpan.FromMilliseconds(1), pool.TimeProvider).WaitAsync(Patience.Limit);
        await pool.DisposeAsync();
        ran.ShouldBe(10);
        listener.Thrown.ShouldBeGreaterThan(10);
    }

    /// <summary>
    /// As who forwards events does, who logs by the pool: workers tell of their start, of blocks and of their end.
    /// </summary>
    [Fact]
    public async Task What_a_listener_queues_begins_whoever_tells_it()
    {
        var pool = new WorkPool(new WorkPoolOptions { Name = "told", IdleTimeout = TimeSpan.FromMilliseconds(20) });
        using var listener = new QueueingListener(pool);
        for (int i = 0; i < 40; i++) pool.Queue(static () => Thread.Sleep(10));
        Patience.Until(() => listener.Told == QueueingListener.Most && listener.Begun == listener.Told);
        listener.Names.ContainsKey("WorkerStart").ShouldBeTrue();
        listener.Names.ContainsKey("WorkerStop").ShouldBeTrue();
        await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
    }

    /// <summary>As one that writes to what an item makes ready.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_listener_that_waits_for_an_item_as_workers_start_keeps_no_item_from_beginning(int waiting)
    {
        using var ran = new ManualResetEventSlim();
        using var listener = new WaitingListener(waiting, ran);
        var pool = new WorkPool(new WorkPoolOptions { Name = "heard late", Processors = 2 });
        pool.UnsafeQueue(ran.Set);
        ran.Wait();
        await pool.DisposeAsync().AsTask().WaitAsync(Patience.Limit);
        listener.Waited.ShouldBe(waiting);
    }

    /// <summary>Waits at the first starts of workers of the pool "heard late".</summary>
    private sealed class WaitingListener(int most, ManualResetEventSlim until) : EventListener
    {
        private int _waited;

        public int Waited => Math.Min(most, Volatile.Read(ref _waited));

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "ThreadPoolDoctor-Pool") EnableEvents(source, EventLevel.Informational, PoolEventSource.Keywords.Workers);
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventName != "WorkerStart" || written.Payload?.FirstOrDefault() is not "heard late") return;
            if (Interlocked.Increment(ref _waited) <= most) until.Wait(2 * Patience.Limit);
        }
    }

    /// <summary>Queues an item at each of the first events of workers of the pool "told".</summary>
    private sealed class QueueingListener(WorkPool pool) : EventListener
    {
        public const int Most = 300;
        private int _told, _begun;

        public int Told => Volatile.Read(ref _told);

        public int Begun => Volatile.Read(ref _begun);

        public ConcurrentDictionary<string, bool> Names { get; } = new();

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "ThreadPoolDoctor-Pool") EnableEvents(source, EventLevel.Informational, PoolEventSource.Keywords.Workers);
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.Payload?.FirstOrDefault() is not "told") return;
            if (Interlocked.Increment(ref _told) > Most)
            {
                Interlocked.Decrement(ref _told);
                return;
            }
            Names.TryAdd(written.EventName!, true);
            pool.Queue(() => Interlocked.Increment(ref _begun), preferLocal: true);
        }
    }

    private sealed class Listener : EventListener
    {
        public readonly ConcurrentQueue<string> Seen = new();

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "ThreadPoolDoctor-Pool")
            {
                EnableEvents(source, EventLevel.Verbose, EventKeywords.All);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.Payload?.FirstOrDefault() is "watched")
            {
                Seen?.Enqueue(written.EventName!);
            }
        }
    }

    /// <summary>Throws at every event of the pool "ill heard", those of single items included.</summary>
    private sealed class ThrowingListener : EventListener
    {
        private int _thrown;

        public int Thrown => Volatile.Read(ref _thrown);

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "ThreadPoolDoctor-Pool") EnableEvents(source, EventLevel.Verbose, EventKeywords.All);
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.Payload?.FirstOrDefault() is not "ill heard") return;
            Interlocked.Increment(ref _thrown);
            throw new InvalidOperationException("listener");
        }
    }
}
