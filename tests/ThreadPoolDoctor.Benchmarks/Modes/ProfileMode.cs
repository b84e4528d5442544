namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// The chosen shapes on one pool alone, for a profiler, and for two builds in turns: least, quartiles and median of the
/// runs after a warm-up, and the collections of all runs.
/// </summary>
internal static class ProfileMode
{
    public static int Run(IReadOnlyList<Shape> shapes, int rounds, bool theirs)
    {
        Console.WriteLine("| shape | least ms | quartile | median | quartile | collections |\n|---|---|---|---|---|---|");
        foreach (Shape shape in shapes)
        {
            for (long end = Environment.TickCount64 + 1000; Environment.TickCount64 < end;)
            {
                Once(shape, theirs);
            }
            int collections = GC.CollectionCount(0);
            List<double> times = [.. Enumerable.Range(0, rounds).Select(_ => Once(shape, theirs)).Order()];
            collections = GC.CollectionCount(0) - collections - rounds;
            Console.WriteLine($"| {shape.Name,-56} | {times[0],7:F1} | {times[rounds / 4],7:F1} | {times[rounds / 2],7:F1} | {times[rounds * 3 / 4],7:F1} | {collections} |");
        }
        return 0;
    }

    private static double Once(Shape shape, bool theirs)
    {
        GC.Collect();
        return theirs ? shape.Run(default(SystemPool)) : shape.Run(default(DoctorPool));
    }
}
