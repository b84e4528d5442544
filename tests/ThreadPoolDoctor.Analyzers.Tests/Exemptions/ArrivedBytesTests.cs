namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>Who has asked whether something is there reads it without waiting, however it was asked.</summary>
public class ArrivedBytesTests
{
    [Theory]
    [InlineData("while (s.Available < 6) await Task.Delay(5); s.Receive(b);")]
    [InlineData("while (s.Available == 0) { await Task.Delay(5); } Console.WriteLine(); int n = s.Receive(b); Console.WriteLine(n);")]
    [InlineData("while (!w.DataAvailable) await Task.Delay(5); if (b.Length > 5) { w.Read(b, 0, 1); }")]
    [InlineData("NetworkStream? from = null; if (b.Length > 5) from = p.GetStream(); while (p.Available < 6) await Task.Delay(5); from.Read(b, 0, 6);")]
    [InlineData("await Task.Yield(); while (p.Available > 0) p.GetStream().ReadByte();")]
    public Task What_a_loop_has_waited_for_is_there(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("while (s.Available < 6) { if (b.Length > 5) break; await Task.Delay(5); } [|s.Receive(b)|];")]
    [InlineData("int rounds = 0; while (s.Available < 6 && rounds++ < 5) await Task.Delay(5); [|s.Receive(b)|];")]
    [InlineData("while (s.Available < 6) await Task.Delay(5); s.Receive(b); [|s.Receive(b)|];")]
    [InlineData("while (s.Available < 6) await Task.Delay(5); while (b[0] > 5) { [|s.Receive(b)|]; }")]
    [InlineData("while (s.Available < 6) await Task.Delay(5); [|t.Receive(b)|];")]
    [InlineData("while (s.Available > 6) await Task.Delay(5); [|s.Receive(b)|];")]
    [InlineData("while (p.Available < 6) await Task.Delay(5); [|w.Read(b, 0, 6)|];")]
    [InlineData("while (s.Available < 6) await Task.Delay(5); s = t; [|s.Receive(b)|];")]
    public Task What_may_still_be_missing_is_waited_for(string work) => Examine.Reports("TPD003", Around(work));

    [Theory]
    [InlineData("while (Available > 0) { var end = new System.Net.IPEndPoint(0, 0); _ = Receive(ref end); }")]
    [InlineData("while (this.Available == 0) await Task.Delay(5); var end = new System.Net.IPEndPoint(0, 0); _ = Receive(ref end);")]
    public Task A_type_may_ask_itself(string work) => Examine.Silent(Own(work));

    [Fact]
    public Task One_that_has_not_asked_waits() =>
        Examine.Reports("TPD003", Own("var end = new System.Net.IPEndPoint(0, 0); _ = [|Receive(ref end)|];"));

    [Theory]
    [InlineData("await Task.Yield(); if (l.Pending()) l.AcceptTcpClient();")]
    [InlineData("while (true) { if (!l.Pending()) { await Task.Delay(5); continue; } using var one = l.AcceptSocket(); }")]
    [InlineData("await Task.Yield(); while (s.Poll(0, SelectMode.SelectRead)) { using var one = s.Accept(); }")]
    [InlineData("await Task.Yield(); List<Socket> all = [s, t]; Socket.Select(all, null, null, 0); foreach (var one in all) one.Receive(b);")]
    public Task So_is_a_connection_that_is_pending_and_what_a_select_has_left(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("if (l.Pending()) Console.WriteLine(); await Task.Yield(); [|l.AcceptTcpClient()|];")]
    [InlineData("await Task.Yield(); if (s.Poll(0, SelectMode.SelectWrite)) [|s.Accept()|];")]
    [InlineData("await Task.Yield(); List<Socket> all = [s], others = [t]; Socket.Select(all, null, null, 0); foreach (var one in others) [|one.Receive(b)|];")]
    [InlineData("await Task.Yield(); List<Socket> all = [s]; Socket.Select(all, null, null, 0); foreach (var one in all) while (one.Connected) [|one.Receive(b)|];")]
    public Task Another_is_waited_for(string work) => Examine.Reports("TPD003", Around(work));

    [Theory]
    [InlineData("await Task.Yield(); if (w.DataAvailable) Take(w); void Take(NetworkStream from) => from.Read(b, 0, 1);")]
    [InlineData("await Task.Yield(); while (w.DataAvailable) Take(5, w); void Take(int most, NetworkStream from) { Console.WriteLine(); from.Read(b, 0, most); }")]
    public Task A_helper_takes_what_its_caller_has_asked_for(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("await Task.Yield(); if (w.DataAvailable) [|Take(w)|]; void Take(NetworkStream from) { from.Read(b, 0, 1); from.Read(b, 1, 1); }")]
    [InlineData("await Task.Yield(); if (w.DataAvailable) [|Take(w)|]; void Take(NetworkStream from) { while (from.Read(b, 0, 1) > 0) { } }")]
    [InlineData("await Task.Yield(); if (w.DataAvailable) [|Take(p.GetStream())|]; void Take(NetworkStream from) => from.Read(b, 0, 1);")]
    public Task And_waits_for_more(string work) => Examine.Reports("TPD003", Around(work));

    /// <summary>A client, its socket and its stream are one connection.</summary>
    [Theory]
    [InlineData("await Task.Yield(); while (p.Available > 0 && p.Connected) p.Client.Receive(b);")]
    [InlineData("await Task.Yield(); if (p.Client.Available > 0) p.GetStream().Read(b, 0, 1);")]
    [InlineData("await Task.Yield(); if (p.Client.Poll(0, SelectMode.SelectRead)) p.GetStream().ReadByte();")]
    [InlineData("await Task.Yield(); var from = p.GetStream(); if (p.Client.Poll(0, SelectMode.SelectRead)) from.ReadByte();")]
    [InlineData("await Task.Yield(); if (p.GetStream().DataAvailable) p.Client.Receive(b);")]
    [InlineData("await Task.Yield(); var below = p.Client; if (p.Available > 0) below.Receive(b);")]
    [InlineData("await Task.Yield(); var from = new NetworkStream(s); while (s.Available > 0) from.ReadByte();")]
    [InlineData("await Task.Yield(); if (w.DataAvailable) w.Socket.Receive(b);")]
    [InlineData("await Task.Yield(); if (l.Pending()) l.Server.Accept();")]
    [InlineData("await Task.Yield(); if (l.Server.Poll(0, SelectMode.SelectRead)) l.AcceptTcpClient();")]
    [InlineData("while (p.Client.Available < 6) await Task.Delay(5); p.GetStream().Read(b, 0, 6);")]
    [InlineData("await Task.Yield(); foreach (var one in ones) { if (one.Client.Available == 0) continue; one.Client.Client.Receive(b); }")]
    public Task A_connection_has_several_names(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("await Task.Yield(); if (p.Available > 0) [|s.Receive(b)|];")]
    [InlineData("var from = b[0] > 5 ? p.GetStream() : q.GetStream(); while (p.Available < 6) await Task.Delay(5); [|from.Read(b, 0, 6)|];")]
    [InlineData("await Task.Yield(); if (q.Available > 0) [|p.Client.Receive(b)|];")]
    [InlineData("await Task.Yield(); if (q.Client.Poll(0, SelectMode.SelectRead)) [|p.GetStream().ReadByte()|];")]
    [InlineData("await Task.Yield(); var from = new NetworkStream(t); while (s.Available > 0) [|from.ReadByte()|];")]
    [InlineData("await Task.Yield(); if (p.Client.Poll(0, SelectMode.SelectWrite)) [|p.GetStream().ReadByte()|];")]
    [InlineData("await Task.Yield(); if (p.Available == 0) [|p.Client.Receive(b)|];")]
    [InlineData("await Task.Yield(); if (p.Available > 0) while (b[0] > 5) [|p.Client.Receive(b)|];")]
    [InlineData("while (p.Available < 6) await Task.Delay(5); p.GetStream().ReadByte(); [|p.Client.Receive(b)|];")]
    [InlineData("await Task.Yield(); foreach (var one in ones) { if (ones[0].Client.Available == 0) continue; [|one.Client.Client.Receive(b)|]; }")]
    public Task Another_connection_has_others(string work) => Examine.Reports("TPD003", Around(work));

    private static string Own(string work) => $$"""
        class Listener() : System.Net.Sockets.UdpClient(5)
        {
            async Task Listen() { await Task.Yield(); {{work}} }
        }
        """;

    private static string Around(string work) => $$"""
        using System.Net.Sockets;
        class One { public TcpClient Client { get; set; } = new(); }
        class C
        {
            async Task M(Socket s, Socket t, NetworkStream w, TcpClient p, byte[] b, TcpListener l, TcpClient q, One[] ones) { {{work}} }
        }
        """;

    /// <summary>
    /// A client of datagrams hands over what it sends, unless it is given a name that has to be looked up.
    /// </summary>
    [Theory]
    [InlineData("u.Send(b, 5, end);")]
    [InlineData("u.Connect(end); u.Send(b, 5);")]
    [InlineData("u.Send(b, 5, \"127.0.0.1\", 9);")]
    public Task Datagrams_are_handed_over(string work) => Examine.Silent(Datagrams(work));

    [Theory]
    [InlineData("[|u.Send(b, 5, name, 9)|];")]
    [InlineData("[|u.Send(b, 5, \"far\", 9)|];")]
    [InlineData("[|u.Receive(ref end)|];")]
    public Task A_name_is_looked_up_and_an_answer_is_waited_for(string work) => Examine.Reports("TPD003", Datagrams(work));

    private static string Datagrams(string work) =>
        "class C { async Task M(System.Net.Sockets.UdpClient u, byte[] b, string name) { await Task.Yield(); System.Net.IPEndPoint end = new(0, 5); " + work + " } }";

    /// <summary>What a request of an HttpListener sends, and what is sent to it, comes over a connection.</summary>
    [Fact]
    public Task The_streams_of_a_listener_are_connections() => Examine.Reports("TPD003", """
        class C
        {
            void Serve(System.Net.HttpListenerContext web) => Task.Run(() => { [|Put(web)|]; [|Get(web.Request)|]; });
            static void Put(System.Net.HttpListenerContext web) => web.Response.OutputStream.Write(new byte[5], 0, 5);
            static void Get(System.Net.HttpListenerRequest asked) => asked.InputStream.ReadByte();
        }
        """);
}
