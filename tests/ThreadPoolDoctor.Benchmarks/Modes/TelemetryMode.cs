using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// What listening costs: nanoseconds an item, a million from one outside thread, with nobody listening and with each
/// kind of listener, in turns. The EventPipe rows are programs of their own, since such a session is asked for at their
/// start.
/// </summary>
internal static class TelemetryMode
{
    private const int Items = 1_000_000;
    private const string Pipe = "telemetry-pipe";

    public static int Run(int rounds)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        Console.WriteLine("| who listens | ns an item, median | ± |\n|---|---|---|");
        (string Name, Func<IDisposable?> Listen)[] rows =
        [
            ("nobody", static () => null),
            ("EventListener, workers", static () => new Events(EventLevel.Informational, (EventKeywords)1)),
            ("EventListener, every item", static () => new Events(EventLevel.Verbose, EventKeywords.All)),
            ("MeterListener, gauges", static () => Meters("tpdoctor.pool.queue.length")),
            ("MeterListener, wait of every item", static () => Meters("tpdoctor.pool.work_item.wait.duration")),
            ("nobody any more", static () => null),
        ];
        var times = rows.Select(static _ => new List<double>()).ToArray();
        // The first two rounds warm up.
        for (int round = -1; round <= rounds; round++)
        {
            for (int row = 0; row < rows.Length; row++)
            {
                using (rows[row].Listen())
                {
                    double time = PerItem();
                    if (round > 0) times[row].Add(time);
                }
            }
        }
        for (int row = 0; row < rows.Length; row++)
        {
            Print(rows[row].Name, times[row]);
        }
        RunPipe("EventPipe, workers", "ThreadPoolDoctor-Pool:0x1:4", rounds);
        RunPipe("EventPipe, every item", "ThreadPoolDoctor-Pool:0x3:5", rounds);
        return 0;
    }

    /// <summary>Inside a program that was started with a session: one row.</summary>
    public static int RunInside(string name, int rounds)
    {
        // Compilation comes first; the other rows had it in the rounds before.
        for (long end = Environment.TickCount64 + 1500; Environment.TickCount64 < end;)
        {
            PerItem();
        }
        Print(name, [.. Enumerable.Range(0, rounds).Select(static _ => PerItem())]);
        return 0;
    }

    private static void RunPipe(string name, string providers, int rounds)
    {
        string file = Path.Combine(Path.GetTempPath(), $"tpdoctor-telemetry-{Environment.ProcessId}.nettrace");
        var start = new ProcessStartInfo("dotnet")
        {
            ArgumentList = { "exec", typeof(TelemetryMode).Assembly.Location, Pipe, "--only", name, "--rounds", $"{rounds}" },
            Environment =
            {
                ["DOTNET_EnableEventPipe"] = "1",
                ["DOTNET_EventPipeConfig"] = providers,
                ["DOTNET_EventPipeOutputPath"] = file,
            },
        };
        using (var process = Process.Start(start)!)
        {
            process.WaitForExit();
        }
        File.Delete(file);
    }

    private static void Print(string name, List<double> times) =>
        Console.WriteLine($"| {name} | {Stats.Median(times):F1} | {Stats.Spread(times):F1} |");

    private static double PerItem()
    {
        var left = new Countdown(Items);
        WaitCallback callback = _ => left.Signal();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < Items; i++)
        {
            WorkPool.Shared.UnsafeQueue(callback, null);
        }
        left.Wait();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / Items;
    }

    private static MeterListener Meters(string name)
    {
        var listener = new MeterListener
        {
            InstrumentPublished = (instrument, l) =>
            {
                if (instrument.Name == name) l.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<double>(static (_, _, _, _) => { });
        listener.SetMeasurementEventCallback<long>(static (_, _, _, _) => { });
        listener.Start();
        return listener;
    }

    private sealed class Events : EventListener
    {
        public Events(EventLevel level, EventKeywords keywords)
        {
            // The pool's source exists: the pool has been used.
            EventSource source = EventSource.GetSources().Single(static s => s.Name == "ThreadPoolDoctor-Pool");
            EnableEvents(source, level, keywords);
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
        }
    }
}
