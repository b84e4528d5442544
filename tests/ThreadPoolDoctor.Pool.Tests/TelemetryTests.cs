using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Pool.Tests;

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
}
