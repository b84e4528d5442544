namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// A flag says which of two ways a method goes, by either name: who asks for the one that waits is given a task that
/// has ended.
/// </summary>
public sealed class SyncFlagTests
{
    [Theory]
    [InlineData("_ = Read(s, true).Result;", "bool sync")]
    [InlineData("_ = Read(s, isSynchronous: true).GetAwaiter().GetResult();", "bool isSynchronous")]
    [InlineData("_ = Read(s, false).GetAwaiter().GetResult();", "bool async")]
    public Task The_way_that_waits_has_ended(string work, string flag) => Examine.Silent(Around(work, flag));

    [Theory]
    [InlineData("_ = [|Read(s, false).Result|];", "bool sync")]
    [InlineData("_ = [|Read(s, true).GetAwaiter().GetResult()|];", "bool async")]
    [InlineData("_ = [|Read(s, true).Result|];", "bool synchronized")]
    public Task The_other_has_not(string work, string flag) => Examine.Reports("TPD001", Around(work, flag));

    private static string Around(string work, string flag) => $$"""
        abstract class C
        {
            protected abstract Task<int> Read(Stream s, {{flag}});
            async Task M(Stream s) { await Task.Yield(); {{work}} }
        }
        """;

    [Fact]
    public Task What_such_a_method_does_is_its_callers_choice() => Examine.Silent("""
        class C
        {
            async Task<int> Read(FileStream s, bool sync)
            {
                byte[] b = new byte[5];
                return sync ? s.Read(b, 0, 5) : await s.ReadAsync(b, 0, 5);
            }
        }
        """);

    /// <summary>A cast says what is at the end of a stream, as a variable of that type does.</summary>
    [Theory]
    [InlineData("((MemoryStream)s).Write(b, 0, 5); var to = new StreamWriter((MemoryStream)s); to.Flush();")]
    [InlineData("var to = new StreamWriter(s as MemoryStream ?? new MemoryStream()); to.WriteLine(5); to.Flush();")]
    public Task A_cast_to_memory_is_memory(string work) => Examine.Silent(Cast(work));

    [Theory]
    [InlineData("var to = new StreamWriter((FileStream)s); to.Flush();")]
    [InlineData("var to = new System.IO.Compression.GZipStream((FileStream)s, default(System.IO.Compression.CompressionMode)); to.Read(b, 0, 5);")]
    public Task A_cast_to_a_file_is_a_file(string work) => Examine.Reports("TPD003", Cast(work).Replace("Put(s, b); }", "[|Put(s, b)|]; }"));

    private static string Cast(string work) => $$"""
        class C
        {
            async Task M(Stream s, byte[] b) { await Task.Yield(); Put(s, b); }
            void Put(Stream s, byte[] b) { {{work}} }
        }
        """;
}
