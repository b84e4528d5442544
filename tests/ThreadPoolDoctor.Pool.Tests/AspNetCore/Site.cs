using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace ThreadPoolDoctor.Pool.Tests.AspNetCore;

/// <summary>An app on Kestrel with a pool of its own, and a client that asks it.</summary>
internal sealed class Site : IAsyncDisposable
{
    /// <summary>The app itself, for tests that stop it.</summary>
    public WebApplication App { get; }

    private Site(WebApplication app, WorkPool pool)
    {
        App = app;
        Pool = pool;
        Client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()), Timeout = Patience.Limit };
    }

    public WorkPool Pool { get; }

    public HttpClient Client { get; }

    /// <summary>
    /// Starts the app; <paramref name="pipeline"/> says what comes, and where UseWorkPool stands in it.
    /// </summary>
    public static async Task<Site> Start(Action<WebApplication> pipeline, Action<IServiceCollection>? services = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddWorkPool(options => options.Processors = 2);
        services?.Invoke(builder.Services);
        WebApplication app = builder.Build();
        pipeline(app);
        await app.StartAsync();
        return new Site(app, app.Services.GetRequiredService<WorkPool>());
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await App.DisposeAsync();
    }
}
