namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>What an HttpListener answers goes out with each write, so that its Flush does nothing.</summary>
public sealed class FlushTests
{
    [Theory]
    [InlineData("web.Response.OutputStream.Flush();")]
    [InlineData("using var to = web.Response.OutputStream; to.Flush();")]
    [InlineData("Stream to = web.Response.OutputStream; to.Flush();")]
    [InlineData("HttpListenerResponse answer = web.Response; answer.OutputStream.Flush();")]
    [InlineData("_kept = web.Response; _kept.OutputStream.Flush();")]
    [InlineData("Out(web).Flush();")]
    [InlineData("Put(web.Response);")]
    [InlineData("web?.Response.OutputStream.Flush();")]
    [InlineData("using var to = pick ? web.Response.OutputStream : new TcpClient().GetStream(); to.Flush();")]
    public Task It_is_silent(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("using var to = new BufferedStream(web.Response.OutputStream); [|to.Flush()|];")]
    [InlineData("using var to = new GZipStream(web.Response.OutputStream, CompressionMode.Compress); [|to.Flush()|];")]
    [InlineData("using var to = pick ? web.Response.OutputStream : File.Create(\"a\"); [|to.Flush()|];")]
    [InlineData("[|web.Response.OutputStream.WriteByte(5)|]; web.Response.OutputStream.Flush();")]
    [InlineData("[|other.OutputStream.Flush()|];")]
    public Task What_keeps_something_back_is_told(string work) => Examine.Reports("TPD003", Around(work));

    /// <summary>TLS of which nobody sees what is below is over a connection.</summary>
    [Theory]
    [InlineData("void Go(SslStream s) => ThreadPool.QueueUserWorkItem(_ => s.Flush());")]
    [InlineData("void Go(NegotiateStream s) => Task.Run(() => s.Flush());")]
    [InlineData("SslStream? _kept; void Done(IAsyncResult all) { _kept = all.AsyncState as SslStream; } async Task M() { await Task.Yield(); _kept!.Flush(); }")]
    [InlineData("AuthenticatedStream? _kept; protected void Open(AuthenticatedStream all) { _kept = all; } async Task M() { await Task.Yield(); _kept!.Flush(); }")]
    public Task Tls_over_what_nobody_sees_is_silent(string members) => Examine.Silent(OverTls(members));

    [Theory]
    [InlineData("async Task M(Stream s) { await Task.Yield(); using SslStream all = new(new BufferedStream(s)); [|all.Flush()|]; }")]
    [InlineData("async Task M() { await Task.Yield(); SslStream all = new(File.Create(\"a\")); [|all.Flush()|]; }")]
    [InlineData("async Task M(SslStream s) { await Task.Yield(); using GZipStream all = new(s, CompressionMode.Compress); [|all.Flush()|]; }")]
    [InlineData("AuthenticatedStream? _kept; void Open() => _kept = new SslStream(File.Create(\"a\")); async Task M() { await Task.Yield(); [|_kept!.Flush()|]; }")]
    public Task Tls_over_what_keeps_something_back_is_told(string members) => Examine.Reports("TPD003", OverTls(members));

    private static string OverTls(string members) => $$"""
        using System.IO.Compression;
        using System.Net.Security;
        public class C { {{members}} }
        """;

    private static string Around(string work) => $$"""
        using System.IO.Compression;
        using System.Net;
        using System.Net.Sockets;
        class Other { public FileStream OutputStream { get; } = File.Create("a"); }
        class C
        {
            private HttpListenerResponse? _kept;
            static Stream Out(HttpListenerContext web) => web.Response.OutputStream;
            static void Put(HttpListenerResponse answer) => answer.OutputStream.Flush();
            void Keep() => _kept?.Close();
            async Task M(HttpListenerContext web, bool pick, Other other) { await Task.Yield(); {{work}} }
        }
        """;
}
