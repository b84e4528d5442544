using System.Diagnostics.Metrics;
using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Requests;

namespace ThreadPoolDoctor.Tool.Tests.Collection.Requests;

/// <summary>
/// The runtime's own account of meters that are named like those of ASP.NET Core, over a session on this process.
/// </summary>
public class RequestListenerTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public void Requests_are_told_as_the_runtime_sends_them()
    {
        using Meter hosting = new("Microsoft.AspNetCore.Hosting");
        UpDownCounter<long> active = hosting.CreateUpDownCounter<long>("http.server.active_requests");
        Histogram<double> duration = hosting.CreateHistogram<double>("http.server.request.duration");
        RequestListener listener = new();
        using LiveSession session = LiveSession.Open(
            new DiagnosticsClient(Environment.ProcessId), new("requests", [WatchProviders.Requests(TimeSpan.FromSeconds(1))]), listener.Listen);
        SpinWait.SpinUntil(() => active.Enabled && duration.Enabled, s_limit).ShouldBeTrue("Nobody asked for the requests.");

        active.Add(3, new KeyValuePair<string, object?>("http.request.method", "GET"));
        duration.Record(0.75, new("http.request.method", "GET"), new("http.response.status_code", 503), new("http.route", "/orders/{id}"));

        RequestFacts? facts = null;
        SpinWait.SpinUntil(() => (facts = listener.Facts(2)) is { UnderWay: 3, Ended: 1 }, s_limit).ShouldBeTrue($"It was told: {facts}");
        RouteFacts route = facts!.Routes.ShouldHaveSingleItem();
        (route.Method, route.Route, route.Failed).ShouldBe(("GET", "/orders/{id}", 1));
        route.MeanSeconds.ShouldBe(0.75, 0.01);
        route.SlowestSeconds.ShouldBe(0.75, 0.05);
        session.Stop(s_limit);
    }
}
