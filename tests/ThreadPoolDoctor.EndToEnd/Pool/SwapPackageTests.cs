using ThreadPoolDoctor.EndToEnd.Analyzers;

namespace ThreadPoolDoctor.EndToEnd.Pool;

/// <summary>The swap as a user meets it: a fresh project, the package from a feed, one property, and not a line of source.</summary>
public sealed class SwapPackageTests(PackedPool packed) : IClassFixture<PackedPool>
{
    private const string Requests = """
        using System;
        using System.Threading;

        // Sixty items that each block until all sixty are inside: the plain pool adds about one thread each half second.
        const int Items = 60;
        string name = "";
        using CountdownEvent inside = new(Items), answered = new(Items);
        for (int i = 0; i < Items; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                name = Thread.CurrentThread.Name ?? "";
                inside.Signal();
                inside.Wait();
                answered.Signal();
            });
        }
        answered.Wait();
        using AutoResetEvent signal = new(false);
        using ManualResetEventSlim called = new();
        RegisteredWaitHandle wait = ThreadPool.RegisterWaitForSingleObject(signal, (_, _) => called.Set(), null, -1, true);
        signal.Set();
        called.Wait();
        wait.Unregister(null);
        ThreadPool.SetMinThreads(4, 4);
        Console.WriteLine($"{name}, {typeof(ThreadPool).Name}, {typeof(RegisteredWaitHandle).Name}");
        """;

    [Theory]
    [InlineData("Implicit", "<ImplicitUsings>enable</ImplicitUsings>")]
    [InlineData("Explicit", "<ImplicitUsings>disable</ImplicitUsings>")]
    public async Task One_property_moves_a_program_to_the_bundled_pool(string name, string properties)
    {
        string folder = packed.Project(
            name, "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", properties + "<UseThreadPoolDoctorPool>true</UseThreadPoolDoctorPool>", Requests);
        (await Dotnet.Must(folder, packed.Packages, "run")).Trim().ShouldBe("TPD Worker, DoctorThreadPool, PoolRegisteredWaitHandle");
    }

    [Fact]
    public async Task Without_the_property_the_package_changes_nothing()
    {
        string folder = packed.Project("Untouched", "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", "", Requests.Replace("Items = 60", "Items = 2"));
        (await Dotnet.Must(folder, packed.Packages, "run")).Trim().ShouldBe(".NET TP Worker, ThreadPool, RegisteredWaitHandle");
    }

    [Fact]
    public async Task A_web_application_runs_its_requests_on_the_pool_and_the_property_comes_along()
    {
        string folder = packed.Project(
            "Shop", "Microsoft.NET.Sdk.Web", "ThreadPoolDoctor.Pool.AspNetCore",
            "<ImplicitUsings>enable</ImplicitUsings><UseThreadPoolDoctorPool>true</UseThreadPoolDoctorPool>", """
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            builder.Services.AddWorkPool();
            var app = builder.Build();
            app.UseWorkPool();
            app.MapGet("/", () => $"{Thread.CurrentThread.Name}, {typeof(ThreadPool).Name}");
            await app.StartAsync();
            using HttpClient client = new() { BaseAddress = new Uri(app.Urls.Single()) };
            Console.WriteLine(await client.GetStringAsync("/"));
            await app.StopAsync();
            """);
        (await Dotnet.Must(folder, packed.Packages, "run")).Trim().ShouldBe("TPD Worker, DoctorThreadPool");
    }
}
