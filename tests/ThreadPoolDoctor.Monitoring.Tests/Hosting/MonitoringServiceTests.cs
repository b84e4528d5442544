using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Pool.Tests;

namespace ThreadPoolDoctor.Monitoring.Tests.Hosting;

public class MonitoringServiceTests
{
    private const string Recovered = "log Information The thread pool has recovered: work waited for ";

    [Fact]
    public async Task A_healthy_pool_is_watched_and_not_looked_at()
    {
        ServiceCollection services = new();
        services.AddLogging();
        services.AddThreadPoolMonitoring(options => options.Every = TimeSpan.FromMilliseconds(50));
        services.AddThreadPoolMonitoring();
        using ServiceProvider provider = services.BuildServiceProvider();
        IHostedService service = provider.GetServices<IHostedService>().ShouldHaveSingleItem();
        ThreadPoolMonitor monitor = provider.GetRequiredService<ThreadPoolMonitor>();
        await service.StartAsync(CancellationToken.None);
        Patience.Until(() => monitor.Reading?.At > 0.3);
        await service.StopAsync(CancellationToken.None);
        (monitor.Verdict, monitor.Diagnosis).ShouldBe((Verdict.Healthy, null));
        monitor.Reading!.Workers.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Options_that_make_no_sense_are_refused()
    {
        ServiceCollection services = new();
        services.AddLogging();
        services.AddThreadPoolMonitoring(options => options.Every = TimeSpan.Zero);
        using ServiceProvider provider = services.BuildServiceProvider();
        Should.Throw<ArgumentOutOfRangeException>(() => provider.GetServices<IHostedService>().ToList()).Message.ShouldContain("Every must be at least 50 ms");
    }

    [Fact]
    public void A_starving_host_says_so_in_log_health_check_and_metrics_and_recovers()
    {
        string[] said = StarvingHost.Start();
        string text = string.Join('\n', said);
        string place = $"StarvingHost.Load() in {Source()}:line {LineOf("host")}: System.Threading.Thread.Sleep(int)";
        ShouldSay("log Warning Thread pool starving: The thread pool starves: ");
        ShouldSay("  TPD002 ", place);
        ShouldSay("health Degraded starving: The thread pool starves");
        said.ShouldContain("metric threadpooldoctor.thread_pool.starving 1 ", text);
        said.ShouldContain("metric threadpooldoctor.thread_pool.waiting.time 1 ", text);
        ShouldSay("metric threadpooldoctor.cause.thread.count ", $"code.line.number={LineOf("host")}");
        // Anything that waited for the pool itself would take half a minute: one of its workers comes each half second.
        string recovered = said.Where(line => line.StartsWith(Recovered, StringComparison.Ordinal)).ShouldHaveSingleItem(text);
        double.Parse(recovered[Recovered.Length..].Split(' ')[0], CultureInfo.InvariantCulture).ShouldBeLessThan(20, text);
        said.ShouldContain("health Healthy healthy: The thread pool does not starve.", text);

        void ShouldSay(string beginning, string within = "") => said.ShouldContain(
            line => line.StartsWith(beginning, StringComparison.Ordinal) && line.Contains(within, StringComparison.Ordinal), text);
    }

    internal static string Source([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "StarvingHost.cs");

    internal static int LineOf(string mark) =>
        Array.FindIndex(File.ReadAllLines(Source()), line => line.EndsWith("// blocks: " + mark, StringComparison.Ordinal)) + 1;
}
