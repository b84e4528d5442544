namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A stream that a getter makes, or that a method sets for its caller, ends where what it is given ends.
/// </summary>
public sealed class OfferedStreamTests
{
    private const string Fields = "Stream? _kept; System.Net.Sockets.TcpClient _far = new(); ";

    [Theory]
    [InlineData("Stream Offered => _kept ??= new MemoryStream();", "Offered")]
    [InlineData("Stream Offered { get { if (_kept == null) _kept = new MemoryStream(); return _kept; } }", "Offered")]
    [InlineData("Stream Offered => new BufferedStream(new MemoryStream());", "Offered")]
    [InlineData("static bool Try(out Stream made) { made = new MemoryStream(); return true; }", "s", "if (!Try(out var s)) return;")]
    public Task What_ends_in_memory_is_not_reported(string members, string stream, string before = "") =>
        Examine.Silent(Program(members, before + stream + ".Write(new byte[5], 0, 5)"));

    [Theory]
    [InlineData("Stream Offered => _kept ??= _far.GetStream();", "Offered")]
    [InlineData("Stream Offered => _far.Connected ? _far.GetStream() : new MemoryStream();", "Offered")]
    [InlineData("protected virtual Stream Offered => new MemoryStream(); class D : C { protected override Stream Offered => new System.Net.Sockets.TcpClient().GetStream(); }", "Offered")]
    [InlineData("bool Try(out Stream made) { made = _far.GetStream(); return true; }", "s", "if (!Try(out var s)) return;")]
    public Task What_may_be_far_is(string members, string stream, string before = "") =>
        Examine.Reports("TPD003", Program(members, $"{before}[|{stream}.Write(new byte[5], 0, 5)|]"));

    private static string Program(string members, string work) =>
        $$"""class C { {{Fields}}async Task M() { await Task.Yield(); {{work}}; _kept = null; _far.Close(); } {{members}} }""";
}
