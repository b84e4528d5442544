using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// As <see cref="WebResult"/>, with everything in the lambda that is mapped, which the runtime inlines into a method of
/// its own making.
/// </summary>
internal static class WebLambda
{
    public static void Run(Session session) => WebServer.RunSick(session, app => app.MapGet("/", () =>
    {
        return FetchAsync().Result; // blamed TPD001
    }));

    private static async Task<string> FetchAsync()
    {
        await Task.Delay(500);
        return "order";
    }
}
