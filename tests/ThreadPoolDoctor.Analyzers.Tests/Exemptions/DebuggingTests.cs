namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What is only done for a person with a debugger.</summary>
public sealed class DebuggingTests
{
    private const string ForAPerson = """
        using System.Diagnostics;
        class C
        {
            async Task Run(bool waits)
            {
                while (waits && Count() > 0) await Task.Yield();
                while (!Debugger.IsAttached) [|Thread.Sleep(100)|];
                if (Debugger.IsAttached && waits) { [|Thread.Sleep(5)|]; }
            }
            int Count() => 0;
        }
        """;

    [Fact]
    public Task What_only_a_debugger_sees_is_silent() => Examine.Silent(ForAPerson.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task What_only_a_debugger_sees_is_told_on_demand() =>
        Examine.Check("TPD002", [ForAPerson], new() { Config = { ["threadpooldoctor.report"] = "all" } });

    [Fact]
    public Task What_is_done_without_a_debugger_is_reported() => Examine.Reports("TPD002", """
        using System.Diagnostics;
        class C
        {
            async Task Run(bool waits)
            {
                await Task.Yield();
                if (!Debugger.IsAttached) [|Thread.Sleep(5)|];
                if (Debugger.IsAttached || waits) [|Thread.Sleep(5)|];
                if (Debugger.IsAttached) return; else [|Thread.Sleep(5)|];
            }
        }
        """);
}
