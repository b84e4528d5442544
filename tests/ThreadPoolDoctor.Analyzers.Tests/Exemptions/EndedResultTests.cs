namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>End waits for nothing once somebody has waited for its result, or has asked whether it is there.</summary>
public sealed class EndedResultTests
{
    [Theory]
    [InlineData("if (![|r.AsyncWaitHandle.WaitOne(5)|]) throw new TimeoutException(); s.EndConnect(r);")]
    [InlineData("if ([|r.AsyncWaitHandle.WaitOne(5)|]) { s.EndConnect(r); } else { s.Close(); }")]
    [InlineData("bool isThere = [|r.AsyncWaitHandle.WaitOne(5, true)|]; if (isThere && s.Connected) { s.EndConnect(r); }")]
    [InlineData("[|r.AsyncWaitHandle.WaitOne()|]; s.EndConnect(r);")]
    [InlineData("if (time == 0) { if (![|r.AsyncWaitHandle.WaitOne()|]) s.Close(); } else if (![|r.AsyncWaitHandle.WaitOne(time)|]) { s.Close(); throw new TimeoutException(); } s.EndConnect(r);")]
    [InlineData("if (time == 0) { [|r.AsyncWaitHandle.WaitOne()|]; } else { if (![|r.AsyncWaitHandle.WaitOne(time)|]) return; } s.EndConnect(r);")]
    [InlineData("if ([|r.AsyncWaitHandle.WaitOne(time)|]) { Console.WriteLine(); } else { throw new TimeoutException(); } s.EndConnect(r);")]
    [InlineData("if (time == 0) { [|r.AsyncWaitHandle.WaitOne()|]; Console.WriteLine(); } else { return; } s.EndConnect(r);")]
    [InlineData("{ [|r.AsyncWaitHandle.WaitOne()|]; } s.EndConnect(r);")]
    public Task What_has_waited_before_is_told_and_the_end_is_not(string work) => Examine.Reports("TPD004", Program(work));

    [Theory]
    [InlineData("if (r.IsCompleted) s.EndConnect(r);")]
    [InlineData("while (!r.IsCompleted) await Task.Delay(5); if (!r.IsCompleted) return; s.EndConnect(r);")]
    public Task What_is_said_to_be_there_is_silent(string work) => Examine.Silent(Program(work));

    [Theory]
    [InlineData("[|s.EndConnect(r)|];")]
    [InlineData("if (r.IsCompleted) { } else { [|s.EndConnect(r)|]; }")]
    [InlineData("if (!other.IsCompleted) throw new TimeoutException(); [|s.EndConnect(r)|];")]
    [InlineData("if (!r.IsCompleted) Console.WriteLine(); [|s.EndConnect(r)|];")]
    public Task Else_the_end_waits(string work) => Examine.Reports("TPD003", Program(work));

    [Theory]
    [InlineData("var c = new TcpClient(); [|c.EndConnect(c.BeginConnect(\"a\", 5, null, null))|];")]
    [InlineData("var c = new TcpClient(); var r = c.BeginConnect(\"a\", 5, null, null); [|c.EndConnect(r)|];")]
    [InlineData("var l = new TcpListener(0); var r = l.BeginAcceptTcpClient(null, null); using var one = [|l.EndAcceptTcpClient(r)|];")]
    public Task That_of_a_client_and_a_listener_waits_as_well(string work) => Examine.Reports("TPD003", Clients(work));

    [Theory]
    [InlineData("var c = new TcpClient(); var r = c.BeginConnect(\"a\", 5, null, null); while (!r.IsCompleted) await Task.Delay(5); if (!r.IsCompleted) return; c.EndConnect(r);")]
    [InlineData("var c = new TcpClient(); c.BeginConnect(\"a\", 5, r => c.EndConnect(r), null);")]
    [InlineData("var l = new TcpListener(0); l.BeginAcceptSocket(r => { using var one = l.EndAcceptSocket(r); }, null);")]
    public Task In_its_callback_it_does_not(string work) => Examine.Silent(Clients(work));

    [Theory]
    [InlineData("if (time == 0) { if (!WaitFor(r.AsyncWaitHandle)) s.Close(); } else if (!WaitFor(r.AsyncWaitHandle)) { s.Close(); throw new TimeoutException(); } s.[|EndConnect|](r);")]
    [InlineData("if (time > 0) { if (!r.IsCompleted) return; } s.[|EndConnect|](r);")]
    [InlineData("if (r.IsCompleted) { Console.WriteLine(); } else { s.Blocking = true; } s.[|EndConnect|](r);")]
    [InlineData("if (time == 0) { if (!r.IsCompleted) return; } else { Console.WriteLine(r); } s.[|EndConnect|](r);")]
    [InlineData("{ if (!r.IsCompleted) Console.WriteLine(); } s.[|EndConnect|](r);")]
    public Task Unless_each_way_comes_from_its_end(string work) => Examine.Reports("TPD003", Program(work.Replace("s.[|EndConnect|](r)", "[|s.EndConnect(r)|]")));

    private static string Clients(string work) =>
        "using System.Net.Sockets; class C { async Task M(IAsyncResult other) { await Task.Yield(); " + work + " } }";

    private static string Program(string work) => $$"""
        class C
        {
            static bool WaitFor(WaitHandle handle) => handle.SafeWaitHandle.IsClosed;
            async Task M(System.Net.Sockets.Socket s, IAsyncResult other, int time)
            {
                await Task.Yield();
                var r = s.BeginConnect("a", 5, null, null);
                {{work}}
            }
        }
        """;
}
