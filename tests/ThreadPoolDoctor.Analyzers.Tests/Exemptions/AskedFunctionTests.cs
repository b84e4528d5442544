namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A stream that a function gives ends where all functions that somebody puts there let it end.</summary>
public sealed class AskedFunctionTests
{
    private const string Resource = "() => typeof(Options).Assembly.GetManifestResourceStream(\"index.html\")!";

    [Theory]
    [InlineData("public Func<Stream> Index { get; set; } = " + Resource + ";")]
    [InlineData("public Func<Stream> Index = " + Resource + ";")]
    [InlineData("public Func<Stream> Index { get; } public Options() { Index = () => new MemoryStream(new byte[5]); }")]
    [InlineData("public Func<Stream> Index { get; set; } = () => { var all = new MemoryStream(); all.WriteByte(5); all.Position = 0; return all; };")]
    [InlineData("public Func<Stream> Index { get; set; } = delegate { return new MemoryStream(); };")]
    [InlineData("public Func<Stream> Index { get; set; } = " + Resource + "; public void Empty() => Index = () => Stream.Null;")]
    public Task What_ends_in_memory_is_silent(string options) => Examine.Silent(Around("new StreamReader(options.Index()).ReadToEnd()", options));

    [Theory]
    [InlineData("public Func<Stream> Index { get; set; } = () => new TcpClient().GetStream();")]
    [InlineData("public Func<Stream> Index { get; set; } = " + Resource + "; public void Far() => Index = () => new TcpClient().GetStream();")]
    [InlineData("public Func<Stream> Index { get; set; } = () => { if (DateTime.Now.Hour > 5) return new MemoryStream(); return new TcpClient().GetStream(); };")]
    public Task What_ends_elsewhere_is_told(string options) => Examine.Reports("TPD003", Around("[|new StreamReader(options.Index()).ReadToEnd()|]", options));

    [Theory]
    [InlineData("Func<Stream> open = () => new MemoryStream(); _ = new StreamReader(open()).ReadToEnd();")]
    [InlineData("_ = new StreamReader(options.Index.Invoke()).ReadToEnd();")]
    [InlineData("using (var index = options.Index()) using (var from = new StreamReader(index)) _ = from.ReadLine();")]
    public Task However_it_is_asked(string work) => Examine.Silent(Around(work.TrimEnd(';'), "public Func<Stream> Index { get; set; } = " + Resource + ";"));

    private static string Around(string work, string options) => $$"""
        using System.Net.Sockets;
        class Options { {{options}} }
        class C { async Task Run(Options options) { await Task.Yield(); {{(work.StartsWith("new") || work.StartsWith("[|") ? "_ = " : "")}}{{work}}; } }
        """;
}
