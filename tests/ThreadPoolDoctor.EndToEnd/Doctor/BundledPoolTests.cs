using System.Diagnostics.Tracing;
using System.Reflection;
using System.Text.Json;
using ThreadPoolDoctor.Pool;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>The doctor looks at this very process, which runs a bundled pool full of sleepers.</summary>
[Collection(LiveProcesses.Name)]
public sealed class BundledPoolTests
{
    [Fact]
    public void The_verdict_speaks_of_the_bundled_pools_workers_lanes_and_blocked_counts()
    {
        // The test runner blocks workers of the runtime's pool. With enough of them that pool is not the worse of the
        // two.
        ThreadPool.SetMinThreads(32, 32);
        using WorkPool pool = new(new WorkPoolOptions { Name = "sick" });
        using CancellationTokenSource over = new();
        for (int i = 0; i < 20; i++) pool.UnsafeQueue(static state => SleepOnAndOn((CancellationToken)state!), over.Token);

        Run run = Run.Tool("attach", Environment.ProcessId.ToString(), "--duration", "2s", "--format", "json");
        over.Cancel();

        run.ExitCode.ShouldBe(0, run.ToString());
        JsonSchema.Errors(RepositoryFiles.Read("docs/tpdoctor-1.schema.json"), run.Output).ShouldBeEmpty();
        JsonElement report = JsonDocument.Parse(run.Output).RootElement;
        report.GetProperty("process").GetProperty("bundledPool").GetBoolean().ShouldBeTrue();
        report.GetProperty("verdict").GetString().ShouldBe("compensated", run.ToString());
        report.GetProperty("pool").GetProperty("lanes").GetProperty("high").GetInt64().ShouldBe(0);
        report.GetProperty("pool").GetProperty("blockedWorkers").GetInt32().ShouldBeInRange(19, 21);
        JsonElement cause = report.GetProperty("findings")[0].GetProperty("causes")[0];
        cause.GetProperty("id").GetString().ShouldBe("TPD002");
        cause.GetProperty("method").GetString()!.ShouldContain(nameof(SleepOnAndOn));
    }

    [Fact]
    public void The_names_that_the_doctor_listens_for_are_those_that_the_pool_sends()
    {
        Type source = typeof(WorkPool).Assembly.GetType("ThreadPoolDoctor.Pool.PoolEventSource", throwOnError: true)!;
        string name = source.GetCustomAttribute<EventSourceAttribute>()!.Name!;
        string listener = RepositoryFiles.Read("runtime/ThreadPoolDoctor.Tool/Collection/WatchListener.cs");
        RepositoryFiles.Read("runtime/ThreadPoolDoctor.Tool/Collection/WatchProviders.cs").ShouldContain($"\"{name}\"");
        string counters = RepositoryFiles.Read("pool/ThreadPoolDoctor.Pool/Telemetry/PoolCounters.cs");
        string[] listened = [.. listener[listener.IndexOf("_bundled = new(", StringComparison.Ordinal)..].Split(';')[0].Split('"').Where((_, i) => i % 2 == 1)];
        listened.Length.ShouldBe(8);
        foreach (string counter in listened) counters.ShouldContain($"\"{counter}\"");
    }

    private static void SleepOnAndOn(CancellationToken over)
    {
        while (!over.IsCancellationRequested) Thread.Sleep(500); // the illness itself, not a wait for something
    }
}
