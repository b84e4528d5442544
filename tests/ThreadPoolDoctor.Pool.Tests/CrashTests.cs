using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>What an exception that escapes an item does to the process, seen from outside.</summary>
public class CrashTests
{
    [Theory]
    [InlineData("queue")]
    [InlineData("flowing")]
    [InlineData("local")]
    [InlineData("item")]
    [InlineData("high")]
    [InlineData("post")]
    [InlineData("custom")]
    public async Task Without_a_handler_it_ends_the_process_as_on_ThreadPool(string how)
    {
        (int code, string error) = await Child.RunAsync(how);
        (int theirCode, string theirError) = await Child.RunAsync("threadpool");
        code.ShouldBe(theirCode);
        code.ShouldNotBe(0);
        FirstLine(error).ShouldBe(FirstLine(theirError));
        FirstLine(error).ShouldBe("Unhandled exception. System.InvalidOperationException: boom");
        // The whole stack, from the place that threw.
        error.ShouldContain("Child.Throw");
        error.ShouldContain("told of boom");
    }

    [Fact]
    public async Task With_a_handler_the_process_goes_on()
    {
        (int code, string error) = await Child.RunAsync("handled");
        error.ShouldBe("");
        code.ShouldBe(0);
    }

    [Fact]
    public async Task What_the_handler_throws_ends_the_process()
    {
        (int code, string error) = await Child.RunAsync("handler throws");
        code.ShouldNotBe(0);
        FirstLine(error).ShouldBe("Unhandled exception. System.NotSupportedException: handler");
    }

    [Fact]
    public async Task A_task_keeps_its_exception_and_the_process_goes_on()
    {
        (int code, string error) = await Child.RunAsync("task");
        error.ShouldBe("");
        code.ShouldBe(0);
    }

    private static string FirstLine(string text) => text.Split('\n').FirstOrDefault(static l => l.StartsWith("Unhandled", StringComparison.Ordinal), "").Trim();
}

/// <summary>The program that crashes.</summary>
internal static class Child
{
    public static async Task<(int Code, string Error)> RunAsync(string how, params (string Name, string Value)[] environment)
    {
        using Process process = Start(how, environment);
        string error = await process.StandardError.ReadToEndAsync().WaitAsync(Patience.Limit);
        await process.WaitForExitAsync().WaitAsync(Patience.Limit);
        return (process.ExitCode, error);
    }

    /// <summary>Starts this assembly as a program, by the same runtime that runs the tests.</summary>
    public static Process Start(string how, params (string Name, string Value)[] environment)
    {
        string? host = Environment.ProcessPath, name = Path.GetFileNameWithoutExtension(host), own = typeof(Child).Assembly.GetName().Name;
        bool isOwn = string.Equals(name, own, StringComparison.OrdinalIgnoreCase);
        var start = new ProcessStartInfo(host is not null && (isOwn || name == "dotnet") ? host : "dotnet",
            isOwn ? [how] : ["exec", typeof(Child).Assembly.Location, how])
        {
            RedirectStandardError = true,
            Environment = { ["DOTNET_DbgEnableMiniDump"] = "0", ["TPD_PART_OF_A_TEST"] = "1" },
        };
        foreach ((string variable, string value) in environment) start.Environment[variable] = value;
        return Process.Start(start)!;
    }

    private static int Main(string[] arguments) => arguments[0] switch
    {
        "run" => TestRun.Run(arguments[1..]),
        "deny" => DeniedCalls.DenyAndExecute(arguments[1], arguments[2..]),
        "nothing" => 0,
        "limits set" => Swap.LimitsPrograms.Set(),
        "limits configured" => Swap.LimitsPrograms.Configured(),
        _ => Crash(arguments),
    };

    private static int Crash(string[] arguments)
    {
        if (LifeCyclePrograms.Run(arguments[0]) is { } code) return code;
        AppDomain.CurrentDomain.UnhandledException += static (_, e) => Console.Error.WriteLine($"told of {((Exception)e.ExceptionObject).Message}");
        var options = new WorkPoolOptions
        {
            UnhandledException = arguments[0] switch
            {
                "handled" => Ignore,
                "handler throws" => static _ => throw new NotSupportedException("handler"),
                _ => null,
            },
            QueueFactory = arguments[0] == "custom" ? static _ => new FifoWorkQueue() : null,
        };
        var pool = new WorkPool(options);
        switch (arguments[0])
        {
            case "threadpool": ThreadPool.QueueUserWorkItem(static _ => Throw()); break;
            case "flowing": _ = new AsyncLocal<int> { Value = 1 }; pool.Queue(Throw); break;
            case "local": pool.UnsafeQueue(() => pool.UnsafeQueue(Throw, preferLocal: true)); break;
            case "item": pool.UnsafeQueue(new Thrower()); break;
            case "high": pool.UnsafeQueue(Throw, lane: WorkLane.High); break;
            case "post": pool.SynchronizationContext.Post(static _ => Throw(), null); break;
            case "task": return OfTask(pool);
            default: pool.UnsafeQueue(Throw); break;
        }
        if (arguments[0] == "handled")
        {
            pool.DrainAsync().Wait();
            int after = 0;
            pool.UnsafeQueue(() => after++);
            pool.DrainAsync().Wait();
            return after == 1 ? 0 : 3;
        }
        // The crash comes first.
        Thread.Sleep(TimeSpan.FromMinutes(1));
        return 2;
    }

    private static int OfTask(WorkPool pool)
    {
        Task task = pool.Run(Throw);
        pool.DrainAsync().Wait();
        return task.Exception?.InnerException is InvalidOperationException ? 0 : 3;
    }

    private static void Ignore(Exception exception)
    {
    }

    private static void Throw() => throw new InvalidOperationException("boom");

    private sealed class Thrower : IThreadPoolWorkItem
    {
        public void Execute() => Throw();
    }
}
