using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// What is done once when something has failed or ends is a suggestion: what a server says of an error, and a socket
/// that is let go.
/// </summary>
public sealed class HeatOfEndsTests
{
    private const string Error = "answer of an error";

    [Theory]
    [InlineData("try { await t; } catch (WebException e) { using var r = new StreamReader(e.Response!.GetResponseStream()); r.ReadToEnd(); }", Error)]
    [InlineData("try { await t; } catch (WebException e) { var a = (HttpWebResponse)e.Response!; using (var s = a.GetResponseStream()) using (var r = new StreamReader(s)) { r.ReadToEnd(); } }", Error)]
    [InlineData("try { await t; } catch (WebException e) { Tell(e); } static void Tell(WebException e) { using var r = new StreamReader((e.Response as HttpWebResponse)!.GetResponseStream()); r.ReadToEnd(); }", Error)]
    [InlineData("var a = await q.GetResponseAsync(); using var r = new StreamReader(a.GetResponseStream()); r.ReadToEnd();", null)]
    [InlineData("WebResponse? a = await q.GetResponseAsync(); try { await t; } catch (WebException e) { a = e.Response; } using var r = new StreamReader(a!.GetResponseStream()); r.ReadToEnd();", null)]
    public Task What_a_server_says_of_an_error_is_a_suggestion(string work, string? place) => Read(work, place);

    [Theory]
    [InlineData("await Task.Yield(); f.Shutdown(SocketShutdown.Both); f.Disconnect(false); f.Close();", "end of a connection")]
    [InlineData("await Task.Yield(); f.Disconnect(true);", null)]
    [InlineData("await Task.Yield(); f.Disconnect(f.Connected);", null)]
    public Task A_socket_that_is_let_go_is_a_suggestion(string work, string? place) => Read(work, place);

    /// <summary>In a program that serves, where a pause is a warning elsewhere.</summary>
    [Theory]
    [InlineData("Thread.Sleep(3000); Environment.Exit(1);", "end of the process")]
    [InlineData("Thread.Sleep(3000); Console.Write(5); Environment.FailFast(\"no\");", "end of the process")]
    [InlineData("Last(); void Last() { Thread.Sleep(3000); Environment.Exit(1); }", "end of the process")]
    [InlineData("Thread.Sleep(3000); if (f.Connected) Environment.Exit(1);", null)]
    [InlineData("if (f.Connected) { Thread.Sleep(3000); } Environment.Exit(1);", null)]
    [InlineData("Thread.Sleep(3000); Exit(1); void Exit(int n) { }", null)]
    [InlineData("Environment.Exit(1); { Thread.Sleep(3000); }", null)]
    public Task A_pause_before_the_process_ends_is_a_suggestion(string work, string? place) => Read("await Task.Yield(); " + work, place);

    private static async Task Read(string work, string? place)
    {
        Diagnostic found = (await Examine.Run(
            ["using System.Net; using System.Net.Sockets; class C { async Task M(Task t, WebRequest q, Socket f) { " + work + " } }"], new())).Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }
}
