using ThreadPoolDoctor.Benchmarks;
using ThreadPoolDoctor.Benchmarks.Adverse;
using ThreadPoolDoctor.Benchmarks.Compare;
using ThreadPoolDoctor.Benchmarks.Governed;
using ThreadPoolDoctor.Benchmarks.Micro;
using ThreadPoolDoctor.Benchmarks.Monitoring;

if (args is ["doctor", ..]) return ThreadPoolDoctor.Benchmarks.Doctor.DoctorCost.Run(args);
if (args is ["governed-case", var governedCase, var how]) return GovernedMode.RunCase(governedCase, how == "governed");
if (args is ["adverse-one", var adversity, var onWhich]) return AdverseMode.RunOne(adversity, onWhich == "bundled");
if (args is ["compare-child", var variant, .. var count]) return VariantProcess.Run(variant, count is [var number] ? int.Parse(number) : null);

string mode = args.FirstOrDefault() ?? "";
string? Option(string name) => args.SkipWhile(a => a != name).Skip(1).FirstOrDefault();
int rounds = int.Parse(Option("--rounds") ?? "7");
string only = Option("--only") ?? "";
// Several texts with semicolons between them: what one shape leaves behind for the next can then be looked at.
var chosen = ShapeTable.All.Where(s => only.Split(';').Any(text => s.Name.Contains(text, StringComparison.OrdinalIgnoreCase))).ToList();

switch (mode)
{
    case "seeds":
        return SeedTable.Run(chosen, rounds);
    case "seeds-only":
        return SeedTable.Run([.. chosen.Where(static s => s.IsSeed)], rounds);
    case "profile":
        return ProfileMode.Run(chosen, rounds, args.Contains("--theirs"));
    case "starved":
        return StarvedTable.Run(int.Parse(Option("--requests") ?? "300"), args.Contains("--alone"), only);
    case "adverse":
        return AdverseMode.Run(Option("--rounds") is null ? 3 : rounds, only);
    case "governed":
        return GovernedMode.Run(Option("--rounds") is null ? 1 : rounds, only);
    case "governed-shapes":
        return GovernedShapes.Run(chosen, Option("--rounds") is null ? 3 : rounds);
    case "stress":
        return StressMode.Run(long.Parse(Option("--items") ?? "100000000"), TimeSpan.FromMinutes(60), Option("--seed"));
    case "soak":
        return StressMode.Run(long.MaxValue, TimeSpan.FromMinutes(double.Parse(Option("--minutes") ?? "10")), Option("--seed"));
    case "idle":
        return IdleMode.Run(int.Parse(Option("--seconds") ?? "60"));
    case "scaling":
        return ScalingMode.Run();
    case "web":
        if (args.Contains("--own-client")) ThreadPoolDoctor.Benchmarks.Web.Load.UseOwnClient();
        return ThreadPoolDoctor.Benchmarks.Web.WebMode.Run(
            int.Parse(Option("--rounds") ?? "5"), int.Parse(Option("--seconds") ?? "2"), [.. (Option("--waits") ?? "100,10").Split(',').Select(int.Parse)], only);
    case "compare":
        int? Number(string name) => Option(name) is { } text ? int.Parse(text) : null;
        string[] pools = [.. args.Zip(args.Skip(1)).Where(static pair => pair.First == "--pool").Select(static pair => pair.Second)];
        return CompareMode.Run(pools, Option("--shapes")?.Split(';') ?? [], Number("--processors"), Number("--workers"),
            Number("--pairs") ?? 6, Number("--rounds") ?? 5);
    case "queues":
        return QueuesMode.Run(rounds);
    case "micro":
        QueueBenchmarks.Run();
        return 0;
    case "telemetry":
        return TelemetryMode.Run(rounds);
    case "telemetry-pipe":
        return TelemetryMode.RunInside(only, rounds);
    case "monitor-cost":
        return MonitorCostMode.Run(int.Parse(Option("--pairs") ?? "21"));
    case "watch":
        return ThreadPoolDoctor.Benchmarks.Doctor.WatchCost.Throughput(rounds);
    case "watch-memory":
        return ThreadPoolDoctor.Benchmarks.Doctor.WatchCost.Memory(double.Parse(Option("--minutes") ?? "10", System.Globalization.CultureInfo.InvariantCulture));
    case "short-blocks":
        return ShortBlocksMode.Run(int.Parse(Option("--times") ?? "100"));
    case "allocations":
        return AllocationMode.Run();
    default:
        Console.Error.WriteLine("Modes: seeds, seeds-only, compare, profile, starved, adverse, governed, governed-shapes, scaling, queues, micro, telemetry, allocations, short-blocks, monitor-cost, watch, watch-memory, web, idle, stress, soak, doctor; options: --rounds N, --only TEXT[;TEXT], --theirs, --requests N, --times N, --alone, --seconds N, --waits MS,MS, --own-client");
        return 2;
}
