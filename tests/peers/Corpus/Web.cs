using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;

namespace Corpus;

/// <summary>What a web server runs on pool threads.</summary>
[ApiController]
public class ShopController(HttpClient client) : ControllerBase
{
    [HttpGet]
    public string Get()
    {
        Thread.Sleep(50); // item
        return client.GetStringAsync("http://localhost").Result; // item
    }

    [HttpPost]
    public async Task<string> Post(IFormFile file)
    {
        await Task.Yield();
        file.CopyTo(Stream.Null); // item
        return new StreamReader(Request.Body).ReadToEnd(); // item
    }
}

public class Chat : Hub
{
    public void Say(string text) => Clients.All.SendAsync("said", text).Wait(); // item
}

public class Middleware(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context)
    {
        context.Response.Body.Flush(); // item
        Thread.Sleep(50); // item
        return next(context);
    }
}

public class Worker : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            Thread.Sleep(500); // item
            await Task.Yield();
        }
    }
}

public static class Endpoints
{
    public static void Map(WebApplication app)
    {
        app.MapGet("/a", () => Tasks.Load().Result); // item
        app.MapGet("/b", (HttpContext context) => { Thread.Sleep(50); return "b"; }); // item
        app.MapGet("/c", async (HttpContext context) =>
        {
            await Task.Yield();
            context.Response.Body.Write([5]); // item
            return File.ReadAllText("c"); // item
        });
        app.Use(async (context, next) =>
        {
            Tasks.Load().Wait(); // item
            await next(context);
        });
    }
}
