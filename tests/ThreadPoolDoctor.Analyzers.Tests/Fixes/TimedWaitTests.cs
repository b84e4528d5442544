using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>Waiting for a task with a time-out: what a pass writes, and what it leaves to a person.</summary>
public sealed class TimedWaitTests
{
    [Theory]
    [InlineData("bool inTime = [|t.Wait(100)|]; return inTime ? 1 : 0;")]
    [InlineData("[|t.Wait(100)|]; return t.Result;")]
    [InlineData("if (![|t.Wait(100)|]) return 0; return 1;")]
    [InlineData("if ([|t.Wait(100)|]) return 1; return 0;")]
    [InlineData("if (![|t.Wait(100)|]) { } else { return 0; } return t.Result;")]
    [InlineData("if (![|t.Wait(100)|]) return 0; return Environment.ExitCode > 0 ? t.Result : 0;")]
    [InlineData("if (![|t.Wait(100)|] && Environment.ExitCode > 0) return 0; return t.Result;")]
    [InlineData("while (![|t.Wait(100)|]) { } return t.Result;")]
    public async Task A_pass_leaves_it(string body) => (await Pass(body)).ShouldContain(body.Replace("[|", "").Replace("|]", ""));

    [Theory]
    [InlineData("if (![|t.Wait(100)|]) return 0; return t.Result;", "if (await Task.WhenAny(t, Task.Delay(100)) != t) return 0; return t.Result;")]
    [InlineData("if (![|t.Wait(100)|]) throw new TimeoutException(); int n = 1 + await t; return n;",
        "if (await Task.WhenAny(t, Task.Delay(100)) != t) throw new TimeoutException(); int n = 1 + await t; return n;")]
    [InlineData("if ([|t.Wait(TimeSpan.FromSeconds(1))|]) { return t.GetAwaiter().GetResult(); } return 0;",
        "if (await Task.WhenAny(t, Task.Delay(TimeSpan.FromSeconds(1))) == t) { return t.GetAwaiter().GetResult(); } return 0;")]
    public async Task Where_the_result_is_asked_for_next_a_pass_makes_it_a_race(string body, string expected) => (await Pass(body)).ShouldContain(expected);

    [Fact]
    public async Task Top_level_statements_follow_each_other_as_those_of_a_block_do() => (await PassOver("""
        Task<int> t = Task.FromResult(5);
        await Task.Yield();
        if (![|t.Wait(100)|]) throw new TimeoutException();
        Console.WriteLine(t.Result);
        if (![|t.Wait(200)|]) throw new TimeoutException();
        Console.WriteLine();
        """, new() { Output = OutputKind.ConsoleApplication })).ShouldSatisfyAllConditions(
            text => text.ShouldContain("if (await Task.WhenAny(t, Task.Delay(100)) != t) throw"),
            text => text.ShouldContain("if (!t.Wait(200)) throw"));

    [Fact]
    public async Task The_statements_of_a_switch_s_section_follow_each_other_too() => (await Pass("""
        switch (Environment.ExitCode)
        {
            case 0:
                if (![|t.Wait(100)|]) return 0;
                return t.Result;
            default:
                return 1;
        }
        """)).ShouldContain("if (await Task.WhenAny(t, Task.Delay(100)) != t) return 0;");

    [Theory]
    [InlineData("bool inTime = [|t.Wait(100)|]; return inTime ? 1 : 0;", "bool inTime = await Task.WhenAny(t, Task.Delay(100)) == t && t.Wait(0);")]
    [InlineData("[|t.Wait(200)|]; return 0;", "_ = await Task.WhenAny(t, Task.Delay(200)) == t && t.Wait(0);")]
    [InlineData("if (![|t.Wait(100)|]) return 0; return 1;", "if (!(await Task.WhenAny(t, Task.Delay(100)) == t && t.Wait(0))) return 0;")]
    public async Task A_person_who_asks_gets_what_means_the_same(string body, string expected) =>
        (await Fix.Results("TPD001", [Source(body)], new()))[0].ShouldContain(expected);

    private static Task<string> Pass(string body) => PassOver(Source(body), new());

    private static async Task<string> PassOver(string source, Settings settings)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD001", [source], settings);
        Solution changed = await Fix.FixAll(Fix.Curing("TPD001"), project, reports, FixAllScope.Solution);
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        return (await changed.GetProject(project.Id)!.Documents.Single(each => each.Name == "Test0.cs").GetTextAsync()).ToString();
    }

    private static string Source(string body) => $$"""
        class C
        {
            async Task<int> Run(Task<int> t)
            {
                await Task.Yield();
                {{body}}
            }
        }
        """;

    /// <summary>Nobody else is asked: the delay is one task more, and no index is its own.</summary>
    [Theory]
    [InlineData("Task[]", "int first = [|Task.WaitAny(all, 500)|];", "int first = Array.IndexOf(all, await Task.WhenAny(all.Concat(new[] { Task.Delay(500) })));")]
    [InlineData("Task<int>[]", "if ([|Task.WaitAny(all, limit)|] < 0) return;", "if (Array.IndexOf(all, await Task.WhenAny(all.Concat(new[] { Task.Delay(limit) }))) < 0) return;")]
    [InlineData("Task[]", "[|Task.WaitAny(all, limit)|];", "await Task.WhenAny(all.Concat(new[] { Task.Delay(limit) }));")]
    public async Task The_first_of_several_is_awaited_for_a_time(string type, string wait, string cured) =>
        (await Fix.Results("TPD001", [FirstOf(type, wait)], new()))[0].ShouldContain($" {cured} }}");

    [Theory]
    [InlineData("Task.WaitAny(All(), limit)")]
    [InlineData("Task.WaitAny(all, 500, stop)")]
    [InlineData("Task.WaitAny(all, millisecondsTimeout: 500)")]
    public Task It_is_left_where_it_cannot_be_written_so(string wait) =>
        Fix.IsRefused("TPD001", FirstOf("Task[]", $"int first = [|{wait}|];"));

    private static string FirstOf(string type, string wait) => $$"""
        class C
        {
            async Task M({{type}} all, TimeSpan limit, CancellationToken stop) { await Task.Yield(); {{wait}} }
            static Task[] All() => [];
        }
        """;
}
