namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What a library makes over a stream waits for what is at the end of that stream, and for nothing else.</summary>
public class OverStreamTests
{
    [Theory]
    [InlineData("var rows = Sheets.Open(s); while (rows.Read()) { } rows.NextResult();")]
    [InlineData("using var to = new StreamWriter(s); var rows = Rows.Over(to); rows.WriteAll(5);")]
    [InlineData("var rows = Rows.Over(new StreamWriter(new MemoryStream())); rows.WriteAll(5);")]
    public Task What_is_made_over_a_stream_that_was_handed_in_is_not_reported(string work) => Examine.Silent(Around("Stream s", work));

    [Theory]
    [InlineData("System.Data.IDataReader rows", "while ([|rows.Read()|]) { } [|rows.NextResult()|];")]
    [InlineData("System.Data.IDbCommand all", "var rows = [|all.ExecuteReader()|]; while ([|rows.Read()|]) { }")]
    [InlineData("string path", "var rows = Sheets.Open(File.OpenRead(path)); while ([|rows.Read()|]) { }")]
    [InlineData("string path", "var rows = Rows.Over(new StreamWriter(path)); [|rows.WriteAll(5)|];")]
    [InlineData("Rows rows", "[|rows.WriteAll(5)|];")]
    [InlineData("Stream s, Rows other", "var rows = Rows.Over(new StreamWriter(s)); rows = other; [|rows.WriteAll(5)|];")]
    public Task What_may_be_a_database_or_a_file_is(string parameter, string work) => Examine.Reports("TPD003", Around(parameter, work));

    private static string Around(string parameters, string work) => $$"""
        interface ISheet : System.Data.IDataReader;
        static class Sheets { public static extern ISheet Open(Stream stream); }
        abstract class Rows
        {
            public static extern Rows Over(TextWriter to);
            public abstract void WriteAll(int count);
            public abstract Task WriteAllAsync(int count, CancellationToken token = default);
        }
        class C
        {
            async Task M({{parameters}}) { await Task.Yield(); {{work}} }
        }
        """;
}
