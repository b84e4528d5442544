using Microsoft.AspNetCore.Builder;

namespace ThreadPoolDoctor.Patients;

/// <summary>A web app that nobody calls.</summary>
internal static class IdleWeb
{
    public static void Run(Session session)
    {
        WebServer.Start(app => app.MapGet("/", () => "order"));
        session.Ready();
    }
}
