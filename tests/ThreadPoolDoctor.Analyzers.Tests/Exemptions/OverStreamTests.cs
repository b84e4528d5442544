namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// What a library makes over a stream waits for what is at the end of that stream, and for nothing else.
/// </summary>
public class OverStreamTests
{
    [Theory]
    [InlineData("var rows = Sheets.Open(s); while (rows.Read()) { } rows.NextResult();")]
    [InlineData("using var to = new StreamWriter(s); var rows = Rows.Over(to); rows.WriteAll(5);")]
    [InlineData("var rows = Rows.Over(new StreamWriter(new MemoryStream())); rows.WriteAll(5);")]
    public Task What_is_made_over_a_stream_that_was_handed_in_is_not_reported(string work) => Examine.Silent(Around("Stream s", work));

    [Theory]
    [InlineData("IMessage m", "var reader = new MessageReader(m); var rows = reader.CreateRowReader(); rows.Read();")]
    [InlineData("IMessage m", "using (var reader = new MessageReader(m, 5)) await Go(reader.CreateRowReader()); "
        + "async Task Go(RowReader rows) { await Task.Yield(); while (rows.Read()) { } } ")]
    [InlineData("Answer m", "var rows = new MessageReader(m).CreateRowReader(); rows.Read();")]
    public Task What_is_made_over_a_message_is_not_either(string parameter, string work) =>
        Examine.Silent(Around(parameter, work));

    [Theory]
    [InlineData("RowConnection m", "var reader = new MessageReader(m); var rows = reader.CreateRowReader(); [|rows.Read()|];")]
    [InlineData("IMessage m, MessageReader other", "var reader = new MessageReader(m); reader = other; var rows = reader.CreateRowReader(); [|rows.Read()|];")]
    [InlineData("MessageReader reader", "var rows = reader.CreateRowReader(); [|rows.Read()|];")]
    [InlineData("Factory far", "var rows = far.CreateRowReader(); [|rows.Read()|];")]
    [InlineData("FileInfo file", "var reader = new MessageReader(file); var rows = reader.CreateRowReader(); [|rows.Read()|];")]
    [InlineData("string path", "var reader = new MessageReader(path); var rows = reader.CreateRowReader(); [|rows.Read()|];")]
    public Task What_may_be_a_connection_is(string parameter, string work) =>
        Examine.Reports("TPD003", Around(parameter, work));

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
        interface IMessage { Stream GetStream(); }
        abstract class Answer : IMessage { public abstract Stream GetStream(); }
        abstract class RowConnection { public abstract Stream Wire { get; } }
        abstract class Factory { public abstract RowReader CreateRowReader(); }
        abstract class RowReader
        {
            public abstract bool Read();
            public abstract Task<bool> ReadAsync(CancellationToken token = default);
        }
        class MessageReader(object over, int most = 5) : IDisposable
        {
            public object Over => over;
            public int Most => most;
            public extern RowReader CreateRowReader();
            public void Dispose() { }
        }
        class C
        {
            async Task M({{parameters}}) { await Task.Yield(); {{work}} }
        }
        """;
}
