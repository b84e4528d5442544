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
