using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>
/// A console program, a web application and a library that refer to the package, as a user would write them. A line
/// that ends in a comment with an id is expected to be reported with it.
/// </summary>
internal static class FreshProjects
{
    public const string Requests = """
        using System.Diagnostics;

        // Items that block while they wait for an answer: the pool adds a thread now and then, and the rest queue.
        const int Items = 30;
        double delay = 0;
        Lock sum = new();
        using CountdownEvent answered = new(Items);
        for (int i = 0; i < Items; i++)
        {
            long queued = Stopwatch.GetTimestamp();
            ThreadPool.QueueUserWorkItem(_ =>
            {
                double waited = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                lock (sum) delay += waited;
                Thread.Sleep(500); // TPD002
                answered.Signal();
            });
        }
        answered.Wait();
        Console.WriteLine($"{Items} answered");
        Console.WriteLine(delay / Items < 400 ? "at once" : "late");
        """;

    public static string Console(PackedAnalyzer packed, string name, string properties = "") =>
        packed.Project(name, "Microsoft.NET.Sdk", "<OutputType>Exe</OutputType>" + properties, ("Program.cs", Requests));

    public static string Web(PackedAnalyzer packed, string name, string properties = "") =>
        packed.Project(name, "Microsoft.NET.Sdk.Web", properties, ("Program.cs", """
                var builder = WebApplication.CreateBuilder(args);
                builder.Logging.ClearProviders();
                builder.WebHost.UseUrls("http://127.0.0.1:0");
                builder.Services.AddSingleton<Stock>();
                var app = builder.Build();
                app.MapGet("/slow", () =>
                {
                    Thread.Sleep(20); // TPD002
                    return "slow";
                });
                app.MapGet("/stock/{name}", (string name, Stock stock) => stock.Count(name));
                await app.StartAsync();
                using HttpClient client = new() { BaseAddress = new Uri(app.Urls.Single()) };
                Console.WriteLine(await client.GetStringAsync("/slow"));
                Console.WriteLine(await client.GetStringAsync("/stock/apples"));
                await app.StopAsync();
                """), ("Stock.cs", """
                /// <summary>Counts <see cref="Count"/>.</summary>
                internal sealed class Stock
                {
                    public int Count(string name)
                    {
                        string file = Path.GetTempFileName();
                        File.WriteAllText(file, name); // TPD003
                        return File.ReadAllText(file).Length; // TPD003
                    }
                }
                """));

    public static string Library(PackedAnalyzer packed, string name, string properties = "") =>
        packed.Project(name, "Microsoft.NET.Sdk", properties, ("Loader.cs", """
                namespace Library;

                public sealed class Loader
                {
                    public void Start() => Task.Run(() => Load("localhost"));

                    public Task Wait()
                    {
                        return Task.Run(() => Pause());
                    }

                    public string Load(string host) => System.Net.Dns.GetHostEntry(host).HostName; // TPD003

                    // Queued once, and brief: a suggestion, which a pass cures all the same.
                    private static void Pause() => Thread.Sleep(5);
                }
                """));

    /// <summary>One sleep that an await cures, and what is left to a person's choice.</summary>
    public static string Offers(PackedAnalyzer packed, string name) =>
        packed.Project(name, "Microsoft.NET.Sdk", "", ("Waits.cs", """
                namespace Quiet;

                public sealed class Waits
                {
                    private readonly object _gate = new();

                    public async Task RunAsync(Task other)
                    {
                        await Task.Yield();
                        Thread.Sleep(5); // TPD002
                        lock (_gate)
                        {
                            other.Wait(); // TPD001
                        }
                    }

                    public void Start(ManualResetEventSlim ready, AutoResetEvent[] events, WaitOrTimerCallback changed)
                    {
                        ThreadPool.QueueUserWorkItem(_ => ready.Wait()); // TPD004
                        foreach (AutoResetEvent each in events)
                        {
                            ThreadPool.RegisterWaitForSingleObject(each, changed, null, -1, false); // TPD006
                        }
                    }

                    public Timer Poll() => new(async _ => await Task.Delay(5), null, 0, 100); // TPD007
                }
                """));

    /// <summary>The build's output tells what the comments say, and nothing else.</summary>
    public static void AssertReported(string folder, string output) => AssertAllReported(output, folder);

    /// <summary>The same of several projects that were built together.</summary>
    public static void AssertAllReported(string output, params string[] folders)
    {
        string[] reported = [.. Regex.Matches(output, @"(\w+\.cs)\((\d+),\d+\): warning (TPD\d+)").Select(m => $"{m.Groups[1]}:{m.Groups[2]} {m.Groups[3]}").Distinct().Order()];
        string[] expected = [.. folders.SelectMany(folder => Directory.GetFiles(folder, "*.cs")).SelectMany(file => File.ReadAllLines(file)
            .Select((line, i) => (Match: Regex.Match(line, @"// (TPD\d+)$"), Line: i + 1))
            .Where(found => found.Match.Success)
            .Select(found => $"{Path.GetFileName(file)}:{found.Line} {found.Match.Groups[1]}")).Order()];
        reported.ShouldBe(expected, output);
    }
}
