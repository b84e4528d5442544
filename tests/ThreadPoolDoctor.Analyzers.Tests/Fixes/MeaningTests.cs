namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>What would compile as async, and do something else, stays as it is.</summary>
public sealed class MeaningTests
{
    /// <summary>It is the compiler's own method that runs, and the runtime that calls it.</summary>
    [Theory]
    [InlineData("Console.WriteLine(System.Reflection.MethodBase.GetCurrentMethod()!.Name);", false)]
    [InlineData("Console.WriteLine(System.Reflection.Assembly.GetCallingAssembly().FullName);", false)]
    [InlineData("Console.WriteLine(new System.Diagnostics.StackTrace(1).ToString());", false)]
    [InlineData("System.Diagnostics.StackFrame frame = new(); Console.WriteLine(frame);", false)]
    [InlineData("Console.WriteLine(System.Reflection.Assembly.GetExecutingAssembly().FullName);", true)]
    [InlineData("try { File.Delete(\"a\"); } catch (IOException e) { Console.WriteLine(new System.Diagnostics.StackTrace(e)); }", true)]
    [InlineData("Console.WriteLine(Environment.StackTrace);", true)]
    public Task A_function_that_asks_who_runs_it_stays(string asks, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            void Run() => Task.Run(() => Load());
            void Load() { {{asks}} [|Thread.Sleep(5)|]; }
        }
        """);

    [Fact]
    public Task One_that_is_async_already_is_told_so_already() => Offered(true, "TPD002", """
        class C
        {
            async Task Run() { await Task.Yield(); Console.WriteLine(System.Reflection.MethodBase.GetCurrentMethod()!.Name); [|Thread.Sleep(5)|]; }
        }
        """);

    /// <summary>Behind the return nobody waits for the task: no handler, no finally, no Dispose.</summary>
    [Theory]
    [InlineData("try { return Other(); } catch (IOException) { return Task.FromResult(0); }", false)]
    [InlineData("try { return Other(); } finally { Console.WriteLine(); }", false)]
    [InlineData("using (new MemoryStream()) { return Other(); }", false)]
    [InlineData("using var own = new MemoryStream(); if (own.Length > 0) { return Other(); } return Task.FromResult(1);", false)]
    [InlineData("try { Console.WriteLine(); } catch (IOException) { return Other(); } return Task.FromResult(0);", true)]
    [InlineData("try { return Task.FromResult(5); } catch (IOException) { return Task.FromResult(0); }", true)]
    [InlineData("using (new MemoryStream()) { Console.WriteLine(); } return Other();", true)]
    [InlineData("using var own = new MemoryStream(); return Task.FromResult((int)own.Length);", true)]
    [InlineData("return Other();", true)]
    public Task A_task_that_is_handed_on_from_within_a_try_or_a_using_stays(string end, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            Task<int> Run() { [|Thread.Sleep(5)|]; {{end}} }
            async Task<int> Other() { await Task.Yield(); return 5; }
        }
        """);

    [Theory]
    [InlineData("catch (ThreadInterruptedException) { return; }", false)]
    [InlineData("catch (Exception e) when (e is ThreadInterruptedException or IOException) { return; }", false)]
    [InlineData("catch (Exception) { return; }", true)]
    public Task A_sleep_that_somebody_interrupts_stays(string handler, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            async Task Run() { await Task.Yield(); try { [|Thread.Sleep(5)|]; } {{handler}} }
        }
        """);

    /// <summary>What is awaited ends with OperationAborted, or ObjectDisposedException.</summary>
    [Theory]
    [InlineData("catch (SocketException e) when (e.SocketErrorCode == SocketError.Interrupted) { return; }", false)]
    [InlineData("catch (SocketException e) { if (e.ErrorCode == 10004) return; throw; }", false)]
    [InlineData("catch (SocketException e) when (e.SocketErrorCode is SocketError.Interrupted or SocketError.OperationAborted) { return; }", true)]
    [InlineData("catch (SocketException e) when (e.SocketErrorCode == SocketError.TimedOut) { return; }", true)]
    [InlineData("catch (SocketException) { return; }", true)]
    public Task A_listener_that_is_closed_while_it_waits_stays(string handler, bool isCured) => Offered(isCured, "TPD003", $$"""
        using System.Net.Sockets;
        class C
        {
            async Task Run(TcpListener listener) { await Task.Yield(); try { [|listener.AcceptTcpClient()|].Close(); } {{handler}} }
        }
        """);

    /// <summary>What a helper sets ends with the function that calls it, once that is async.</summary>
    [Theory]
    [InlineData("Set();", "static void Set() => System.Globalization.CultureInfo.CurrentCulture = new(\"de\");", false)]
    [InlineData("Begin();", "static void Begin() => Set(); static void Set() => s_user.Value = 5; static readonly AsyncLocal<int> s_user = new();", false)]
    [InlineData("Set();", "static readonly Lazy<int> s_five = new(() => 5); static void Set() => Console.WriteLine(s_five.Value);", true)]
    [InlineData("Set();", "static async void Set() { await Task.Yield(); System.Globalization.CultureInfo.CurrentCulture = new(\"de\"); }", true)]
    public Task What_is_set_for_the_caller_reaches_him(string call, string helper, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            void Run() => Task.Run(() => { Load(); Console.WriteLine(5.5); });
            void Load() { {{call}} [|Thread.Sleep(5)|]; }
            {{helper}}
        }
        """, callsAsyncVoid: helper.Contains("async void"));

    /// <summary>Nobody finds these callers; they would fail where they run.</summary>
    [Theory]
    [InlineData("void M() { dynamic c = this; c.Load(); }", false)]
    [InlineData("void M(dynamic c) => c?.Load();", false)]
    [InlineData("void M(dynamic c) => c.Open();", true)]
    [InlineData("void M(dynamic c) { Load(); c.Open(); }", true)]
    public Task What_is_called_on_a_dynamic_object_stays(string other, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            void Run() => Task.Run(() => Load());
            public void Load() { [|Thread.Sleep(5)|]; }
            {{(isCured ? other.Replace("void M(dynamic c) { Load()", "async Task M(dynamic c) { await Task.Yield(); Load()") : other)}}
        }
        """);

    [Theory]
    [InlineData("[Source(\"Load\")] void M() { }", false)]
    [InlineData("[System.Diagnostics.DebuggerDisplay(\"{Load(),nq}\")] class D { }", false)]
    [InlineData("[Source(\"Other\")] void M() { }", true)]
    [InlineData("[Source(\"LoadIt\")] void LoadIt() { }", true)]
    public Task What_an_attribute_names_keeps_its_name(string named, bool isCured) => Offered(isCured, "TPD002", $$"""
        class SourceAttribute(string name) : Attribute { public string Name => name; }
        class C
        {
            void Run() => Task.Run(() => Load());
            static int Load() { [|Thread.Sleep(5)|]; return 5; }
            {{named}}
        }
        """);

    /// <summary>The compiler says so only when it lowers the code.</summary>
    [Theory]
    [InlineData("Take(text, [|File.ReadAllText(\"a\")|]);", false)]
    [InlineData("Take(new[] { 'a' }, [|File.ReadAllText(\"a\")|]);", false)]
    [InlineData("Console.WriteLine(string.Create(System.Globalization.CultureInfo.InvariantCulture, $\"{text}{[|File.ReadAllText(\"a\")|]}\"));", false)]
    [InlineData("_held[2] += [|File.ReadAllText(\"a\")|];", false)]
    [InlineData("Text([|File.ReadAllText(\"a\")|], text);", true)]
    [InlineData("Text(text, [|File.ReadAllText(\"a\")|]);", true)]
    [InlineData("Back([|File.ReadAllText(\"a\")|], text);", true)]
    [InlineData("new System.Text.StringBuilder().Append($\"{text}{[|File.ReadAllText(\"a\")|]}\");", true)]
    [InlineData("Console.WriteLine($\"{text}{[|File.ReadAllText(\"a\")|]}\");", true)]
    [InlineData("Console.WriteLine(Path.Combine(text, \"b\", \"c\", \"d\", [|File.ReadAllText(\"a\")|]));", true)]
    public Task A_span_that_is_made_of_something_else_does_not_live_across_the_await(string statement, bool isCured) => Offered(isCured, "TPD003", $$"""
        class C
        {
            [System.Runtime.CompilerServices.InlineArray(4)] struct Four { string _first; }
            Four _held;
            static void Take(ReadOnlySpan<char> one, string other) => Console.WriteLine(one.Length + other.Length);
            static void Back(string one, ReadOnlySpan<char> other) => Console.WriteLine(one.Length + other.Length);
            static void Text(string one, string other) => Console.WriteLine(one + other);
            async Task Run(string text) { await Task.Yield(); {{statement}} _held[1] = text; }
        }
        """);

    [Fact]
    public Task A_method_of_a_ref_struct_stays() => Offered(false, "TPD002", """
        class C { void Run() => Task.Run(() => new R(5).Wait()); }
        readonly ref struct R(int time) { public void Wait() { [|Thread.Sleep(time)|]; Console.WriteLine(time); } }
        """);

    /// <summary>Each of the two is written for itself.</summary>
    [Theory]
    [InlineData("Console.WriteLine(\"closed\")", "Console.WriteLine(\"gone\"); return default;", " using")]
    [InlineData("DisposeAsync().AsTask().GetAwaiter().GetResult()", "Console.WriteLine(\"gone\"); return default;", "await using")]
    public async Task A_using_of_the_programs_own_awaits_where_that_does_the_same(string dispose, string twin, string expected)
    {
        string[] results = await Fix.Results("TPD003", [$$"""
            class Log : IDisposable, IAsyncDisposable
            {
                public string Read() => File.ReadAllText("a");
                public async Task<string> ReadAsync() => await File.ReadAllTextAsync("a");
                public void Dispose() => {{dispose}};
                public ValueTask DisposeAsync() { {{twin}} }
            }
            class C
            {
                async Task One() { await Task.Yield(); using Log log = new(); [|log.Read()|]; }
                async Task Two() { await Task.Yield(); [|Thread.Sleep(5)|]; }
            }
            """], new());
        results[0].ShouldContain(expected + " Log log = new(); await log.ReadAsync();");
        results[0].Contains("await using").ShouldBe(expected == "await using");
    }

    /// <summary>Map(path, RequestDelegate) is preferred, and writes no result.</summary>
    [Theory]
    [InlineData("app.MapGet(\"/\", (HttpContext c) => [|File.ReadAllText(c.Request.Path)|]);", false)]
    [InlineData("app.MapPost(\"/\", (HttpContext c) => Load(c)); static IResult Load(HttpContext c) { [|Thread.Sleep(5)|]; return Results.Ok(); }", false)]
    [InlineData("app.MapGet(\"/\", Load); static string Load(HttpContext c) { [|Thread.Sleep(5)|]; return c.TraceIdentifier; }", false)]
    [InlineData("app.MapGet(\"/\", (HttpContext c) => { return [|File.ReadAllText(c.Request.Path)|]; });", true)]
    [InlineData("app.MapGet(\"/\", (HttpContext c) => { [|File.WriteAllText(c.Request.Path, \"\")|]; });", true)]
    [InlineData("app.MapGet(\"/\", (HttpContext c, string a) => [|File.ReadAllText(a)|]);", true)]
    [InlineData("app.MapGet(\"/\", (HttpRequest r) => [|File.ReadAllText(r.Path)|]);", true)]
    [InlineData("app.MapGet(\"/\", () => [|File.ReadAllText(\"a\")|]);", true)]
    public async Task A_handler_of_the_context_alone_goes_on_writing_its_result(string map, bool isCured)
    {
        string source = $$"""
            using Microsoft.AspNetCore.Builder;
            using Microsoft.AspNetCore.Http;

            var app = WebApplication.CreateBuilder(args).Build();
            {{map}}
            app.Run();
            """;
        Settings program = new() { Output = Microsoft.CodeAnalysis.OutputKind.ConsoleApplication };
        string id = map.Contains("Sleep") ? "TPD002" : "TPD003";
        if (!isCured) await Fix.IsRefused(id, source, program);
        else (await Fix.Results(id, [source], program))[0].ShouldContain("async (");
    }

    /// <summary>Cancelled, the wait would give back what it has not got.</summary>
    [Theory]
    [InlineData("try { [|_gate.Wait()|]; } finally { _gate.Release(); }", "WaitAsync()")]
    [InlineData("try { [|_gate.Wait()|]; [|File.Delete(\"\")|]; } finally { Console.WriteLine(); if (token.CanBeCanceled) { _gate.Release(); } }", "WaitAsync()")]
    [InlineData("[|_gate.Wait()|]; try { Console.WriteLine(); } finally { _gate.Release(); }", "WaitAsync(token)")]
    [InlineData("try { [|_gate.Wait()|]; } finally { _other.Release(); }", "WaitAsync(token)")]
    [InlineData("try { [|_gate.Wait()|]; } catch (IOException) { _gate.Release(); }", "WaitAsync(token)")]
    public async Task A_token_is_kept_from_a_wait_that_is_given_back_in_any_case(string body, string wait) =>
        (await Fix.Results("TPD004", [$$"""
            class C(SemaphoreSlim gate, SemaphoreSlim other)
            {
                readonly SemaphoreSlim _gate = gate, _other = other;
                async Task Run(CancellationToken token) { await Task.Yield(); {{body.Replace("[|File.Delete(\"\")|]", "Console.WriteLine()")}} _ = _other; }
            }
            """], new()))[0].ShouldContain("await _gate." + wait);

    /// <summary>Whoever is given no token although there is one must not be stopped half way.</summary>
    [Theory]
    [InlineData("await wire.WriteAsync(bytes, CancellationToken.None);", "FlushAsync()")]
    [InlineData("int read = await wire.ReadAsync(bytes, CancellationToken.None); Console.WriteLine(read);", "FlushAsync()")]
    [InlineData("await wire.WriteAsync(bytes, token);", "FlushAsync(token)")]
    [InlineData("await wire.WriteAsync(bytes);", "FlushAsync(token)")]
    [InlineData("await Task.Yield(); if (token == CancellationToken.None) Console.WriteLine();", "FlushAsync(token)")]
    public async Task A_token_is_kept_from_what_follows_a_call_that_is_given_none(string before, string flush) =>
        (await Fix.Results("TPD003", [$$"""
            class C
            {
                async Task Run(Stream wire, byte[] bytes, CancellationToken token) { {{before}} [|wire.Flush()|]; }
            }
            """], new()))[0].ShouldContain("await wire." + flush);

    /// <summary>What a call leaves out is not the same.</summary>
    [Theory]
    [InlineData("int retries = 3", "int retries = 3", true)]
    [InlineData("int retries = 3", "int retries = 1", false)]
    [InlineData("int retries = 3", "int retries = 3, CancellationToken token = default", true)]
    [InlineData("string? name = null", "string? name = \"a\"", false)]
    public async Task A_pass_takes_no_twin_with_other_defaults(string own, string twin, bool isCured)
    {
        string source = $$"""
            class C
            {
                void Load({{own}}) { [|Thread.Sleep(5)|]; }
                async Task LoadAsync({{twin}}) { await Task.Delay(5); }
                async Task Run() { await Task.Yield(); [|Load()|]; }
            }
            """;
        (Microsoft.CodeAnalysis.Project project, var reports) = Fix.Open("TPD002", [source], new());
        Microsoft.CodeAnalysis.Solution changed = await Fix.FixAll(Fix.Curing("TPD002"), project, reports, Microsoft.CodeAnalysis.CodeFixes.FixAllScope.Project);
        string text = (await changed.GetProject(project.Id)!.Documents.Single(each => each.Name == "Test0.cs").GetTextAsync()).ToString();
        text.Contains("await LoadAsync()").ShouldBe(isCured);
    }

    /// <summary>An await in it throws the exception itself.</summary>
    [Theory]
    [InlineData("async Task M() { try { await Load(); } catch (AggregateException) { } }", false)]
    [InlineData("async Task M() { try { await N(); } catch (AggregateException e) when (e.InnerExceptions.Count > 0) { } } async Task N() => await Load();", false)]
    [InlineData("async Task M() { try { await Load(); } catch (IOException) { } }", true)]
    [InlineData("async Task M() { try { await Task.Yield(); } catch (AggregateException) { } await Load(); }", true)]
    public Task Who_awaits_an_async_function_goes_on_catching_what_it_throws(string caller, bool isCured) => Offered(isCured, "TPD001", $$"""
        class C(Task task)
        {
            async Task Load() { await Task.Yield(); [|task.Wait()|]; }
            {{caller}}
        }
        """);

    [Theory]
    [InlineData("new System.Diagnostics.Activity(\"a\").Start();", false)]
    [InlineData("s_source.StartActivity(\"a\");", false)]
    [InlineData("using var own = s_source.StartActivity(\"a\");", true)]
    [InlineData("var own = s_source.StartActivity(\"a\"); own?.Stop();", true)]
    public Task An_activity_that_is_begun_for_the_caller_reaches_him(string begin, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            static readonly System.Diagnostics.ActivitySource s_source = new("a");
            void Run() => Task.Run(() => { Load(); Console.WriteLine(System.Diagnostics.Activity.Current); });
            void Load() { {{begin}} [|Thread.Sleep(5)|]; _ = s_source; }
        }
        """);

    [Theory]
    [InlineData("Select", "Func<int, int> f", false)]
    [InlineData("Where", "Func<int, bool> f", false)]
    [InlineData("Select", "int f", true)]
    [InlineData("Find", "Func<int, bool> f", true)]
    public Task What_a_query_may_call_keeps_its_name(string name, string parameter, bool isCured) => Offered(isCured, "TPD002", $$"""
        class C
        {
            void Run(C other) => Task.Run(() => { other.{{name}}({{(parameter == "int f" ? "5" : "default!")}}); });
            int {{name}}({{parameter}}) { [|Thread.Sleep(5)|]; return f is null ? 1 : 0; }
        }
        """.Replace("f is null ? 1 : 0", parameter == "int f" ? "f" : "f is null ? 1 : 0"));

    private static async Task Offered(bool isCured, string id, string source, bool callsAsyncVoid = false)
    {
        if (!isCured)
        {
            await Fix.IsRefused(id, source);
            return;
        }
        (Microsoft.CodeAnalysis.Project project, var reports) = Fix.Open(id, [source], new());
        var offer = (await Fix.Offers(Fix.Curing(id), project, reports[0])).ShouldHaveSingleItem();
        Microsoft.CodeAnalysis.Project after = (await Fix.Apply(offer)).GetProject(project.Id)!;
        if (!callsAsyncVoid) await Fix.AssertSound(after);
    }
}
