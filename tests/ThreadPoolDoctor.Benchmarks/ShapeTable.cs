namespace ThreadPoolDoctor.Benchmarks;

/// <summary>All rows. To add one: a class in Shapes, a line here.</summary>
internal static class ShapeTable
{
    public static IReadOnlyList<Shape> All { get; } =
    [
        new TenMillion(),
        new Forked(Forked.SeedDepth, 1),
        new Forked(3, 10_000),
        new Forked(10, 200),
        new Forked(16, 5),
        new SixSizes(10, 4_000_000),
        new SixSizes(100, 4_000_000),
        new SixSizes(1_000, 1_000_000),
        new SixSizes(10_000, 100_000),
        new SixSizes(100_000, 10_000),
        new SixSizes(1_000_000, 1_000),
        new PingPong(1, 1_000_000, local: false),
        new PingPong(8, 100_000, local: false),
        new PingPong(1, 1_000_000, local: true),
        new PingPong(8, 100_000, local: true),
        new FanOut(2, 10_000, 1_000),
        new FanOut(16, 10_000, 1_000),
        new FanOut(256, 500, 1_000),
        new Bursts(100, 200),
        new Bursts(10_000, 50),
        new RequestReply(20_000, 0),
        new RequestReply(20_000, 5_000),
        new TaskRuns(100, 1_000),
        new TaskRuns(20_000, 4),
        new Yields(1, 500_000),
        new Yields(100, 10_000),
        new AsyncTurns(20_000),
        new AsyncSources(50_000),
        new AsyncStages(10, 20_000),
        new Continuations(1, 50_000),
        new Continuations(1_000, 100),
        new DataflowItems(500_000, 1),
        new DataflowItems(500_000, 4),
    ];
}
