using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// A method of the program's own that is called as a host's is not a host's: the program still ends.
/// </summary>
public sealed class HeatOfOwnNamesTests
{
    private const string Work = "static async Task LoadAsync() { for (int i = 0; i < 5; i++) { await Task.Yield(); Thread.Sleep(5); } } ";

    private const string Main = Work + "static int Main(string[] args) { Go(); return args.Length; } ";

    [Theory]
    [InlineData("static void Go() => CreateBuilder(); static object CreateBuilder() => new();")]
    [InlineData("static void Go() => new Words().Consume(5); class Words { public void Consume(int one) { } }")]
    [InlineData("static void Go() { Listen(); void Listen() { } }")]
    [InlineData("static void Go() => new HostBuilder(); class HostBuilder;")]
    [InlineData("static void Go() => Make.CreateDefaultBuilder(); static class Make { public static int CreateDefaultBuilder() => 5; }")]
    [InlineData("static void Go() => Take(Listen); static void Listen() { } static void Take(Action one) => one();")]
    [InlineData("static void Go() => _ = new Tone().Listen; class Tone { public bool Listen { get; } }")]
    [InlineData("static void Go() => new Own.HttpListener(); static class Own { public class HttpListener; }")]
    public Task A_program_that_names_its_own_so_ends(string more) => Program(Main + more, "command-line program");

    [Theory]
    [InlineData("static void Go() => Listen(); static void Listen() => new System.Net.Sockets.Socket(default(System.Net.Sockets.SocketType), default).Listen(5);")]
    [InlineData("static void Go() => Listen(); static void Listen() => new System.Net.HttpListener().Start();")]
    [InlineData("static void Go() => new Own().Listen(); class Own : System.Net.Sockets.Socket { public Own() : base(default(System.Net.Sockets.SocketType), default) { } }")]
    [InlineData("static void Go() => new Bus().Consume(); class Bus { readonly dynamic _bus = new object(); public void Consume() => _bus.Consume(); }")]
    [InlineData("static void Go() => new System.Net.Sockets.TcpListener(System.Net.IPAddress.Any, 5); class Kept { object? TcpListener; }")]
    public Task One_that_hands_on_to_a_host_stays(string more) => Program(Main + more, null);

    /// <summary>A service with a method of that name takes no connections.</summary>
    [Theory]
    [InlineData("public void Listen() { } public void Go() => Listen();", "file")]
    [InlineData("public void Listen() => new System.Net.HttpListener().Start(); public void Go() => Listen();", null)]
    public Task Nor_do_others_come_to_a_service_by_it(string member, string? place) => HeatOfToolsTests.Told(HeatTests.Alone("Other",
        "class BackgroundService; class Service : BackgroundService { public void Begin(FileSystemWatcher watch) => watch.Created += (_, _) => "
            + $"File.ReadAllText(\"a\"); {member} }}"), place is null ? null : place);

    private static Task Program(string members, string? place) =>
        HeatOfToolsTests.Told(HeatTests.Alone("Other", $"class C {{ {members} }}", OutputKind.ConsoleApplication), place);
}
