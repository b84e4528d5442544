using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A web app that lets four requests at a time do their async work, but keeps the others out with a blocking Wait.
/// </summary>
internal static class WebSemaphore
{
    private static readonly SemaphoreSlim s_places = new(4);

    public static void Run(Session session) => WebServer.RunSick(session, app => app.MapGet("/", () => LoadAsync(7)));

    private static async Task<string> LoadAsync(int id)
    {
        s_places.Wait(); // blamed TPD004
        try
        {
            await Task.Delay(100);
            return $"order {id}";
        }
        finally
        {
            s_places.Release();
        }
    }
}
