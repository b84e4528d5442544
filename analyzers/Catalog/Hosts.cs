using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>What a program names that serves others, or waits for them to come.</summary>
internal static class Hosts
{
    /// <summary>Base types of what runs as long as its host does.</summary>
    public static IReadOnlyCollection<string> Services { get; } = new HashSet<string>
    {
        "BackgroundService", "IHostedService", "IHostedLifecycleService", "ServiceBase",
    };

    /// <summary>Base types of what the system starts, whoever is logged on.</summary>
    public static IReadOnlyCollection<string> SystemServices { get; } = new HashSet<string> { "ServiceBase" };

    /// <summary>Calls by which a host is told that the system starts it.</summary>
    public static IReadOnlyList<string> OfSystem { get; } =
        ["UseWindowsService", "AddWindowsService", "UseSystemd", "AddSystemd"];

    /// <summary>Calls and types by which a program takes connections or messages.</summary>
    public static IReadOnlyList<string> Listening { get; } =
        ["HttpListener", "TcpListener", "Listen", "BasicConsume", "Consume"];

    /// <summary>Calls and types by which a program waits for others to come.</summary>
    public static IReadOnlyList<string> Waiting { get; } =
    [
        .. Listening, "HostBuilder", "CreateDefaultBuilder", "CreateApplicationBuilder", "CreateBuilder",
    ];

    /// <summary>Calls and types by which a program puts up a web server of its own.</summary>
    public static IReadOnlyList<string> OfRequests { get; } =
    [
        "WebApplication", "WebHost", "WebHostBuilder", "CreateWebHostBuilder", "ConfigureWebHost", "ConfigureWebHostDefaults",
        "UseKestrel", "UseKestrelCore", "UseHttpSys", "UseStartup", "UseEndpoints", "MapControllers", "MapHub", "MapGrpcService",
        "MapGet", "MapPost", "HttpListener", "TcpListener", "WebApp", "HttpSelfHostServer", "HttpSelfHostConfiguration",
    ];

    /// <summary>
    /// Types of which a shell or a build makes one object a command, and what it calls of it, one after the other.
    /// </summary>
    public static IReadOnlyList<(string Type, string[] Methods)> Commands { get; } =
    [
        ("System.Management.Automation.Cmdlet", ["BeginProcessing", "ProcessRecord", "EndProcessing"]),
        ("Microsoft.Build.Framework.ITask", ["Execute"]),
    ];

    /// <summary>Base types of what answers a request.</summary>
    public static IReadOnlyCollection<string> Answering { get; } = new HashSet<string>
    {
        "ControllerBase", "Controller", "ApiController", "Hub", "PageModel",
    };
}
