namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>What an object keeps of its constructor ends where those who make one say.</summary>
public sealed class KeptStreamTests
{
    private const string Kept = "class Wire { readonly Stream _s; public Wire(Stream s) => _s = s; public async Task Ask() { await Task.Yield(); [|Send()|]; } public void Send() => _s.Write(new byte[5], 0, 5); } ";

    [Theory]
    [InlineData("Wire Make(TcpClient c) => new Wire(c.GetStream());")]
    [InlineData("Wire Make(TcpClient c) { Wire made = new(c.GetStream()); return made; }")]
    [InlineData("Wire Make(Socket c) { Stream s = new NetworkStream(c); if (c.Connected) s = new System.Net.Security.SslStream(s); return Open(s); } Wire Open(Stream s) => new(s);")]
    [InlineData("Wire Make(TcpClient c) => new Wire(c.GetStream()); Wire Make(Stream s) => new Wire(s);")]
    public Task A_connection_that_a_class_is_made_with_is_waited_for(string makers) =>
        Examine.Reports("TPD003", Program(Kept, makers));

    [Theory]
    [InlineData("Wire Make(Stream s) => new Wire(s);")]
    [InlineData("Wire Make(TcpClient c) => new Wire(c.GetStream()); Wire Copy() => new Wire(new MemoryStream());")]
    [InlineData("Wire Make(TcpClient c) => new Wire(c.GetStream()); Wire Copy() => new Wire(File.Create(\"a\"));")]
    [InlineData("Wire Make() => new Wire(File.OpenRead(\"a\"));")]
    public Task What_may_be_something_else_is_not_reported(string makers) =>
        Examine.Silent(Program(Kept.Replace("[|Send()|]", "Send()"), makers));

    [Theory]
    [InlineData("var w = new Wire(new MemoryStream()); w.Send();", false)]
    [InlineData("var w = new Wire(c.GetStream()); [|w.Send()|];", true)]
    [InlineData("using var f = new Frames(c.GetStream()); f.Write(new byte[5], 0, 5); [|f.Flush()|];", true)]
    [InlineData("using var f = new Frames(new MemoryStream()); f.Write(new byte[5], 0, 5); f.Flush();", false)]
    public Task Of_an_object_that_is_made_on_the_way_its_own_tells(string work, bool isFar)
    {
        string program = Program(Kept.Replace("[|Send()|]", "Console.WriteLine()") + """
            class Frames(Stream to) : MemoryStream
            {
                readonly Stream _to = to;
                public override void Flush() { _to.Write(ToArray(), 0, 5); SetLength(0); }
            }
            """, "Wire Make(TcpClient c) => new Wire(c.GetStream()); async Task M(TcpClient c) { await Task.Yield(); " + work + " }");
        return isFar ? Examine.Reports("TPD003", program) : Examine.Silent(program);
    }

    private static string Program(string types, string makers) => $$"""
        using System.Net.Sockets;
        {{types}}
        class C { {{makers}} }
        """;
}
