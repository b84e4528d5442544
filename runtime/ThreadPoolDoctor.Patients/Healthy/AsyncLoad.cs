using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A web app that awaits everything, under load from a hundred connections. With `--pause 0` it does as much as the
/// processors can.
/// </summary>
internal static class AsyncLoad
{
    public static void Run(Session session)
    {
        int pause = session.Option("pause", 50);
        int port = WebServer.Start(app => app.MapGet("/", () => LoadAsync(pause)));
        LoadGenerator load = LoadGenerator.Start(session, port, session.Option("connections", 100));
        session.Progress = () => load.Responses;
        session.ReadyWhenWarm(() => load.Responses > 2_000);
    }

    private static async Task<string> LoadAsync(int pause)
    {
        if (pause > 0) await Task.Delay(pause);
        else await Task.Yield();
        return "order";
    }
}
