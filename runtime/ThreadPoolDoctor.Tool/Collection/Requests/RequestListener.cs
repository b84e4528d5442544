using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Requests;

/// <summary>
/// The meters of ASP.NET Core, in a session of the runtime's meters. Written by the session's reader, read under the
/// same lock.
/// </summary>
internal sealed class RequestListener
{
    private readonly object _lock = new();
    private readonly RequestBook _book = new();
    private long _events;

    public long Events => Interlocked.Read(ref _events);

    public void Listen(EventPipeEventSource source) => source.Dynamic.All += OnEvent;

    /// <summary>What was told; null where there were no requests.</summary>
    public RequestFacts? Facts(double seconds)
    {
        lock (_lock) return _book.Facts(seconds);
    }

    private void OnEvent(TraceEvent traceEvent)
    {
        if (traceEvent.ProviderName != WatchProviders.Meters) return;
        Interlocked.Increment(ref _events);
        if (traceEvent.PayloadByName("meterName") is not (RequestBook.Hosting or RequestBook.Kestrel)) return;
        string instrument = traceEvent.PayloadByName("instrumentName") as string ?? "";
        string tags = traceEvent.PayloadByName("tags") as string ?? "";
        switch (traceEvent.EventName)
        {
            case "UpDownCounterRateValuePublished" when Number(traceEvent, "value") is { } level:
                lock (_lock) _book.SetLevel(instrument, tags, level);
                break;
            case "HistogramValuePublished" when traceEvent.PayloadByName("count") is int count && Number(traceEvent, "sum") is { } sum:
                lock (_lock) _book.AddEnded(instrument, tags, count, sum, traceEvent.PayloadByName("quantiles") as string ?? "");
                break;
        }
    }

    private static double? Number(TraceEvent traceEvent, string name) => traceEvent.PayloadByName(name) switch
    {
        double number => number,
        string text when double.TryParse(text, CultureInfo.InvariantCulture, out double number) => number,
        _ => null,
    };
}
