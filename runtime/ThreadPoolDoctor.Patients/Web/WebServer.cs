using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// An ordinary ASP.NET Core application on Kestrel, at a free loopback port, with nothing on standard output.
/// </summary>
internal static class WebServer
{
    /// <summary>Starts it and returns the port it listens on.</summary>
    public static int Start(Action<WebApplication> map)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        WebApplication app = builder.Build();
        map(app);
        app.StartAsync().Wait();
        return new Uri(app.Urls.Single()).Port;
    }

    /// <summary>Starts it, puts it under load, and is ready when it starves.</summary>
    public static void RunSick(Session session, Action<WebApplication> map)
    {
        LoadGenerator.Start(session, Start(map), session.Option("connections", 250));
        session.ReadyWhenStarving();
    }
}
