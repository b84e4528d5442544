using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using ThreadPoolDoctor.Monitoring.Hosting;

namespace ThreadPoolDoctor.Monitoring.Tests.Hosting;

/// <summary>
/// A program with the services of a host and a pool that starves until the monitor has looked. It prints what the
/// monitor says in each of its ways; its main thread is none of the pool's.
/// </summary>
internal static class StarvingHost
{
    private static readonly ManualResetEventSlim s_release = new();

    /// <summary>Runs it as a process, and gives back what it printed.</summary>
    public static string[] Start(string? collector = null)
    {
        // In a self-contained build the program is its own host.
        bool shared = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        string[] program = shared ? ["exec", typeof(Program).Assembly.Location, "starving-host"] : ["starving-host"];
        ProcessStartInfo start = new(Environment.ProcessPath!, collector is null ? program : [.. program, collector]) { RedirectStandardOutput = true };
        start.Environment["TPD_PART_OF_A_TEST"] = "1";
        using Process host = Process.Start(start)!;
        return host.StandardOutput.ReadToEnd().Split('\n');
    }

    /// <param name="collector">Where to send the metrics by OTLP; null for nowhere.</param>
    public static int Run(string? collector)
    {
        using MeterProvider? metrics = collector is null ? null : Sdk.CreateMeterProviderBuilder()
            .AddMeter(MonitoringMeter.Name)
            .AddOtlpExporter(options => (options.Endpoint, options.Protocol) = (new Uri(collector), OtlpExportProtocol.HttpProtobuf))
            .Build();
        ServiceCollection services = new();
        services.AddLogging(logging => logging.AddProvider(new Printed()));
        services.AddThreadPoolMonitoring(options => options.Every = TimeSpan.FromMilliseconds(200));
        services.AddHealthChecks().AddThreadPool();
        using ServiceProvider provider = services.BuildServiceProvider();
        IHostedService service = provider.GetServices<IHostedService>().OfType<MonitoringService>().Single();
        ThreadPoolMonitor monitor = provider.GetRequiredService<ThreadPoolMonitor>();
        service.StartAsync(CancellationToken.None).Wait();
        using ManualResetEventSlim looked = new();
        monitor.Looked += _ => looked.Set();

        // The exporter's connection is made by the pool; from then on its thread needs nobody.
        metrics?.ForceFlush(30_000);
        for (int item = 0; item < 40; item++) ThreadPool.UnsafeQueueUserWorkItem(_ => Load(), null);
        looked.Wait(TimeSpan.FromSeconds(60));
        PrintHealth(monitor);
        PrintMetrics();
        // While the pool still starves: what is exported must not wait for it.
        if (metrics is not null) Console.WriteLine($"exported {metrics.ForceFlush(10_000)}");
        s_release.Set();
        SpinWait.SpinUntil(() => monitor.WaitingSince is null, TimeSpan.FromSeconds(60));
        PrintHealth(monitor);
        service.StopAsync(CancellationToken.None).Wait();
        return 0;
    }

    private static void Load()
    {
        while (!s_release.IsSet) Thread.Sleep(200); // blocks: host
    }

    private static void PrintHealth(ThreadPoolMonitor monitor)
    {
        PoolHealthCheck check = new(monitor);
        HealthCheckContext context = new() { Registration = new("thread_pool", check, HealthStatus.Degraded, tags: null) };
        HealthCheckResult result = check.CheckHealthAsync(context).Result;
        Console.WriteLine($"health {result.Status} {result.Data["verdict"]}: {result.Description}");
    }

    private static void PrintMetrics()
    {
        using MeterListener listener = new();
        listener.InstrumentPublished = (instrument, all) =>
        {
            if (instrument.Meter.Name == MonitoringMeter.Name) all.EnableMeasurementEvents(instrument);
        };
        listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Print(instrument, value, tags));
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Print(instrument, value, tags));
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Print(instrument, value > 0 ? 1 : 0, tags));
        listener.Start();
        listener.RecordObservableInstruments();
    }

    private static void Print(Instrument instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        Console.WriteLine($"metric {instrument.Name} {value} {string.Join(' ', tags.ToArray().Select(tag => $"{tag.Key}={tag.Value}"))}");

    private sealed class Printed : ILoggerProvider, ILogger
    {
        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Console.WriteLine($"log {logLevel} {formatter(state, exception)}");

        public void Dispose()
        {
        }
    }
}
