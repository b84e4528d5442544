using ThreadPoolDoctor.Benchmarks.Web;

// One of the processes of the benchmark's mode `web`: `app plain|pool <backend's port>` or `backend`. It prints
// "ready <port>" and ends with its standard input, so that it never outlives the benchmark.
switch (args)
{
    case ["backend"]:
        Console.WriteLine($"ready {Backend.Listen()}");
        Console.In.ReadToEnd();
        return 0;
    case ["app", "plain" or "pool", var port]:
        await using (WebApplication app = Shop.Build(new BackendConnections(int.Parse(port)), onPool: args[1] == "pool"))
        {
            await app.StartAsync();
            PoolHeartbeat.Start();
            Console.WriteLine($"ready {new Uri(app.Urls.Single()).Port}");
            Console.In.ReadToEnd();
            await app.StopAsync();
        }
        return 0;
    default:
        Console.Error.WriteLine("Started by tests/ThreadPoolDoctor.Benchmarks, mode `web`.");
        return 2;
}
