namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A limit of time that holds for the synchronous call alone keeps that call.</summary>
public sealed class TimeLimitTests
{
    /// <summary>The twin would wait for ever where the call gave up.</summary>
    [Theory]
    [InlineData("void Open() { _client.ReceiveTimeout = 100; }", "_client.GetStream().Read(_bytes, 0, 4)")]
    [InlineData("void Open() { _client.GetStream().ReadTimeout = _bytes.Length; }", "_client.GetStream().Read(_bytes, 0, 4)")]
    [InlineData("readonly TcpClient _other = new() { SendTimeout = 100 };", "_client.GetStream().Write(_bytes, 0, 4)")]
    [InlineData("void Open() { _socket.ReceiveTimeout = 100; }", "_socket.Receive(_bytes)")]
    [InlineData("void Open() { _socket.SendTimeout = 100; }", "_socket.Send(_bytes)")]
    [InlineData("void Open() { _stream.ReadTimeout = 100; }", "_stream.Read(_bytes, 0, 4)")]
    [InlineData("void Open() { _client.ReceiveTimeout = 100; }", "new StreamReader(_client.GetStream()).ReadLine()")]
    public Task A_call_with_a_limit_stays(string limit, string call) => Fix.IsRefused("TPD003", Program(limit, call));

    [Theory]
    [InlineData("", "_client.GetStream().Read(_bytes, 0, 4)", "ReadAsync(_bytes, 0, 4)")]
    [InlineData("void Open() { _client.ReceiveTimeout = 0; }", "_client.GetStream().Read(_bytes, 0, 4)", "ReadAsync(_bytes, 0, 4)")]
    [InlineData("void Open() { _stream.ReadTimeout = Timeout.Infinite; }", "_stream.Read(_bytes, 0, 4)", "ReadAsync(_bytes, 0, 4)")]
    [InlineData("void Open() { _client.SendTimeout = 100; }", "_client.GetStream().Read(_bytes, 0, 4)", "ReadAsync(_bytes, 0, 4)")]
    [InlineData("void Open() { _socket.ReceiveTimeout = 100; }", "File.ReadAllText(\"a\")", "File.ReadAllTextAsync(\"a\")")]
    [InlineData("int ReadTimeout { get; set; } void Open() { ReadTimeout = 100; }", "_stream.Read(_bytes, 0, 4)", "ReadAsync(_bytes, 0, 4)")]
    public async Task Without_one_for_it_it_is_awaited(string limit, string call, string twin) =>
        (await Fix.Results("TPD003", [Program(limit, call)], new()))[0].ShouldContain(twin);

    /// <summary>A connection may be made in another file.</summary>
    [Fact]
    public async Task A_limit_set_elsewhere_holds_for_connections()
    {
        const string Factory = "static class Factory { public static System.Net.Sockets.TcpClient Make() => new() { ReceiveTimeout = 100 }; }";
        string text = Program("", "_client.GetStream().Read(_bytes, 0, 4)");
        (await Offers(text, Factory)).ShouldBe(0);
        (await Offers(Program("", "_stream.Read(_bytes, 0, 4)"), Factory)).ShouldBe(1);
    }

    [Fact]
    public Task A_mail_keeps_its_limit() => Fix.IsRefused("TPD003", """
        using System.Net.Mail;
        class C
        {
            async Task Send(MailMessage mail)
            {
                using SmtpClient client = new("host") { Timeout = 1000 };
                await Task.Yield();
                [|client.Send(mail)|];
            }
        }
        """);

    private static async Task<int> Offers(params string[] sources)
    {
        (Microsoft.CodeAnalysis.Project project, var reports) = Fix.Open("TPD003", sources, new());
        return (await Fix.Offers(Fix.Curing("TPD003"), project, reports[0])).Length;
    }

    private static string Program(string limit, string call) => $$"""
        using System.Net.Sockets;
        class C(TcpClient client, Socket socket, Stream stream)
        {
            readonly TcpClient _client = client;
            readonly Socket _socket = socket;
            readonly Stream _stream = stream;
            readonly byte[] _bytes = new byte[4];
            {{limit}}
            async Task Run()
            {
                await Task.Yield();
                [|{{call}}|];
                _ = (_client, _socket, _stream);
            }
        }
        """;
}
