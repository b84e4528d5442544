namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>New awaits say ConfigureAwait(false) where the file's, or else the project's, do.</summary>
public sealed class AwaitStyleTests
{
    [Fact]
    public Task A_file_that_leaves_the_context_goes_on_leaving_it() => Fix.Becomes("TPD001", """
        class C
        {
            async Task<int> Run(Task<int> t, ValueTask<int> v, Task[] many, System.Runtime.CompilerServices.ConfiguredTaskAwaitable<int> c)
            {
                await Task.Yield();
                await t.ConfigureAwait(false);
                await v.ConfigureAwait(false);
                [|Task.WaitAll(many)|];
                bool inTime = many.Length > 0;
                int sum = [|t.ConfigureAwait(true).GetAwaiter().GetResult()|] + [|c.GetAwaiter().GetResult()|];
                return sum + [|t.Result|].CompareTo(0) + [|(inTime ? t : v.AsTask()).Result|];
            }
        }
        """, """
        class C
        {
            async Task<int> Run(Task<int> t, ValueTask<int> v, Task[] many, System.Runtime.CompilerServices.ConfiguredTaskAwaitable<int> c)
            {
                await Task.Yield();
                await t.ConfigureAwait(false);
                await v.ConfigureAwait(false);
                await Task.WhenAll(many).ConfigureAwait(false);
                bool inTime = many.Length > 0;
                int sum = await t.ConfigureAwait(true) + await c;
                return sum + (await t.ConfigureAwait(false)).CompareTo(0) + await (inTime ? t : v.AsTask()).ConfigureAwait(false);
            }
        }
        """);

    [Fact]
    public Task So_do_the_callers_that_become_async_and_files_without_an_await() => Fix.Becomes("TPD003",
    [
        """
        class C
        {
            public static string Load() => [|File.ReadAllText("a")|];
        }
        """,
        """
        class D
        {
            Task<string> Run() => Task.Run(() => C.Load().Trim());

            async Task Other(Task t, StreamReader r)
            {
                await t.ConfigureAwait(false);
                using var own = new StreamReader("a");
                [|own.ReadLine()|];
            }

            Task Last(Task t)
            {
                if (t.IsFaulted) return t;
                [|File.ReadAllText("a")|];
                return t;
            }
        }
        """,
    ],
    [
        """
        class C
        {
            public static async Task<string> LoadAsync() => await File.ReadAllTextAsync("a").ConfigureAwait(false);
        }
        """,
        """
        class D
        {
            Task<string> Run() => Task.Run(async () => (await C.LoadAsync().ConfigureAwait(false)).Trim());

            async Task Other(Task t, StreamReader r)
            {
                await t.ConfigureAwait(false);
                using var own = new StreamReader("a");
                await own.ReadLineAsync().ConfigureAwait(false);
            }

            async Task Last(Task t)
            {
                if (t.IsFaulted) { await t.ConfigureAwait(false); return; }
                await File.ReadAllTextAsync("a").ConfigureAwait(false);
                await t.ConfigureAwait(false);
            }
        }
        """,
    ]);

    [Fact]
    public Task One_await_of_a_file_is_no_habit_against_its_project() => Fix.Becomes("TPD002",
    [
        "class C { async Task Run(Task t) { await t; [|Thread.Sleep(5)|]; } }",
        """
        class D
        {
            async Task Run(Task t)
            {
                await t.ConfigureAwait(false);
                await t.ConfigureAwait(false);
                await t.ConfigureAwait(false);
            }
        }
        """,
    ],
    [
        "class C { async Task Run(Task t) { await t; await Task.Delay(5).ConfigureAwait(false); } }",
        """
        class D
        {
            async Task Run(Task t)
            {
                await t.ConfigureAwait(false);
                await t.ConfigureAwait(false);
                await t.ConfigureAwait(false);
            }
        }
        """,
    ]);

    [Fact]
    public Task One_of_many_is_not_a_style() => Fix.Becomes("TPD002", """
        class C
        {
            async Task Run(Task t)
            {
                await t;
                await t.ConfigureAwait(false);
                [|Thread.Sleep(5)|];
            }
        }
        """, """
        class C
        {
            async Task Run(Task t)
            {
                await t;
                await t.ConfigureAwait(false);
                await Task.Delay(5);
            }
        }
        """);

    /// <summary>Who says in so many words that he goes on where he was must not be taken elsewhere.</summary>
    [Theory]
    [InlineData("ConfigureAwait(true)", "ConfigureAwait(true)")]
    [InlineData("ConfigureAwait(continueOnCapturedContext: true)", "ConfigureAwait(true)")]
    [InlineData("ConfigureAwait(ConfigureAwaitOptions.ContinueOnCapturedContext)", "ConfigureAwait(true)")]
    [InlineData("ConfigureAwait(continueOnCapturedContext: false)", "ConfigureAwait(false)")]
    [InlineData("ConfigureAwait(ConfigureAwaitOptions.None)", "ConfigureAwait(false)")]
    public async Task A_file_that_keeps_the_context_in_words_goes_on_keeping_it(string habit, string added) =>
        (await Fix.Results("TPD002", [$"class C {{ async Task Run(Task t) {{ await t.{habit}; await t.{habit}; await t; [|Thread.Sleep(5)|]; }} }}"], new()))[0]
            .ShouldContain($"await Task.Delay(5).{added};");

    [Fact]
    public Task A_space_before_parentheses_is_kept() => Fix.Becomes("TPD002", """
        class C
        {
            async Task Run (Task t)
            {
                await t.ConfigureAwait (false);
                [|Thread.Sleep (5)|];
            }
        }
        """, """
        class C
        {
            async Task Run (Task t)
            {
                await t.ConfigureAwait (false);
                await Task.Delay (5).ConfigureAwait (false);
            }
        }
        """);
}
