using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// What the watch sessions ask the runtime for. EventCounters are asked for once a second at most: the runtime keeps
/// the shortest interval that anybody ever asked for until the process ends, for every listener, and an agent that
/// collects every five seconds would be sent more for ever. Meters, which .NET 9 and later have for the pool, forget a
/// session when it ends, and may come more often.
/// </summary>
internal static class WatchProviders
{
    public const string Meters = FirstCollection.Provider;
    public const string RuntimeCounters = "System.Runtime";
    public const string BundledPool = "ThreadPoolDoctor-Pool";
    public const string Governor = Relief.GovernorSession.Provider;

    /// <summary>Start, stop and adjustment of workers: ThreadingKeyword in the runtime's manifest.</summary>
    private const long ThreadingKeyword = 0x10000;

    // TimeSeriesValues of the meters' event source: collected values, and not each measurement.
    private const long TimeSeriesValuesKeyword = 2;

    // Keywords.Workers of the bundled pool: without any keyword all its events would be sent.
    private const long BundledWorkersKeyword = 1;

    /// <summary>Seconds between two readings, at most.</summary>
    public const double CounterInterval = Thresholds.LongestReadingSeconds;

    // Those of dotnet-counters: sessions with the same settings share one collection, any other is refused.
    private const double SharedInterval = 1;
    private const int MaxTimeSeries = 1000;
    private const int MaxHistograms = 20;

    /// <summary>Whether a runtime of this version has a meter for its pool; "unknown" has not.</summary>
    public static bool HasMeters(string runtime) =>
        int.TryParse(runtime.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out int major) && major >= 9;

    /// <summary>The session that stays open for the whole look.</summary>
    public static IReadOnlyList<EventPipeProvider> Watch(string runtime, TimeSpan duration) =>
    [
        HasMeters(runtime) ? MetersEvery(MeterInterval(duration), s_ofPool) : Counters(RuntimeCounters, 0),
        Counters(BundledPool, BundledWorkersKeyword),
        Counters(Governor, Relief.GovernorSession.StepsKeyword),
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, ThreadingKeyword),
    ];

    /// <summary>The counters alone, for a process whose meters did not answer.</summary>
    public static IReadOnlyList<EventPipeProvider> CountersOnly { get; } = [Counters(RuntimeCounters, 0)];

    /// <summary>
    /// What ASP.NET Core tells of requests, which .NET 8 has too: it shares the collection of the watch session.
    /// </summary>
    public static EventPipeProvider Requests(TimeSpan duration) => MetersEvery(MeterInterval(duration), Collection.Requests.RequestBook.Instruments);

    private static readonly IReadOnlyList<string> s_ofPool = [.. MeterReadings.Instruments.Select(name => $@"{MeterReadings.Meter}\{name}")];

    /// <summary>Some readings within a short look; the interval that others use in a long one.</summary>
    internal static double MeterInterval(TimeSpan duration) => Math.Clamp(duration.TotalSeconds / 10, 0.2, SharedInterval);

    private static EventPipeProvider Counters(string source, long keywords) => new(
        source, EventLevel.Informational, keywords, new Dictionary<string, string> { ["EventCounterIntervalSec"] = Text(CounterInterval) });

    private static EventPipeProvider MetersEvery(double seconds, IReadOnlyList<string> instruments) => new(
        Meters, EventLevel.Informational, TimeSeriesValuesKeyword, new Dictionary<string, string>
        {
            ["SessionId"] = "SHARED",
            ["ClientId"] = Guid.NewGuid().ToString(),
            ["Metrics"] = string.Join(',', instruments),
            ["RefreshInterval"] = Text(seconds),
            ["MaxTimeSeries"] = Text(MaxTimeSeries),
            ["MaxHistograms"] = Text(MaxHistograms),
        });

    private static string Text(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);
}
