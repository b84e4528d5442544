namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>One row of a comparison; what it returns is milliseconds, less is better.</summary>
/// <param name="Name">What a user would call it.</param>
/// <param name="Run">One run on the variant's pool.</param>
/// <param name="IsLong">It takes some tenths of a second whatever the pool does, so it is run less often.</param>
internal sealed record ComparedShape(string Name, Func<double> Run, bool IsLong = false)
{
    // The suite's shapes in sizes that take some 10 to 40 ms, so that two variants take turns often.
    public static IReadOnlyList<ComparedShape> All { get; } =
    [
        Of("ten million, in parts of 1 million", new TenMillion(1_000_000)),
        new("four producers x 50,000", () => Producers.Run(4, 50_000)),
        Of("forked", new Forked(17, 1)),
        Of("forked, small trees", new Forked(3, 2_000)),
        Of("forked, deep", new Forked(20, 1)),
        Of("size 10", new SixSizes(10, 400_000)),
        Of("size 100", new SixSizes(100, 200_000)),
        Of("size 1,000", new SixSizes(1_000, 40_000)),
        Of("size 10,000", new SixSizes(10_000, 4_000)),
        Of("size 100,000", new SixSizes(100_000, 400)),
        Of("size 1,000,000", new SixSizes(1_000_000, 40)),
        Of("fan-out 1", new FanOut(1, 2_000, 1_000)),
        Of("fan-out 2", new FanOut(2, 2_000, 1_000)),
        Of("fan-out 16", new FanOut(16, 1_000, 1_000)),
        Of("fan-out 256", new FanOut(256, 100, 1_000)),
        Of("ping-pong 1", new PingPong(1, 100_000, local: false)),
        Of("ping-pong 8", new PingPong(8, 12_000, local: false)),
        Of("chain 1", new PingPong(1, 200_000, local: true)),
        Of("chain 8", new PingPong(8, 25_000, local: true)),
        Of("request/reply", new RequestReply(3_000, 0)),
        Of("request/reply, tail of 5,000", new RequestReply(2_000, 5_000)),
        Of("task runs, 20 batches of 1,000", new TaskRuns(20, 1_000)),
        Of("task runs, 1 batch of 20,000", new TaskRuns(1, 20_000)),
        Of("yields 1", new Yields(1, 50_000)),
        Of("yields 100", new Yields(100, 500)),
        Of("async turns", new AsyncTurns(10_000)),
        Of("async sources", new AsyncSources(20_000)),
        Of("async stages", new AsyncStages(10, 10_000)),
        Of("bursts of 100", new Bursts(100, 20)),
        Of("bursts of 10,000", new Bursts(10_000, 8)),
        new("High lane among Normal of 1 ms, p99", HighLane.Run, IsLong: true),
        new("requests V1, mean delay", BlockingRequests.Run, IsLong: true),
        new("counters, all ended", EndlessCounters.Run, IsLong: true),
    ];

    private static ComparedShape Of(string name, Shape shape) => new(name, () => shape.Run(default(ComparedPool)));
}
