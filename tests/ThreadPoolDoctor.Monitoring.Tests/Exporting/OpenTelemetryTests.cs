using System.Globalization;
using System.Text.RegularExpressions;
using ThreadPoolDoctor.Monitoring.Hosting;
using ThreadPoolDoctor.Monitoring.Tests.Hosting;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Monitoring.Tests.Exporting;

public partial class OpenTelemetryTests
{
    [Fact]
    public void Metrics_leave_a_process_whose_pool_starves()
    {
        using CollectorStandIn collector = new();
        string said = string.Join('\n', StarvingHost.Start(collector.Endpoint));
        said.ShouldContain("exported True");
        IReadOnlyList<Exported> values = [.. collector.Values.Where(value => value.Scope == MonitoringMeter.Name)];
        One("threadpooldoctor.thread_pool.starving").Value.ShouldBe(1);
        One("threadpooldoctor.thread_pool.queue.length").Value.ShouldBeGreaterThan(0);
        (One("threadpooldoctor.thread_pool.waiting.time").Value > 1, One("threadpooldoctor.thread_pool.waiting.time").Unit).ShouldBe((true, "s"));
        One("threadpooldoctor.looks").Attributes["threadpooldoctor.verdict"].ShouldBe("starving");
        Exported cause = One("threadpooldoctor.cause.thread.count");
        cause.Attributes["threadpooldoctor.cause.id"].ShouldBe("TPD002");
        cause.Attributes["code.function.name"].ShouldBe("ThreadPoolDoctor.Monitoring.Tests.Hosting.StarvingHost.Load()");
        cause.Attributes["code.line.number"].ShouldBe(MonitoringServiceTests.LineOf("host").ToString(CultureInfo.InvariantCulture));

        // There was an export before, too, for which nothing starved, and one at the end.
        Exported One(string name) => values.Where(value => value.Name == name).MaxBy(value => value.Value)!;
    }

    [Theory]
    [InlineData("docs/monitoring/grafana-dashboard.json")]
    [InlineData("docs/monitoring/prometheus-alerts.yaml")]
    public void The_files_of_the_docs_ask_for_metrics_that_there_are(string file)
    {
        HashSet<string> known = [.. PrometheusNames()];
        string[] asked = [.. MetricNames().Matches(RepositoryFiles.Read(file)).Select(match => match.Value).Distinct()];
        asked.ShouldNotBeEmpty();
        asked.ShouldBeSubsetOf(known);
    }

    [Fact]
    public void The_docs_name_every_metric()
    {
        string page = RepositoryFiles.Read("docs/monitoring.md");
        foreach ((string name, _, _) in Instruments()) page.ShouldContain($"`{name}`");
    }

    /// <summary>
    /// As Prometheus writes them: underscores, the unit unless it stands in braces, and _total for counters.
    /// </summary>
    private static IEnumerable<string> PrometheusNames() => Instruments()
        .Select(one => one.Name.Replace('.', '_') + (one.Unit == "s" ? "_seconds" : "") + (one.IsCounter ? "_total" : ""));

    private static List<(string Name, string? Unit, bool IsCounter)> Instruments()
    {
        List<(string, string?, bool)> found = [];
        using System.Diagnostics.Metrics.MeterListener listener = new();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter.Name == MonitoringMeter.Name) found.Add((instrument.Name, instrument.Unit, instrument.GetType().Name is "ObservableCounter`1" or "Counter`1"));
        };
        listener.Start();
        using MonitoringMeter meter = new(new ThreadPoolMonitor());
        return found;
    }

    // Not the labels, threadpooldoctor_cause_id and threadpooldoctor_verdict.
    [GeneratedRegex("threadpooldoctor_(?!cause_id|verdict)[a-z_]+")]
    private static partial Regex MetricNames();
}
