namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>End waits for nothing once somebody has waited for its result, or has asked whether it is there.</summary>
public sealed class EndedResultTests
{
    [Theory]
    [InlineData("if (![|r.AsyncWaitHandle.WaitOne(5)|]) throw new TimeoutException(); s.EndConnect(r);")]
    [InlineData("if ([|r.AsyncWaitHandle.WaitOne(5)|]) { s.EndConnect(r); } else { s.Close(); }")]
    [InlineData("bool isThere = [|r.AsyncWaitHandle.WaitOne(5, true)|]; if (isThere && s.Connected) { s.EndConnect(r); }")]
    [InlineData("[|r.AsyncWaitHandle.WaitOne()|]; s.EndConnect(r);")]
    public Task What_has_waited_before_is_told_and_the_end_is_not(string work) => Examine.Reports("TPD004", Program(work));

    [Theory]
    [InlineData("if (r.IsCompleted) s.EndConnect(r);")]
    [InlineData("while (!r.IsCompleted) await Task.Delay(5); if (!r.IsCompleted) return; s.EndConnect(r);")]
    public Task What_is_said_to_be_there_is_silent(string work) => Examine.Silent(Program(work));

    [Theory]
    [InlineData("[|s.EndConnect(r)|];")]
    [InlineData("if (r.IsCompleted) { } else { [|s.EndConnect(r)|]; }")]
    [InlineData("if (!other.IsCompleted) throw new TimeoutException(); [|s.EndConnect(r)|];")]
    [InlineData("if (!r.IsCompleted) Console.WriteLine(); [|s.EndConnect(r)|];")]
    public Task Else_the_end_waits(string work) => Examine.Reports("TPD003", Program(work));

    private static string Program(string work) => $$"""
        class C
        {
            async Task M(System.Net.Sockets.Socket s, IAsyncResult other)
            {
                await Task.Yield();
                var r = s.BeginConnect("a", 5, null, null);
                {{work}}
            }
        }
        """;
}
