using System.Text.Json;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// Runs shapes on both pools, interleaved round by round so that a noisy minute hits both, and prints one row each:
/// medians, spreads (half the distance between the quartiles), the figure, its goal. Warm-up comes first: ThreadPool is
/// compiled ahead, WorkPool by the JIT in steps that take some tenths of a second of use.
/// </summary>
internal static class SeedTable
{
    // A shape of some milliseconds has its noise from the machine's other tenants, a millisecond here and there: it
    // gets more rounds than were asked for, as many as fit in these milliseconds, up to so many.
    private const int EnoughTime = 1500, EnoughRounds = 51;

    public static int Run(IReadOnlyList<Shape> shapes, int rounds)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        Console.WriteLine($"{rounds} rounds, up to {EnoughRounds} of short shapes; times in ms, median ± half the interquartile range");
        Console.WriteLine();
        Console.WriteLine($"| {"shape",-44} | {"ThreadPool",18} | {"WorkPool",18} | {"floor, ours",13} | {"figure",24} | {"goal",6} | reached |");
        Console.WriteLine("|---|---|---|---|---|---|---|");
        var rows = shapes.Select(shape => Measure(shape, rounds)).ToList();
        string file = Path.Combine(Environment.CurrentDirectory, "seeds.json");
        File.WriteAllText(file, JsonSerializer.Serialize(
            new { machine = Machine.Description, command = Machine.Command, date = DateTime.UtcNow, rounds, rows }, JsonOptions));
        Console.WriteLine();
        Console.WriteLine($"Written to {Path.GetFileName(file)}.");
        return 0;
    }

    private static readonly JsonSerializerOptions JsonOptions = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    private static Row Measure(Shape shape, int rounds)
    {
        List<double> theirs = [], ours = [], floors = [];
        WarmUp(shape);
        long enough = Environment.TickCount64 + EnoughTime;
        for (int round = 0; round < rounds || (round < EnoughRounds && Environment.TickCount64 < enough); round++)
        {
            // Who goes first alternates: the second one finds a warmer machine and fuller heap.
            double a = 0, b = 0;
            if (round % 2 == 0)
            {
                a = Clean(() => shape.Run(default(SystemPool)));
                b = Clean(() => shape.Run(default(DoctorPool)));
            }
            else
            {
                b = Clean(() => shape.Run(default(DoctorPool)));
                a = Clean(() => shape.Run(default(SystemPool)));
            }
            double floor = Clean(shape.Floor);
            theirs.Add(a);
            ours.Add(b);
            floors.Add(floor);
        }
        double figure = shape.Score(Stats.Median(theirs), Stats.Median(ours), floors.Min());
        var row = new Row(shape.Name, Stats.Median(theirs), Stats.Spread(theirs), Stats.Median(ours), Stats.Spread(ours),
            floors.Min(), figure, shape.Unit, shape.Goal, figure >= shape.Goal);
        string floorText = double.IsNaN(row.Floor) ? "" : $"{row.Floor:F1} x{row.WorkPool / row.Floor:F2}";
        Console.WriteLine($"| {row.Shape,-44} | {row.ThreadPool,9:F1} ± {row.ThreadPoolSpread,6:F1} | {row.WorkPool,9:F1} ± {row.WorkPoolSpread,6:F1} | {floorText,13} | {row.Figure,7:F2} {row.Unit,-16} | {row.Goal,6:F2} | {(row.Reached ? "yes" : "NO"),-7} |");
        return row;
    }

    private static void WarmUp(Shape shape)
    {
        long end = Environment.TickCount64 + 1500;
        for (int run = 0; run < 2 || (Environment.TickCount64 < end && run < 60); run++)
        {
            shape.Run(default(DoctorPool));
            shape.Run(default(SystemPool));
            Thread.Sleep(20);
        }
        shape.Floor();
    }

    private static double Clean(Func<double> run)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return run();
    }

    private sealed record Row(string Shape, double ThreadPool, double ThreadPoolSpread, double WorkPool, double WorkPoolSpread,
        double Floor, double Figure, string Unit, double Goal, bool Reached);
}
