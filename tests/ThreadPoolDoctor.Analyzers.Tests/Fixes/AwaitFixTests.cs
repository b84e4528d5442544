using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>The await in place of the blocking expression.</summary>
public sealed class AwaitFixTests
{
    [Theory]
    [InlineData("Span<byte> own = bytes; return own.Length;")]
    [InlineData("foreach (byte one in bytes.AsSpan(5)) Console.WriteLine(one); return 5;")]
    [InlineData("ref byte own = ref bytes[0]; own = 5; return own;")]
    [InlineData("if (bytes is [var first, ..]) { ReadOnlySpan<byte> own = bytes; return own[first]; } return 5;")]
    public Task A_span_that_is_made_behind_the_wait_does_not_live_across_it(string then) => Fix.Becomes("TPD003",
        $"class C {{ async Task<int> M(Stream s, byte[] bytes) {{ await Task.Yield(); [|s.ReadExactly(bytes, 0, 5)|]; {then} }} }}",
        $"class C {{ async Task<int> M(Stream s, byte[] bytes) {{ await Task.Yield(); await s.ReadExactlyAsync(bytes, 0, 5); {then} }} }}");

    /// <summary>Before C# 13 an async function may not declare one at all, wherever it stands.</summary>
    [Theory]
    [InlineData("", "Span<byte> own = bytes; return own.Length;")]
    [InlineData("", "ref byte own = ref bytes[0]; own = 5; return own;")]
    [InlineData("if (bytes[0] > 5) { ReadOnlySpan<byte> own = bytes; return own[0]; }", "return 5;")]
    public Task Before_CSharp_13_a_function_with_a_span_is_left_as_it_is(string before, string then) => Fix.IsRefused("TPD003",
        $"class C {{ private int M(Stream s, byte[] bytes) {{ {before} [|s.ReadExactly(bytes, 0, 5)|]; {then} }} }}",
        new() { Language = LanguageVersion.CSharp12 });

    [Theory]
    [InlineData("bytes.AsSpan(5).Clear(); return 5;")]
    [InlineData("return Sum(); int Sum() { Span<byte> own = bytes; return own.Length; }")]
    [InlineData("Func<int> sum = () => { ReadOnlySpan<byte> own = bytes; return own.Length; }; return sum();")]
    public Task One_in_a_function_of_its_own_stops_nothing_there(string then) => Fix.Becomes("TPD003",
        $"class C {{ private int M(Stream s, byte[] bytes) {{ [|s.ReadExactly(bytes, 0, 5)|]; {then} }} }}",
        $"class C {{ private async Task<int> MAsync(Stream s, byte[] bytes) {{ await s.ReadExactlyAsync(bytes, 0, 5); {then} }} }}",
        new() { Language = LanguageVersion.CSharp12 });

    [Fact]
    public Task One_that_is_made_anew_behind_the_wait_in_each_round_does_not_either() => Fix.Becomes("TPD003",
        "class C { async Task M(Stream s, byte[] bytes) { while (bytes[0] < 5) { await Task.Yield(); [|s.ReadExactly(bytes, 0, 5)|]; Span<byte> own = bytes; own[0]++; } } }",
        "class C { async Task M(Stream s, byte[] bytes) { while (bytes[0] < 5) { await Task.Yield(); await s.ReadExactlyAsync(bytes, 0, 5); Span<byte> own = bytes; own[0]++; } } }");

    [Fact]
    public Task A_form_is_awaited() => Fix.Becomes("TPD003", """
        using Microsoft.AspNetCore.Http;
        public class Middle(RequestDelegate next)
        {
            public async Task InvokeAsync(HttpContext context)
            {
                string? name = [|context.Request.Form|]["name"];
                if (name is not null) await next(context);
            }
        }
        """, """
        using Microsoft.AspNetCore.Http;
        public class Middle(RequestDelegate next)
        {
            public async Task InvokeAsync(HttpContext context)
            {
                string? name = (await context.Request.ReadFormAsync())["name"];
                if (name is not null) await next(context);
            }
        }
        """);

    [Fact]
    public Task A_token_is_passed_on_where_the_last_argument_stands() => Fix.Becomes("TPD003", """
        class C
        {
            async Task<int> Run(Stream stream, CancellationToken token)
            {
                await Task.Yield();
                int? x = [|System.Text.Json.JsonSerializer.Deserialize<int>(
                    stream,
                    new System.Text.Json.JsonSerializerOptions { WriteIndented = true } // Read by people.
                )|];
                int? y = [|System.Text.Json.JsonSerializer.Deserialize<int>(
                    stream,
                    new System.Text.Json.JsonSerializerOptions())|];
                int? z = [|System.Text.Json.JsonSerializer.Deserialize<int>(stream, new System.Text.Json.JsonSerializerOptions()
                    )|];
                return 5;
            }
        }
        """, """
        class C
        {
            async Task<int> Run(Stream stream, CancellationToken token)
            {
                await Task.Yield();
                int? x = await System.Text.Json.JsonSerializer.DeserializeAsync<int>(
                    stream,
                    new System.Text.Json.JsonSerializerOptions { WriteIndented = true },
                    token // Read by people.
                );
                int? y = await System.Text.Json.JsonSerializer.DeserializeAsync<int>(
                    stream,
                    new System.Text.Json.JsonSerializerOptions(),
                    token);
                int? z = await System.Text.Json.JsonSerializer.DeserializeAsync<int>(stream, new System.Text.Json.JsonSerializerOptions(), token
                    );
                return 5;
            }
        }
        """);

    [Fact]
    public Task Every_way_to_wait_for_a_task_is_awaited() => Fix.Becomes("TPD001", """
        class C
        {
            async Task<int> Run(Task<int> t, ValueTask<int> v, Task[] many, CancellationToken token)
            {
                await Task.Yield();
                [|t.Wait()|];
                [|t.Wait(token)|];
                [|t.Wait(CancellationToken.None)|];
                int sum = [|t.Result|] + [|v.Result|];
                sum += [|t.GetAwaiter().GetResult()|];
                sum += [|t.ConfigureAwait(false).GetAwaiter().GetResult()|];
                string text = [|t.Result|].ToString() + [|t.GetAwaiter().GetResult()|].ToString();
                [|Task.WaitAll(many)|];
                [|Task.WaitAll(t, t)|];
                [|Task.WaitAll(many, token)|];
                [|Task.WaitAny(many)|];
                int first = [|Task.WaitAny(many)|];
                return sum + first + text.Length;
            }
        }
        """, """
        class C
        {
            async Task<int> Run(Task<int> t, ValueTask<int> v, Task[] many, CancellationToken token)
            {
                await Task.Yield();
                await t;
                await t.WaitAsync(token);
                await t;
                int sum = await t + await v;
                sum += await t;
                sum += await t.ConfigureAwait(false);
                string text = (await t).ToString() + (await t).ToString();
                await Task.WhenAll(many);
                await Task.WhenAll(t, t);
                await Task.WhenAll(many).WaitAsync(token);
                await Task.WhenAny(many);
                int first = Array.IndexOf(many, await Task.WhenAny(many));
                return sum + first + text.Length;
            }
        }
        """);

    [Fact]
    public Task The_token_in_scope_is_passed_on() => Fix.Becomes("TPD003", """
        class C
        {
            async Task<string> Load(Stream stream, byte[] buffer, CancellationToken cancellation)
            {
                await Task.Yield();
                int read = [|stream.Read(buffer, 0, buffer.Length)|];
                [|stream.Write(buffer, offset: 0, count: read)|];
                return [|File.ReadAllText("a.txt")|];
            }
        }
        """, """
        class C
        {
            async Task<string> Load(Stream stream, byte[] buffer, CancellationToken cancellation)
            {
                await Task.Yield();
                int read = await stream.ReadAsync(buffer, 0, buffer.Length, cancellation);
                await stream.WriteAsync(buffer, offset: 0, count: read, cancellationToken: cancellation);
                return await File.ReadAllTextAsync("a.txt", cancellation);
            }
        }
        """);

    [Fact]
    public Task A_token_is_kept_from_what_must_be_done_after_it_too() => Fix.Becomes("TPD003", """
        class C
        {
            async Task Run(Stream stream, bool other, CancellationToken cancellation)
            {
                await Task.Yield();
                try
                {
                    if (cancellation.IsCancellationRequested) [|stream.Flush()|];
                    if (!cancellation.IsCancellationRequested) [|stream.Flush()|];
                }
                catch (IOException)
                {
                    [|stream.Flush()|];
                }
                finally
                {
                    [|stream.Flush()|];
                }
                while (other && !cancellation.IsCancellationRequested)
                {
                    [|stream.Flush()|];
                }
                [|stream.Flush()|];
            }

            async Task Loop(Stream stream, CancellationToken cancellation)
            {
                await Task.Yield();
                while (!cancellation.IsCancellationRequested)
                {
                    [|stream.Flush()|];
                }
            }
        }
        """, """
        class C
        {
            async Task Run(Stream stream, bool other, CancellationToken cancellation)
            {
                await Task.Yield();
                try
                {
                    if (cancellation.IsCancellationRequested) await stream.FlushAsync();
                    if (!cancellation.IsCancellationRequested) await stream.FlushAsync(cancellation);
                }
                catch (IOException)
                {
                    await stream.FlushAsync();
                }
                finally
                {
                    await stream.FlushAsync();
                }
                while (other && !cancellation.IsCancellationRequested)
                {
                    await stream.FlushAsync();
                }
                await stream.FlushAsync();
            }

            async Task Loop(Stream stream, CancellationToken cancellation)
            {
                await Task.Yield();
                while (!cancellation.IsCancellationRequested)
                {
                    await stream.FlushAsync(cancellation);
                }
            }
        }
        """);

    [Fact]
    public Task A_token_is_passed_on_after_a_time_limit_is_set() => Fix.Becomes("TPD003", """
        class C
        {
            async Task Run(Stream stream, CancellationTokenSource source, CancellationToken cancellation)
            {
                source.CancelAfter(1000);
                await Task.Yield();
                [|stream.Flush()|];
            }
        }
        """, """
        class C
        {
            async Task Run(Stream stream, CancellationTokenSource source, CancellationToken cancellation)
            {
                source.CancelAfter(1000);
                await Task.Yield();
                await stream.FlushAsync(cancellation);
            }
        }
        """);

    [Fact]
    public Task A_token_is_kept_from_what_follows_an_order_to_end() => Fix.Becomes("TPD003", """
        class C
        {
            async Task Run(Stream stream, CancellationTokenSource source, CancellationToken cancellation)
            {
                [|stream.Flush()|];
                await source.CancelAsync();
                [|stream.Flush()|];
            }
        }
        """, """
        class C
        {
            async Task Run(Stream stream, CancellationTokenSource source, CancellationToken cancellation)
            {
                await stream.FlushAsync(cancellation);
                await source.CancelAsync();
                await stream.FlushAsync();
            }
        }
        """);

    [Fact]
    public Task Nested_calls_and_chains_get_their_parentheses() => Fix.Becomes("TPD003", """
        class C
        {
            async Task<int> Load(StreamReader reader)
            {
                await Task.Yield();
                return [|File.ReadAllText([|reader.ReadLine()|]!)|].Trim().Length + [|File.ReadAllLines("b")|][0].Length;
            }
        }
        """, """
        class C
        {
            async Task<int> Load(StreamReader reader)
            {
                await Task.Yield();
                return (await File.ReadAllTextAsync((await reader.ReadLineAsync())!)).Trim().Length + (await File.ReadAllLinesAsync("b"))[0].Length;
            }
        }
        """);

    [Fact]
    public Task A_call_behind_a_question_mark_is_guarded() => Fix.Becomes("TPD003", """
        class C
        {
            async Task<string?> Load(StreamReader? reader, SemaphoreSlim? gate, bool busy)
            {
                await Task.Yield();
                if (busy) [|gate?.Wait()|];
                else Console.WriteLine();
                return [|reader?.ReadLine()|];
            }
        }
        """, """
        class C
        {
            async Task<string?> Load(StreamReader? reader, SemaphoreSlim? gate, bool busy)
            {
                await Task.Yield();
                if (busy) { if (gate is not null) await gate.WaitAsync(); }
                else Console.WriteLine();
                return reader is null ? null : await reader.ReadLineAsync();
            }
        }
        """);

    /// <summary>A property before ?. is asked once, as it was: it gets a name.</summary>
    [Fact]
    public Task What_must_not_be_asked_twice_gets_a_name() => Fix.Becomes("TPD001", """
        class C
        {
            HttpContent? Next { get; set; }
            Task? Ending() => null;
            async Task<string?> Load(HttpRequestMessage request, HttpRequestMessage other)
            {
                await Task.Yield();
                Console.WriteLine([|request.Content?.ReadAsStringAsync().Result|]);
                string? second = [|other.Content?.ReadAsStringAsync().Result|];
                if (second is null) [|Next?.LoadIntoBufferAsync().Wait()|];
                return second + [|Next?.ReadAsStringAsync().Result|];
            }
        }
        """, """
        class C
        {
            HttpContent? Next { get; set; }
            Task? Ending() => null;
            async Task<string?> Load(HttpRequestMessage request, HttpRequestMessage other)
            {
                await Task.Yield();
                Console.WriteLine(request.Content is { } content ? await content.ReadAsStringAsync() : null);
                string? second = other.Content is { } content2 ? await content2.ReadAsStringAsync() : null;
                if (second is null) { if (Next is { } next) await next.LoadIntoBufferAsync(); }
                return second + (Next is { } next2 ? await next2.ReadAsStringAsync() : null);
            }
        }
        """);

    [Fact]
    public Task A_semaphore_keeps_its_time_out_and_token() => Fix.Becomes("TPD004", """
        class C
        {
            async Task<bool> Enter(SemaphoreSlim gate, CancellationToken token)
            {
                await Task.Yield();
                [|gate.Wait()|];
                [|gate.Wait(token)|];
                return [|gate.Wait(TimeSpan.FromSeconds(1), token)|] && [|gate.Wait(50)|];
            }
        }
        """, """
        class C
        {
            async Task<bool> Enter(SemaphoreSlim gate, CancellationToken token)
            {
                await Task.Yield();
                await gate.WaitAsync(token);
                await gate.WaitAsync(token);
                return await gate.WaitAsync(TimeSpan.FromSeconds(1), token) && await gate.WaitAsync(50, token);
            }
        }
        """);

    [Fact]
    public Task What_is_written_asynchronously_is_closed_asynchronously() => Fix.Becomes("TPD003", """
        class C
        {
            async Task Save(string path)
            {
                await Task.Yield();
                // one
                using var writer = new StreamWriter(path);
                [|writer.Write("a")|];
                using (FileStream stream = File.OpenRead(path))
                {
                    [|stream.CopyTo(writer.BaseStream)|];
                }
                using StreamReader reader = new(path);
                Console.WriteLine([|reader.ReadToEnd()|]);
            }
        }
        """, """
        class C
        {
            async Task Save(string path)
            {
                await Task.Yield();
                // one
                await using var writer = new StreamWriter(path);
                await writer.WriteAsync("a");
                await using (FileStream stream = File.OpenRead(path))
                {
                    await stream.CopyToAsync(writer.BaseStream);
                }
                using StreamReader reader = new(path);
                Console.WriteLine(await reader.ReadToEndAsync());
            }
        }
        """);

    [Fact]
    public async Task A_twin_among_extension_methods_gets_its_using()
    {
        string[] results = await Fix.Results("TPD003", ["""
            using System.Text;

            class C
            {
                async Task<int> Load(IQueryable<string> query, StringBuilder text)
                {
                    await Task.Yield();
                    return [|query.ToList()|].Count + text.Length;
                }
            }
            """, """
            namespace Microsoft.EntityFrameworkCore;

            static class EntityFrameworkQueryableExtensions
            {
                public static Task<List<T>> ToListAsync<T>(this IQueryable<T> source, CancellationToken cancellationToken = default) => Task.FromResult(source.ToList());
            }
            """], new());
        results[0].ReplaceLineEndings("\n").ShouldStartWith("using System.Text;\nusing Microsoft.EntityFrameworkCore;\n");
        results[0].ShouldContain("return (await query.ToListAsync()).Count + text.Length;");
    }

    [Fact]
    public Task Directives_and_comments_stay() => Fix.Becomes("TPD002", """
        class C
        {
            async Task Run()
            {
                await Task.Yield();
        #if DEBUG
                Console.WriteLine();
        #else
                /* before */ [|Thread.Sleep(/* a while */ 5)|] /* after */; // end
        #endif
            }
        }
        """, """
        class C
        {
            async Task Run()
            {
                await Task.Yield();
        #if DEBUG
                Console.WriteLine();
        #else
                /* before */ await Task.Delay(/* a while */ 5) /* after */; // end
        #endif
            }
        }
        """);

    [Fact]
    public Task A_token_is_passed_only_to_a_parameter_that_is_one() => Fix.Becomes("TPD003", """
        class Set
        {
            public string? Find(params object[] keys) => null;
            public Task<string?> FindAsync(params object[] keys) => Task.FromResult<string?>(null);
            public Task<string?> FindAsync(object[] keys, CancellationToken token) => Task.FromResult<string?>(null);
            public int Query(string sql, object? values = null) => 0;
            public Task<int> QueryAsync(string sql, object? values = null) => Task.FromResult(0);
        }

        class C
        {
            async Task<int> Load(Set set, object[] keys, CancellationToken token)
            {
                await Task.Yield();
                Console.WriteLine([|set.Find(7)|]);
                Console.WriteLine([|set.Find(keys)|]);
                return [|set.Query("a")|] + [|set.Query("a", keys)|];
            }
        }
        """, """
        class Set
        {
            public string? Find(params object[] keys) => null;
            public Task<string?> FindAsync(params object[] keys) => Task.FromResult<string?>(null);
            public Task<string?> FindAsync(object[] keys, CancellationToken token) => Task.FromResult<string?>(null);
            public int Query(string sql, object? values = null) => 0;
            public Task<int> QueryAsync(string sql, object? values = null) => Task.FromResult(0);
        }

        class C
        {
            async Task<int> Load(Set set, object[] keys, CancellationToken token)
            {
                await Task.Yield();
                Console.WriteLine(await set.FindAsync(7));
                Console.WriteLine(await set.FindAsync(keys, token));
                return await set.QueryAsync("a") + await set.QueryAsync("a", keys);
            }
        }
        """);

    [Fact]
    public Task What_a_query_goes_through_is_awaited_before_it_is_made() => Fix.Becomes("TPD001", """
        class C
        {
            async Task<int> Count(Func<Task<string>> get)
            {
                await Task.Yield();
                var letters = from letter in [|get().Result|] where letter > 'a' from other in [|get().Result|] select other;
                return letters.Count();
            }
        }
        """, """
        class C
        {
            async Task<int> Count(Func<Task<string>> get)
            {
                await Task.Yield();
                var letters = from letter in await get() where letter > 'a' from other in get().Result select other;
                return letters.Count();
            }
        }
        """);

    [Fact]
    public Task Comments_beside_what_goes_away_stay() => Fix.Becomes("TPD001", """
        class C
        {
            async Task Run(Func<int, Task<string>> get, List<string> list)
            {
                await Task.Yield();
                list.Add(
                    [|get(1) // the first
                        .Result|]);
                [|get(2)
                    // all of it
                    .Wait(/* for good */)|]; // done
            }
        }
        """, """
        class C
        {
            async Task Run(Func<int, Task<string>> get, List<string> list)
            {
                await Task.Yield();
                list.Add(
                    await get(1) /* the first */);
                await get(2) /* all of it */ /* for good */; // done
            }
        }
        """);

    [Fact]
    public Task A_using_that_nothing_needs_any_more_goes() => Fix.Becomes("TPD002", ["""
        // A licence.
        using System.Text;
        using static System.Threading.Thread;
        using System.Net;

        class C
        {
            async Task<string> Run(StringBuilder text)
            {
                await Task.Yield();
                [|Sleep(5)|];
                return text.ToString();
            }
        }
        """, """
        namespace N
        {
            using Napping = System.Threading.Thread;

            class C
            {
                async Task Run()
                {
                    await Task.Yield();
                    [|Napping.Sleep(5)|];
                }
            }
        }
        """, """
        using static System.Threading.Thread;

        class D
        {
            async Task Run(CancellationToken token)
            {
                await Task.Yield();
                [|Sleep(5)|];
                Yield();
            }
        }
        """, """
        using static System.Threading.Thread;

        class E
        {
            async Task Run()
            {
                await Task.Yield();
                [|Sleep(5)|];
        #if ANOTHER_WORLD
                Yield();
        #endif
            }
        }
        """], ["""
        // A licence.
        using System.Text;
        using System.Net;

        class C
        {
            async Task<string> Run(StringBuilder text)
            {
                await Task.Yield();
                await Task.Delay(5);
                return text.ToString();
            }
        }
        """, """
        namespace N
        {
            class C
            {
                async Task Run()
                {
                    await Task.Yield();
                    await Task.Delay(5);
                }
            }
        }
        """, """
        using static System.Threading.Thread;

        class D
        {
            async Task Run(CancellationToken token)
            {
                await Task.Yield();
                await Task.Delay(5, token);
                Yield();
            }
        }
        """, """
        using static System.Threading.Thread;

        class E
        {
            async Task Run()
            {
                await Task.Yield();
                await Task.Delay(5);
        #if ANOTHER_WORLD
                Yield();
        #endif
            }
        }
        """]);

    [Fact]
    public Task A_transaction_that_flows_lets_awaits_in() => Fix.Becomes("TPD002", """
        using System.Transactions;

        class C
        {
            async Task Run()
            {
                await Task.Yield();
                using (var scope = new TransactionScope(TransactionScopeAsyncFlowOption.Enabled))
                {
                    [|Thread.Sleep(5)|];
                    scope.Complete();
                }
                using var done = new TransactionScope();
                done.Complete();
            }
        }
        """, """
        using System.Transactions;

        class C
        {
            async Task Run()
            {
                await Task.Yield();
                using (var scope = new TransactionScope(TransactionScopeAsyncFlowOption.Enabled))
                {
                    await Task.Delay(5);
                    scope.Complete();
                }
                using var done = new TransactionScope();
                done.Complete();
            }
        }
        """);

    [Fact]
    public Task What_a_work_item_sets_for_itself_is_no_hindrance() => Fix.Becomes("TPD002", """
        class C
        {
            void Run(AsyncLocal<int> user) => Task.Run(() =>
            {
                user.Value = 5;
                [|Thread.Sleep(5)|];
            });
        }
        """, """
        class C
        {
            void Run(AsyncLocal<int> user) => Task.Run(async () =>
            {
                user.Value = 5;
                await Task.Delay(5);
            });
        }
        """);

    [Fact]
    public Task A_result_that_was_made_a_task_is_awaited_once() => Fix.Becomes("TPD003", """
        class C
        {
            async Task<string> Load()
            {
                string all = await Task.FromResult([|File.ReadAllText("a")|]) + (await Task.FromResult([|File.ReadAllText("b")|]).ConfigureAwait(true)).Trim();
                IEnumerable<char> some = await Task.FromResult<IEnumerable<char>>([|File.ReadAllText("c")|]);
                return await Task.FromResult(Read() + some + all) + await Task.FromResult(Read());
            }

            private string Read() => [|File.ReadAllText("d")|];
        }
        """, """
        class C
        {
            async Task<string> Load()
            {
                string all = await File.ReadAllTextAsync("a") + (await File.ReadAllTextAsync("b")).Trim();
                IEnumerable<char> some = await Task.FromResult<IEnumerable<char>>(await File.ReadAllTextAsync("c"));
                return await Task.FromResult(await ReadAsync() + some + all) + await ReadAsync();
            }

            private async Task<string> ReadAsync() => await File.ReadAllTextAsync("d");
        }
        """);
}
