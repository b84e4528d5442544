using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>The app: each way to block, its async twin, and endpoints that never block.</summary>
internal static class Shop
{
    // Requests take the locks in turn, so that they, not one convoy, decide the throughput: locks / wait per second.
    private const int Locks = 16;

    private static readonly object[] s_locks = [.. Enumerable.Range(0, Locks).Select(static _ => new object())];
    private static readonly SemaphoreSlim[] s_semaphores = [.. Enumerable.Range(0, Locks).Select(static _ => new SemaphoreSlim(1))];
    private static int s_turn;

    public static WebApplication Build(BackendConnections backend, bool onPool)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        // Kestrel's heartbeat complains with a warning.
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        WebApplication app = builder.Build();
        if (onPool) app.UseWorkPool();
        MapPairs(app, backend);
        app.MapGet("/async/delay/{wait:int}", static async (int wait) => await LoadAsync(wait));
        app.MapGet("/async/none", static () => Task.FromResult("ok"));
        app.MapGet("/async/yield", static async () =>
        {
            await Task.Yield();
            return "ok";
        });
        app.MapGet("/threads", static () => $"{WorkPool.Shared.GetStatistics().Workers} {ThreadPool.ThreadCount}");
        return app;
    }

    private static void MapPairs(WebApplication app, BackendConnections backend)
    {
        app.MapGet("/blocking/sleep/{wait:int}", static (int wait) =>
        {
            Thread.Sleep(wait);
            return "ok";
        });
        app.MapGet("/twin/sleep/{wait:int}", static async (int wait) =>
        {
            await Task.Delay(wait);
            return "ok";
        });
        app.MapGet("/blocking/result/{wait:int}", static (int wait) => LoadAsync(wait).Result);
        app.MapGet("/twin/result/{wait:int}", static async (int wait) => await LoadAsync(wait));
        app.MapGet("/blocking/socket/{wait:int}", (int wait) =>
        {
            backend.Ask(wait);
            return "ok";
        });
        app.MapGet("/twin/socket/{wait:int}", async (int wait) =>
        {
            await backend.AskAsync(wait);
            return "ok";
        });
        app.MapGet("/blocking/lock/{wait:int}", (int wait) =>
        {
            lock (s_locks[Interlocked.Increment(ref s_turn) & (Locks - 1)]) backend.Ask(wait);
            return "ok";
        });
        app.MapGet("/twin/lock/{wait:int}", async (int wait) =>
        {
            SemaphoreSlim semaphore = s_semaphores[Interlocked.Increment(ref s_turn) & (Locks - 1)];
            await semaphore.WaitAsync();
            try
            {
                await backend.AskAsync(wait);
            }
            finally
            {
                semaphore.Release();
            }
            return "ok";
        });
    }

    private static async Task<string> LoadAsync(int wait)
    {
        await Task.Delay(wait);
        return "ok";
    }
}
