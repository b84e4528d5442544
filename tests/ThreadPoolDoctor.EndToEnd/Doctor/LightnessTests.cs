using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Text.Json;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>What looking leaves alone in the process, and how little it may take.</summary>
[Collection(LiveProcesses.Name)]
public sealed class LightnessTests
{
    private const double Interval = 2;

    [Fact]
    public void A_listener_inside_of_the_process_keeps_its_interval()
    {
        using CounterListener listener = new();
        listener.Next().ShouldBe(Interval, 0.5);

        Run attach = Run.Tool("attach", Environment.ProcessId.ToString(), "--duration", "1s");

        attach.ExitCode.ShouldBe(0, attach.ToString());
        listener.Forget();
        listener.Next(); // may have begun before or while the doctor looked
        listener.Next().ShouldBe(Interval, 0.5, "The runtime keeps the shortest interval that anybody asked for.");
    }

    [Fact]
    public void Without_stacks_no_thread_is_ever_stopped()
    {
        using Patient patient = Patient.Start("requests");

        JsonElement report = Report("attach", patient.Id, "--duration", "1s", "--no-stacks", "--format", "json");

        JsonElement observed = report.GetProperty("observed");
        observed.GetProperty("suspensions").GetInt32().ShouldBe(0);
        observed.GetProperty("pauseMilliseconds").GetDouble().ShouldBe(0);
        observed.GetProperty("toolCpuSeconds").GetDouble().ShouldBeGreaterThan(0);
        report.GetProperty("unseen").EnumerateArray().ShouldContain(sentence => sentence.GetString()!.StartsWith("stacks: they were not asked for"));
    }

    [Fact]
    public void Suspensions_are_measured_and_stay_within_what_is_allowed()
    {
        using Patient patient = Patient.Start("requests");

        JsonElement observed = Report("attach", patient.Id, "--duration", "2s", "--max-suspensions", "1", "--format", "json").GetProperty("observed");

        // One burst, which on a busy machine has some ticks.
        observed.GetProperty("suspensions").GetInt32().ShouldBeInRange(1, 25);
        observed.GetProperty("pauseMilliseconds").GetDouble().ShouldBeGreaterThan(0);
    }

    private static JsonElement Report(params string[] arguments)
    {
        Run attach = Run.Tool(arguments);
        attach.ExitCode.ShouldBe(0, attach.ToString());
        return JsonDocument.Parse(attach.Output).RootElement;
    }

    /// <summary>As a metrics agent listens: the runtime's counters, every two seconds.</summary>
    private sealed class CounterListener : EventListener
    {
        private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);
        private readonly BlockingCollection<double> _intervals = [];

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name != "System.Runtime") return;
            EnableEvents(source, EventLevel.Informational, EventKeywords.All, new Dictionary<string, string?> { ["EventCounterIntervalSec"] = $"{Interval}" });
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventName != "EventCounters" || written.Payload?[0] is not IDictionary<string, object> counter) return;
            if (counter["Name"] is "threadpool-queue-length") _intervals?.Add(Convert.ToDouble(counter["IntervalSec"]));
        }

        /// <summary>Seconds that the next reading spans.</summary>
        public double Next() => _intervals.TryTake(out double interval, s_limit) ? interval : throw new TimeoutException("No counters came.");

        public void Forget()
        {
            while (_intervals.TryTake(out _)) { }
        }
    }
}
