using System.Runtime.InteropServices;
using ThreadPoolDoctor.EndToEnd.Packages;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.EndToEnd.Pool;

/// <summary>
/// The swap as a user meets it: a fresh project, the package from a feed, one property, and not a line of source.
/// </summary>
public sealed class SwapPackageTests(PackedPool packed) : IClassFixture<PackedPool>
{
    private const string Requests = """
        using System;
        using System.Threading;

        // Sixty items that each block until all sixty are inside: the plain pool adds about one thread each half second.
        const int Items = 60;
        string name = "", context = "";
        using CountdownEvent inside = new(Items), answered = new(Items);
        for (int i = 0; i < Items; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                name = Thread.CurrentThread.Name ?? "";
                context = SynchronizationContext.Current is null ? "no context" : "a context";
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
        Console.WriteLine($"{name}, {typeof(ThreadPool).Name}, {typeof(RegisteredWaitHandle).Name}, {context}");
        """;

    [Theory]
    [InlineData("Implicit", "<ImplicitUsings>enable</ImplicitUsings>", "no context")]
    [InlineData(
        "Explicit", "<ThreadPoolDoctorPoolSynchronizationContext>true</ThreadPoolDoctorPoolSynchronizationContext>",
        "a context")]
    public async Task One_property_moves_a_program_to_the_bundled_pool(string name, string properties, string context)
    {
        string folder = packed.Project(
            name, "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", properties + "<UseThreadPoolDoctorPool>true</UseThreadPoolDoctorPool>", Requests);
        (await Dotnet.Must(folder, "run")).Trim()
            .ShouldBe($"TPD Worker, DoctorThreadPool, PoolRegisteredWaitHandle, {context}");
    }

    [Fact]
    public async Task Without_the_property_the_package_changes_nothing()
    {
        string folder = packed.Project("Untouched", "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", "", Requests.Replace("Items = 60", "Items = 2"));
        (await Dotnet.Must(folder, "run")).Trim()
            .ShouldBe(".NET TP Worker, ThreadPool, RegisteredWaitHandle, no context");
    }

    [Theory]
    [InlineData("7.3", "in C# 7.3: set LangVersion to 10.0 or later")]
    [InlineData("9.0", "in C# 9.0: set LangVersion to 10.0 or later")]
    public async Task Before_CSharp_10_the_build_says_that_the_program_stays_as_it_was(string version, string told)
    {
        string folder = packed.Project("Old" + version, "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", $"""
            <LangVersion>{version}</LangVersion>
            <TreatWarningsAsErrors>false</TreatWarningsAsErrors>
            <UseThreadPoolDoctorPool>true</UseThreadPoolDoctorPool>
            """, """
            using System;
            using System.Threading;

            class Program
            {
                static void Main() => Console.WriteLine(typeof(ThreadPool).Name);
            }
            """);
        string output = await Dotnet.Must(folder, "build", "-v", "q", "-nologo");
        output.ShouldContain("warning TPDPOOL002: UseThreadPoolDoctorPool does nothing " + told);
        (await Dotnet.Must(folder, "run", "--no-build")).Trim().ShouldBe("ThreadPool");
    }

    [Theory]
    [InlineData("net10.0", "runtimes/linux-x64/lib/net10.0/")]
    [InlineData("net8.0", "")]
    public async Task On_linux_x64_a_program_for_NET_10_gets_the_pool_compiled_ahead_of_time(string framework, string place)
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64) return;
        string folder = packed.Project("Ahead" + framework, "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool", "<RollForward>Major</RollForward>", """
            using System;
            using System.IO;
            using ThreadPoolDoctor.Pool;

            using WorkPool pool = new();
            Console.WriteLine(Path.GetRelativePath(AppContext.BaseDirectory, typeof(WorkPool).Assembly.Location));
            """, framework);
        (await Dotnet.Must(folder, "run")).Trim().ShouldBe(place + "ThreadPoolDoctor.Pool.dll");
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
        (await Dotnet.Must(folder, "run")).Trim().ShouldBe("TPD Worker, DoctorThreadPool");
    }

    [Fact]
    public async Task The_build_says_where_the_alias_does_not_reach_and_nowhere_else()
    {
        string folder = packed.Project(
            "Unreached", "Microsoft.NET.Sdk", "ThreadPoolDoctor.Pool",
            "<OutputType>Library</OutputType><TreatWarningsAsErrors>false</TreatWarningsAsErrors><UseThreadPoolDoctorPool>true</UseThreadPoolDoctorPool>", """
            using System.Threading;

            namespace Reached
            {
                class Queueing
                {
                    bool Alias() => ThreadPool.QueueUserWorkItem(_ => { });
                    bool Meant() => System.Threading.ThreadPool.QueueUserWorkItem(_ => { });
                    bool Own() => Mine.ThreadPool.QueueUserWorkItem(1);
                    object Unused() => typeof(ThreadPool);
                }
            }

            namespace Mine
            {
                static class ThreadPool
                {
                    internal static bool QueueUserWorkItem(int number) => number > 0;
                }
            }
            """);
        string[] files =
        [
            """
            namespace Inside
            {
                using System.Threading;

                class Queueing
                {
                    bool Queue() => ThreadPool.QueueUserWorkItem(_ => { });
                    long Count => ThreadPool.CompletedWorkItemCount;
                    System.Func<WaitCallback, bool> Group => ThreadPool.QueueUserWorkItem;
                }
            }
            """,
            """
            using static System.Threading.ThreadPool;

            class Static
            {
                bool Queue() => QueueUserWorkItem(_ => { });
            }
            """,
            """
            namespace System.Threading.Extra;

            class Queueing
            {
                bool Queue() => ThreadPool.QueueUserWorkItem(_ => { });
            }
            """,
            """
            namespace Renamed
            {
                using Pool = System.Threading.ThreadPool;

                class Queueing
                {
                    bool Queue() => Pool.QueueUserWorkItem(_ => { });
                }
            }
            """,
        ];
        for (int i = 0; i < files.Length; i++) File.WriteAllText(Path.Combine(folder, $"File{i}.cs"), files[i]);
        string output = await Dotnet.Must(folder, "build", "--no-incremental", "-v", "q", "-nologo", "-clp:NoSummary");
        string[] told = [.. output.Split('\n').Where(static line => line.Contains("TPDPOOL", StringComparison.Ordinal))
            .Select(line => line.Replace(folder, "", StringComparison.Ordinal).TrimStart('/', '\\').Split(" [")[0].Trim()).Distinct().Order(StringComparer.Ordinal)];
        await Verifier.Verify(string.Join('\n', told));
    }
}
