namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A stream that is one of several ends in memory where each of them does; what throws is none.</summary>
public sealed class ChosenStreamTests
{
    private const string Zip = "System.IO.Compression.CompressionMode.Decompress";

    [Theory]
    [InlineData("Stream from = kind switch { 5 => new MemoryStream(), _ => Stream.Null };")]
    [InlineData("Stream from = kind switch { 5 => new MemoryStream(), _ => throw new InvalidOperationException() };")]
    [InlineData("Stream from = Make(kind, new MemoryStream());")]
    [InlineData("Stream from = kind > 5 ? new MemoryStream() : throw new InvalidOperationException();")]
    [InlineData("MemoryStream? kept = null; Stream from = (Stream?)kept ?? throw new InvalidOperationException();")]
    [InlineData("Stream? kept = null; Stream from = kept ??= new MemoryStream();")]
    [InlineData("Stream from; Stream other = from = new MemoryStream();")]
    [InlineData("Stream from; switch (kind) { case 5: from = new MemoryStream(); break; default: from = Stream.Null; break; }")]
    public Task One_of_memory_is_silent(string made) => Examine.Silent(Program(made, "from.CopyTo(new MemoryStream());"));

    [Theory]
    [InlineData("Stream from = kind switch { 5 => new MemoryStream(), _ => File.OpenRead(\"a\") };")]
    [InlineData("Stream from = Make(kind, File.OpenRead(\"a\"));")]
    [InlineData("Stream from = kind > 5 ? File.OpenRead(\"a\") : throw new InvalidOperationException();")]
    [InlineData("Stream? kept = null; Stream from = kept ??= File.OpenRead(\"a\");")]
    [InlineData("Stream from = kind switch { 5 => Stream.Null, _ => new System.Net.Sockets.NetworkStream(null!) };")]
    public Task One_that_may_wait_is_told(string made) =>
        Examine.Reports("TPD003", Program(made, "[|from.CopyTo(new MemoryStream())|];"));

    private static string Program(string made, string read) =>
        $"class C {{ async Task M(int kind) {{ await Task.Yield(); {made} {read} }} "
        + $"static Stream Make(int kind, Stream from) => kind switch {{ 5 => new System.IO.Compression.GZipStream(from, {Zip}), "
        + $"6 => new System.IO.Compression.DeflateStream(from, {Zip}), _ => throw new InvalidOperationException() }}; }}";
}
