namespace ThreadPoolDoctor.Benchmarks;

/// <summary>All rows. To add one: a class in Shapes, a line here.</summary>
internal static class ShapeTable
{
    public static IReadOnlyList<Shape> All { get; } =
    [
        new TenMillion(),
        new Forked(),
        new SixSizes(10, 4_000_000),
        new SixSizes(100, 4_000_000),
        new SixSizes(1_000, 1_000_000),
        new SixSizes(10_000, 100_000),
        new SixSizes(100_000, 10_000),
        new SixSizes(1_000_000, 1_000),
    ];
}
