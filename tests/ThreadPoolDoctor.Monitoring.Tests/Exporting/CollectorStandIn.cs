using System.Globalization;
using System.Net;

namespace ThreadPoolDoctor.Monitoring.Tests.Exporting;

/// <summary>A value that came by OTLP.</summary>
internal sealed record Exported(string Scope, string Name, string Unit, double Value, IReadOnlyDictionary<string, string> Attributes);

/// <summary>Takes metrics by OTLP over HTTP, as an OpenTelemetry collector does, on a thread of its own.</summary>
internal sealed class CollectorStandIn : IDisposable
{
    // ExportMetricsServiceRequest.resource_metrics, ResourceMetrics.scope_metrics.
    private static readonly int[] s_scopes = [1, 2];

    private readonly HttpListener _listener;
    private readonly List<Exported> _values = [];
    private readonly Thread _thread;

    public CollectorStandIn()
    {
        _listener = Listen();
        _thread = new(Serve) { IsBackground = true };
        _thread.Start();
    }

    public string Endpoint => _listener.Prefixes.First() + "v1/metrics";

    public IReadOnlyList<Exported> Values
    {
        get { lock (_values) return [.. _values]; }
    }

    /// <summary>
    /// The system gives no free port to a listener of this kind, and one that met a taken port is of no use any more.
    /// </summary>
    private static HttpListener Listen()
    {
        for (int port = Random.Shared.Next(20_000, 30_000); ; port++)
        {
            HttpListener listener = new();
            listener.Prefixes.Add(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/"));
            try
            {
                listener.Start();
                return listener;
            }
            catch (HttpListenerException)
            {
                // Taken.
            }
        }
    }

    private void Serve()
    {
        try
        {
            while (true)
            {
                HttpListenerContext context = _listener.GetContext();
                using MemoryStream body = new();
                context.Request.InputStream.CopyTo(body);
                lock (_values) _values.AddRange(Read(new Field(0, 0, body.ToArray())));
                context.Response.ContentType = "application/x-protobuf";
                context.Response.Close();
            }
        }
        catch (Exception ended) when (ended is HttpListenerException or ObjectDisposedException)
        {
            // The listener was closed.
        }
    }

    private static IEnumerable<Exported> Read(Field request) =>
        from scope in request.At(s_scopes)
        from metric in scope.At(2)
        from data in metric.Fields.Where(field => field.Number is 5 or 7) // a gauge or a sum
        from point in data.At(1)
        select new Exported(
            scope.At(1, 1).Single().Text,
            metric.At(1).Single().Text,
            metric.At(3).SingleOrDefault().Text,
            point.At(4).Select(field => field.Double).Concat(point.At(6).Select(field => (double)(long)field.Value)).Single(),
            point.At(7).ToDictionary(
                attribute => attribute.At(1).Single().Text,
                attribute => attribute.At(2, 1).Select(field => field.Text).Concat(attribute.At(2, 3).Select(field => field.Value.ToString(CultureInfo.InvariantCulture))).FirstOrDefault("")));

    public void Dispose() => _listener.Close();
}
