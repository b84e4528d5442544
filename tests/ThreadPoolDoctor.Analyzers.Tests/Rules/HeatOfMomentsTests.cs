using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// Waits that are over in a moment, or for what was polled for; and calls of a library that cannot be awaited yet.
/// </summary>
public sealed class HeatOfMomentsTests
{
    [Theory]
    [InlineData("Load().Wait(1);", "a moment")]
    [InlineData("Load().Wait(10, default);", "a moment")]
    [InlineData("_gone.WaitOne(5);", "a moment")]
    [InlineData("Load().Wait(500);", null)]
    [InlineData("Load().Wait();", null)]
    [InlineData("while (_count < 5) Load().Wait(1);", null)]
    [InlineData("Thread.Sleep(5);", null)]
    public Task A_hundredth_of_a_second_is_a_suggestion(string work, string? place) => Read(work, place);

    [Theory]
    [InlineData("int n = 0; while (_s.Available < 5 && n < 20) { n++; await Task.Delay(5); } _s.Receive(new byte[5]);", "polled before")]
    [InlineData("while (_s.Available == 0 && _count < 5) await Task.Delay(5); _ = _s.Receive(new byte[5]);", "polled before")]
    [InlineData("while (_s.Available > 0 && _count < 5) await Task.Delay(5); _ = _s.Receive(new byte[5]);", null)]
    [InlineData("while (_t.Available == 0 && _count < 5) await Task.Delay(5); _ = _s.Receive(new byte[5]);", null)]
    public Task What_a_loop_has_polled_for_is_a_suggestion(string work, string? place) => Read(work, place);

    /// <summary>
    /// RabbitMQ.Client has nothing to await before its version 7: once a connection it is a suggestion, for each who
    /// comes a warning.
    /// </summary>
    [Theory]
    [InlineData("class C(RabbitMQ.Client.IConnectionFactory f) { async Task M() { await Task.Yield(); f.CreateConnection(); } }", "no asynchronous calls yet")]
    [InlineData("class C(RabbitMQ.Client.IConnectionFactory f) { async Task M() { await Task.Yield(); Open(); } void Open() => f.CreateConnection(); }", "no asynchronous calls yet")]
    [InlineData("class C(RabbitMQ.Client.IConnectionFactory f) { void M() { foreach (int i in new[] { 1, 2 }) Task.Run(() => { f.CreateConnection(); }); } }", null)]
    [InlineData("class C(RabbitMQ.Client.IConnectionFactory f) { event EventHandler? Came; void M() => Came += (_, _) => Task.Run(() => { f.CreateConnection(); }); }", null)]
    public async Task What_cannot_be_awaited_yet_is_a_suggestion(string program, string? place)
    {
        Diagnostic found = (await Examine.Run([program, "namespace RabbitMQ.Client { public interface IConnectionFactory { object CreateConnection(); } }"], new()))
            .Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.GetMessage().ShouldEndWith("; only a later version of the library has something to await there: until then, do it on a thread of its own");
    }

    /// <summary>A base class of the program's own is no Windows service, whatever it is called.</summary>
    [Theory]
    [InlineData("namespace Shop { abstract class ServiceBase { } class Own : ServiceBase { void Run(System.Net.Sockets.Socket s) => s.Listen(); } }", "nobody known to serve")]
    [InlineData("class Own { }", "nobody known to serve")]
    [InlineData("abstract class ServiceBase { } class Own : ServiceBase { void Run(System.Net.Sockets.Socket s) => s.Listen(); }", null)]
    public async Task A_class_is_not_a_service_by_its_name(string service, string? place)
    {
        Diagnostic found = (await HeatTests.Alone("Other", service
            + " public class C { public void M(System.Diagnostics.Process p) => Task.Run(() => p.WaitForExit()); }")).ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }

    private static async Task Read(string work, string? place)
    {
        Diagnostic found = (await Examine.Run(
            ["using System.Net.Sockets; class C(Socket _s, Socket _t, EventWaitHandle _gone) { int _count; async Task M() { await Task.Yield(); " + work
                + " _count++; } static async Task Load() => await Task.Delay(5000); }"], new())).Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }
}
