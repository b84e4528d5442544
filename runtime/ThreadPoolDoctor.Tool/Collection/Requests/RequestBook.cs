using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Requests;

/// <summary>
/// Adds up what the meters of ASP.NET Core tell of requests. They count what began since they were asked, so that
/// nothing in here is older than the look. Used by one thread at a time.
/// </summary>
internal sealed class RequestBook
{
    public const string Hosting = "Microsoft.AspNetCore.Hosting";
    public const string Kestrel = "Microsoft.AspNetCore.Server.Kestrel";

    private const string Active = "http.server.active_requests";
    private const string Duration = "http.server.request.duration";
    private const string Queued = "kestrel.queued_connections";

    private const int MostRoutes = 100;

    /// <summary>What a session must ask for.</summary>
    public static IReadOnlyList<string> Instruments { get; } = [$@"{Hosting}\{Active}", $@"{Hosting}\{Duration}", $@"{Kestrel}\{Queued}"];

    private readonly Dictionary<(string Instrument, string Tags), long> _levels = [];
    private readonly Dictionary<(string Method, string Route), Sum> _routes = [];

    private sealed record Sum(long Ended, long Failed, double Seconds, double Slowest);

    /// <summary>How many there are of something now.</summary>
    public void SetLevel(string instrument, string tags, double level)
    {
        if (instrument is Active or Queued && (_levels.Count < MostRoutes || _levels.ContainsKey((instrument, tags)))) _levels[(instrument, tags)] = (long)level;
    }

    /// <summary>Requests that ended since the reading before.</summary>
    /// <param name="instrument">The instrument.</param>
    /// <param name="tags">Method, route, status and others.</param>
    /// <param name="count">How many.</param>
    /// <param name="seconds">How long they took together.</param>
    /// <param name="quantiles">As the runtime writes them: <c>0.5=0.1;0.95=2;0.99=2.5</c>.</param>
    public void AddEnded(string instrument, string tags, int count, double seconds, string quantiles)
    {
        if (instrument != Duration || count <= 0) return;
        IReadOnlyDictionary<string, string> by = RequestTags.Of(tags);
        (string, string) route = (by.GetValueOrDefault("http.request.method", ""), by.GetValueOrDefault("http.route", ""));
        if (!_routes.TryGetValue(route, out Sum? before))
        {
            if (_routes.Count >= MostRoutes) return;
            before = new(0, 0, 0, 0);
        }
        _routes[route] = new(
            before.Ended + count, before.Failed + (Failed(by) ? count : 0), before.Seconds + seconds, Math.Max(before.Slowest, Longest(quantiles)));
    }

    /// <summary>All of it; null where there were no requests.</summary>
    public RequestFacts? Facts(double seconds)
    {
        RequestFacts facts = new(
            seconds, Level(Active), Level(Queued),
            [.. _routes
                .Select(route => new RouteFacts(
                    route.Key.Method, route.Key.Route, route.Value.Ended, route.Value.Failed, route.Value.Seconds / route.Value.Ended, route.Value.Slowest))
                .OrderByDescending(route => route.SlowestSeconds)
                .ThenBy(route => route.Route, StringComparer.Ordinal)]);
        return facts is { UnderWay: 0, QueuedConnections: 0, Routes.Count: 0 } ? null : facts;
    }

    private long Level(string instrument) => Math.Max(0, _levels.Where(level => level.Key.Instrument == instrument).Sum(level => level.Value));

    private static bool Failed(IReadOnlyDictionary<string, string> tags) =>
        tags.ContainsKey("error.type") || tags.GetValueOrDefault("http.response.status_code", "").StartsWith('5');

    private static double Longest(string quantiles) => quantiles.Split(';')
        .Select(quantile => quantile[(quantile.IndexOf('=') + 1)..])
        .Select(text => double.TryParse(text, CultureInfo.InvariantCulture, out double seconds) ? seconds : 0)
        .Max();
}
