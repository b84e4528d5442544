namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What a process has said is there once its end was waited for.</summary>
public sealed class ExitedProcessTests
{
    [Theory]
    [InlineData("[|p.WaitForExit()|]; _ = p.StandardError.ReadToEnd(); _ = p.StandardOutput.ReadToEnd();")]
    [InlineData("[|p.WaitForExit()|]; var said = p.StandardOutput; while (said.ReadLine() is { } line) Console.WriteLine(line);")]
    [InlineData("if (![|p.WaitForExit(500)|]) return; _ = p.StandardOutput.ReadToEnd();")]
    public Task It_is_read_without_a_wait(string work) => Examine.Reports("TPD003", Around(work));

    [Theory]
    [InlineData("_ = [|p.StandardOutput.ReadToEnd()|]; [|p.WaitForExit()|];")]
    [InlineData("[|p.WaitForExit()|]; _ = [|q.StandardOutput.ReadToEnd()|];")]
    [InlineData("[|p.WaitForExit(500)|]; _ = [|p.StandardOutput.ReadToEnd()|];")]
    [InlineData("[|h.WaitForExit()|]; _ = [|h.StandardOutput.ReadToEnd()|];")]
    [InlineData("if (b) [|p.WaitForExit()|]; _ = [|p.StandardOutput.ReadToEnd()|];")]
    public Task Before_its_end_it_is_waited_for(string work) => Examine.Reports("TPD003", Around(work));

    private static string Around(string work) => $$"""
        using System.Diagnostics;
        class C
        {
            async Task M(Process h, bool b)
            {
                await Task.Yield();
                using Process p = Process.Start("a")!, q = Process.Start("b")!;
                {{work}}
            }
        }
        """;
}
