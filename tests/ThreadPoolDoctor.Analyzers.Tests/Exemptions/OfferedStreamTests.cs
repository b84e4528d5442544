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

    /// <summary>A function that is kept gives what each that was ever put there gives.</summary>
    [Theory]
    [InlineData("class Options { public Func<Stream> Index { get; set; } = () => typeof(C).Assembly.GetManifestResourceStream(\"a\")!; } readonly Options _options = new();", "_options.Index()")]
    [InlineData("readonly Func<Stream> _make = () => new MemoryStream(5);", "_make()")]
    [InlineData("class Options { public Func<Stream> Index = () => new MemoryStream(); } static void Set(Options all) => all.Index = () => new MemoryStream(9); readonly Options _options = new();", "_options.Index()")]
    [InlineData("class Options { public Func<Stream> Index { get; init; } = () => new MemoryStream(); } readonly Options _options = new() { Index = () => Stream.Null };", "this._options.Index()")]
    [InlineData("class Options { public Func<Stream> Index { get; set; } = () => new MemoryStream(); } class Other { public Func<Stream>? Index; } void Set(Other all) => all.Index = () => _far.GetStream(); readonly Options _options = new();", "_options.Index()")]
    public Task What_a_function_gives_from_memory_is_not(string members, string stream) =>
        Examine.Silent(Program(members, $"using (var s = {stream}) _ = new StreamReader(s).ReadToEnd()"));

    [Theory]
    [InlineData("class Options { public Func<Stream> Index { get; set; } = () => new MemoryStream(); } void Set(Options all) => all.Index = () => _far.GetStream(); readonly Options _options = new();", "_options.Index()")]
    [InlineData("class Options { public Func<Stream> Index { get; init; } = () => new MemoryStream(); } readonly Options _options = new() { Index = () => new FileStream(\"a\", FileMode.Open) };", "_options.Index()")]
    [InlineData("readonly Func<Stream> _make; C(Func<Stream> make) => _make = make;", "_make()")]
    [InlineData("readonly Func<string, Stream> _make = name => new FileStream(name, FileMode.Open);", "_make(\"a\")")]
    public Task What_one_may_give_from_afar_is(string members, string stream) =>
        Examine.Reports("TPD003", Program(members, $"using (var s = {stream}) _ = [|new StreamReader(s).ReadToEnd()|]"));

    private static string Program(string members, string work) =>
        $$"""class C { {{Fields}}async Task M() { await Task.Yield(); {{work}}; _kept = null; _far.Close(); } {{members}} }""";
}
