using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app that awaits everything, under load from a hundred connections.</summary>
internal static class AsyncLoad
{
    public static void Run(Session session)
    {
        int port = WebServer.Start(app => app.MapGet("/", LoadAsync));
        LoadGenerator load = LoadGenerator.Start(session, port, session.Option("connections", 100));
        session.ReadyWhenWarm(() => load.Responses > 2_000);
        if (session.Option("report", 0) != 0) session.Every(1_000, () => Console.WriteLine($"responses {load.Responses}"));
    }

    private static async Task<string> LoadAsync()
    {
        await Task.Delay(50);
        return "order";
    }
}
