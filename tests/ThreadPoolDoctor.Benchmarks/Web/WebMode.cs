namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// A web app whose handlers block, three times as a process of its own: with UseWorkPool, on the plain pool, and on the
/// plain pool with the async twin of each handler. Windows of load in turns, so that what drifts does so for all; but
/// the starved one comes last.
/// </summary>
internal static class WebMode
{
    private const int Connections = 125;

    // Of the endpoints that never block, asked meanwhile: few enough that the processors are not what they share.
    private const int AsyncConnections = 20;
    private const string AsyncPath = "/async/delay/10";

    private static readonly string[] s_kinds = ["sleep", "result", "lock", "socket"];

    public static int Run(int rounds, int seconds, int[] waits, string only)
    {
        bool Chosen(string name) => name.Contains(only, StringComparison.OrdinalIgnoreCase);
        if (!s_kinds.Append("meanwhile").Append("async").Any(Chosen))
        {
            Console.Error.WriteLine($"--only {only} chooses nothing; there are: {string.Join(", ", s_kinds)}, meanwhile, async");
            return 2;
        }
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        Console.WriteLine($"client: {Load.Client}; {Connections} connections, {rounds} rounds of {seconds} s after one to warm up");
        using AppProcess backend = AppProcess.Backend();
        foreach (int wait in waits)
        {
            Console.WriteLine($"\nrequests per second, handlers that wait {wait} ms");
            Console.WriteLine($"{"",-8} {"async twin",10} {"WorkPool",10} {"ratio",6} {"spread",7} {"plain",10} {"ratio",6} {"first",6}  CPU ms/request: twin WorkPool plain");
            foreach (string kind in s_kinds.Where(Chosen)) Blocking(kind, wait, rounds, seconds, backend);
        }
        if (Chosen("meanwhile")) Meanwhile(waits[0], rounds, seconds, backend);
        if (Chosen("async")) Async(rounds, seconds, backend);
        return 0;
    }

    private static void Blocking(string kind, int wait, int rounds, int seconds, AppProcess backend)
    {
        using var apps = new Variants(backend);
        (Series twin, Series pool, Series plain) = (new(apps.Twin, $"/twin/{kind}/{wait}"), new(apps.Pool, $"/blocking/{kind}/{wait}"), new(apps.Plain, $"/blocking/{kind}/{wait}"));
        foreach (Series series in InTurns([twin, pool], rounds)) series.Measure(Connections, seconds);
        // By itself and last: what it is asked for it works off long after nobody listens, which would disturb the
        // others.
        foreach (Series series in InTurns([plain], rounds)) series.Measure(Connections, seconds);
        Console.WriteLine($"{kind,-8} {twin.Median,10:N0} {pool.Median,10:N0} {Ratio(pool, twin)} {plain.Median,10:N0} {plain.Median / twin.Median,6:0.00} {plain.First / twin.Median,6:0.00}  "
            + $"{twin.ProcessorTime:0.000} {pool.ProcessorTime:0.000} {plain.ProcessorTime:0.000}{apps.Complaints}{Errors(twin, pool, plain)}");
    }

    /// <summary>
    /// The async endpoint of the same app while the blocking ones are under load; beside it alone, and beside async
    /// twins.
    /// </summary>
    private static void Meanwhile(int wait, int rounds, int seconds, AppProcess backend)
    {
        Console.WriteLine($"\nan async endpoint of the same app, {AsyncConnections} connections, waits 10 ms: requests per second and p99 ms");
        Console.WriteLine($"{"meanwhile, wait " + wait,-24} {"alone",16} {"beside twins",16} {"WorkPool",16} {"ratio",6} {"spread",7} {"plain",16}");
        foreach (string kind in s_kinds)
        {
            using var apps = new Variants(backend);
            Series alone = new(apps.Pool, AsyncPath), twin = new(apps.Twin, AsyncPath), pool = new(apps.Pool, AsyncPath), plain = new(apps.Plain, AsyncPath);
            foreach (Series series in InTurns([alone, twin, pool], rounds).Concat(InTurns([plain], rounds)))
            {
                string? beside = series == alone ? null : series == twin ? $"/twin/{kind}/{wait}" : $"/blocking/{kind}/{wait}";
                Task? load = beside is null ? null
                    : Task.Factory.StartNew(() => Load.Run(series.App.Port, beside, Connections, seconds + 1), TaskCreationOptions.LongRunning);
                // The blocking load begins first and ends last.
                Thread.Sleep(500);
                series.Measure(AsyncConnections, seconds);
                load?.Wait();
            }
            Console.WriteLine($"{kind,-24} {alone} {twin} {pool} {Ratio(pool, twin)} {plain}{apps.Complaints}{Errors(alone, twin, pool, plain)}");
        }
    }

    /// <summary>What UseWorkPool costs handlers that do not block, with all processors in use.</summary>
    private static void Async(int rounds, int seconds, AppProcess backend)
    {
        Console.WriteLine($"\nrequests per second, handlers that never block, processors saturated");
        Console.WriteLine($"{"",-18} {"plain",10} {"WorkPool",10} {"ratio",6} {"spread",7}");
        foreach (string path in new[] { "/async/none", "/async/yield", "/async/delay/1" })
        {
            using var apps = new Variants(backend);
            Series plain = new(apps.Plain, path), pool = new(apps.Pool, path);
            foreach (Series series in InTurns([plain, pool], rounds)) series.Measure(Connections, seconds);
            Console.WriteLine($"{path,-18} {plain.Median,10:N0} {pool.Median,10:N0} {Ratio(pool, plain)}{apps.Complaints}{Errors(plain, pool)}");
        }
    }

    /// <summary>
    /// One round to warm up, then the others, each beginning with another one; but never the same one twice in a row,
    /// since an app works off what it was asked for after the window has ended.
    /// </summary>
    private static IEnumerable<Series> InTurns(Series[] all, int rounds)
    {
        for (int round = 0; round <= rounds; round++)
        {
            int first = all.Length > 2 ? round : 0;
            for (int i = 0; i < all.Length; i++) yield return all[(first + i) % all.Length];
        }
    }

    private static string Ratio(Series series, Series other)
    {
        double[] ratios = [.. series.PerSecond.Zip(other.PerSecond, static (a, b) => a / b)];
        return $"{Stats.Median(ratios),6:0.00} {"±" + Stats.Spread(ratios).ToString("0.00"),7}";
    }

    private static string Errors(params Series[] all)
    {
        long errors = all.Sum(static s => s.Errors);
        return errors == 0 ? "" : $"; {errors} errors ({string.Join(" ", all.Select(static s => s.Errors))})";
    }

    /// <summary>The three processes.</summary>
    private sealed class Variants(AppProcess backend) : IDisposable
    {
        public AppProcess Twin { get; } = AppProcess.App(onPool: false, backend);

        public AppProcess Pool { get; } = AppProcess.App(onPool: true, backend);

        public AppProcess Plain { get; } = AppProcess.App(onPool: false, backend);

        public string Complaints =>
            $"; late beats {Twin.LateBeats} {Pool.LateBeats} {Plain.LateBeats}, Kestrel's warnings {Twin.HeartbeatWarnings} {Pool.HeartbeatWarnings} {Plain.HeartbeatWarnings}";

        public void Dispose()
        {
            Twin.Dispose();
            Pool.Dispose();
            Plain.Dispose();
        }
    }

    /// <summary>The windows of one variant; the first one is to warm up.</summary>
    private sealed class Series(AppProcess app, string path)
    {
        private readonly List<LoadResult> _windows = [];
        private readonly List<double> _processorTimes = [];

        public AppProcess App => app;

        public IEnumerable<double> PerSecond => _windows.Skip(1).Select(static w => w.PerSecond);

        public double Median => Stats.Median(PerSecond);

        /// <summary>The window in which a starved pool has not yet grown.</summary>
        public double First => _windows[0].PerSecond;

        public long Errors => _windows.Sum(static w => w.Errors);

        /// <summary>Milliseconds of processor time per request.</summary>
        public double ProcessorTime => Stats.Median(_processorTimes.Skip(1));

        public void Measure(int connections, int seconds)
        {
            TimeSpan before = app.ProcessorTime;
            LoadResult window = Load.Run(app.Port, path, connections, seconds);
            _processorTimes.Add((app.ProcessorTime - before).TotalMilliseconds / (window.PerSecond * seconds));
            _windows.Add(window);
        }

        public override string ToString() =>
            $"{Median.ToString("N0") + " / " + Stats.Median(_windows.Skip(1).Select(static w => w.P99)).ToString("0.0"),16}";
    }
}
