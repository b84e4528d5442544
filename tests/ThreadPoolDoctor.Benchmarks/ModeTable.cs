using ThreadPoolDoctor.Benchmarks.Adverse;
using ThreadPoolDoctor.Benchmarks.Compare;
using ThreadPoolDoctor.Benchmarks.Doctor;
using ThreadPoolDoctor.Benchmarks.Governed;
using ThreadPoolDoctor.Benchmarks.Micro;
using ThreadPoolDoctor.Benchmarks.Monitoring;
using ThreadPoolDoctor.Benchmarks.Web;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// A mode of the command line, what it measures, and the options it takes (with their value after a space).
/// </summary>
internal sealed record Mode(string Name, string Measures, string[] Options, Func<Options, int> Run)
{
    public IEnumerable<string> OptionNames => Options.Select(static option => option.Split(' ')[0]);
}

/// <summary>All modes. To add one: a line here.</summary>
internal static class ModeTable
{
    private const string Only = "--only TEXT;TEXT", Rounds = "--rounds N";

    public static IReadOnlyList<Mode> All { get; } =
    [
        new("seeds", "the suite's shapes on ThreadPool and WorkPool", [Rounds, Only], o => SeedTable.Run(Shapes(o), RoundsOf(o, 7))),
        new("seeds-only", "the seed cases' shapes alone", [Rounds, Only],
            o => SeedTable.Run([.. Shapes(o).Where(static s => s.IsSeed)], RoundsOf(o, 7))),
        new("compare", "shapes on two builds of the pool", ["--pool DLL (twice)", "--shapes TEXT;TEXT", "--processors N", "--workers N", "--pairs N", Rounds],
            o => CompareMode.Run([.. o.All("--pool")], o.Texts("--shapes"), o.Number<int>("--processors"), o.Number<int>("--workers"),
                o.Number("--pairs", 6), RoundsOf(o, 5))),
        new("profile", "one shape again and again, for a profiler", [Rounds, Only, "--theirs"],
            o => ProfileMode.Run(Shapes(o), RoundsOf(o, 7), o.Has("--theirs"))),
        new("starved", "what starves a pool: requests, counters, waits, the High lane", ["--requests N", "--alone", Only],
            o => StarvedTable.Run(o.Number("--requests", 300), o.Has("--alone"), Text(o))),
        new("adverse", "programs in which a pool is tempted to break a promise", [Rounds, Only], o => AdverseMode.Run(RoundsOf(o, 3), Text(o))),
        new("governed", "what starves ThreadPool, with the governor and without", [Rounds, Only],
            o => GovernedMode.Run(RoundsOf(o, 1), Text(o))),
        new("governed-shapes", "the suite's shapes on ThreadPool, with the governor and without", [Rounds, Only],
            o => GovernedShapes.Run(Shapes(o), RoundsOf(o, 3))),
        new("stress", "items of all kinds, each once", ["--items N", "--seed N"],
            o => StressMode.Run(o.Number("--items", 100_000_000L), TimeSpan.FromMinutes(60), o.Text("--seed"))),
        new("soak", "the same for a time", ["--minutes N", "--seed N"],
            o => StressMode.Run(long.MaxValue, TimeSpan.FromMinutes(o.Number("--minutes", 10.0)), o.Text("--seed"))),
        new("idle", "the processor time of an idle pool", ["--seconds N"], o => IdleMode.Run(o.Number("--seconds", 60))),
        new("scaling", "one to many workers", [], static _ => ScalingMode.Run()),
        new("web", "web applications under load, blocking and async", [Rounds, "--seconds N", "--waits MS,MS", Only, "--own-client"], Web),
        new("queues", "the kinds of queue", [Rounds], o => QueuesMode.Run(RoundsOf(o, 7))),
        new("micro", "single operations of the queues", [], static _ => QueueBenchmarks.Run()),
        new("telemetry", "what the pool's events cost", [Rounds], o => TelemetryMode.Run(RoundsOf(o, 7))),
        new("telemetry-pipe", "started by telemetry", [Rounds, Only], o => TelemetryMode.RunInside(Text(o), RoundsOf(o, 7))),
        new("monitor-cost", "what the host's monitor costs", ["--pairs N"], o => MonitorCostMode.Run(o.Number("--pairs", 21))),
        new("watch", "what attach --until costs the process it watches", [Rounds], o => WatchCost.Throughput(RoundsOf(o, 7))),
        new("watch-memory", "the memory that attach --until takes", ["--minutes N"], o => WatchCost.Memory(o.Number("--minutes", 10.0))),
        new("doctor", "what the doctor's look costs, and how soon it answers", [Rounds, Only, "--tool FILE"],
            o => DoctorCost.Run(RoundsOf(o, 5), Text(o), o.Text("--tool"))),
        new("short-blocks", "how short a block BlockingWatch sees", ["--times N"], o => ShortBlocksMode.Run(o.Number("--times", 100))),
        new("allocations", "bytes for each item queued", [], static _ => AllocationMode.Run()),
    ];

    /// <summary>The text that lists the modes.</summary>
    public static string Help() =>
        "MODE and its options:" + Environment.NewLine + string.Concat(All.Select(static mode =>
            $"  {mode.Name,-16} {mode.Measures}{Environment.NewLine}"
            + (mode.Options.Length == 0 ? "" : $"  {"",-16}   {string.Join(", ", mode.Options)}{Environment.NewLine}")));

    private static int RoundsOf(Options options, int otherwise) => options.Number("--rounds", otherwise);

    private static string Text(Options options) => options.Text("--only") ?? "";

    private static List<Shape> Shapes(Options options) =>
        [.. ShapeTable.All.Where(s => Text(options).Split(';').Any(text => s.Name.Contains(text, StringComparison.OrdinalIgnoreCase)))];

    private static int Web(Options options)
    {
        if (options.Has("--own-client")) Load.UseOwnClient();
        int[] waits = [.. (options.Text("--waits") ?? "100,10").Split(',').Select(int.Parse)];
        return WebMode.Run(RoundsOf(options, 5), options.Number("--seconds", 2), waits, Text(options));
    }
}
