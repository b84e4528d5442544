using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// Calls into other projects of a solution: an editor has their source, a build reads the summaries that theirs left.
/// Both say the same, and what is said of the same code in one project.
/// </summary>
public sealed class OtherProjectTests
{
    public static TheoryData<bool> Ways { get; } = [true, false];

    private const string Contracts = """
        namespace Shop.Contracts;
        public interface IOrders { string Load(int id); string Name { get; } void Save(); void Drop(); }
        """;

    private const string Data = """
        namespace Shop.Data;
        public sealed class Orders : Contracts.IOrders
        {
            public string Load(int id) => Read(id + ".txt");
            public string Name => Read("name.txt");
            public void Save() { }
            public void Drop() => Task.Delay(5).Wait();
            public static int Count(bool asked) { if (asked) Thread.Sleep(5); return 5; }
            public static void Nap() { Thread.Sleep(5); }
            public static Task NapAsync() => Task.Delay(5);
            [IntentionallyBlocking] public static void Meant() => Thread.Sleep(5);
            public static void Put(Stream stream) => stream.Flush();
            private static string Read(string file) => File.ReadAllText(file);
            private static string? s_kept;
            public static string Kept { get { if (s_kept == null) s_kept = Read("kept.txt"); return s_kept; } }
        }
        public sealed class Made { public Made() => Thread.Sleep(5); }
        public sealed class Other : IOther { public void Run() => Thread.Sleep(5); }
        public sealed class Another : IOther { public void Run() { } }
        public interface IOther { void Run(); }
        class IntentionallyBlockingAttribute : Attribute;
        """;

    private const string Services = """
        namespace Shop.Services;
        public sealed class OrderService(Contracts.IOrders orders)
        {
            public string Find(int id) => orders.Load(id);
        }
        public static class Naps { public static void Long() => Data.Orders.Nap(); }
        """;

    private const string Web = """
        using Shop.Contracts;
        using Shop.Data;
        using Shop.Services;
        class Handler(OrderService service, IOrders orders, IOther other)
        {
            async Task Handle(Stream stream)
            {
                await Task.Yield();
                [|Orders.Nap()|];
                [|Naps.Long()|];
                [|orders.Load(5)|];
                string name = [|orders.Name|];
                orders.Save();
                [|orders.Drop()|];
                Orders.Count(false);
                _ = Orders.Kept;
                Orders.Meant();
                Orders.Put(stream);
                await Orders.NapAsync();
                new [|Made|]();
                other.Run();
                [|Through()|];
            }
            void Through() => Orders.Nap();
        }
        """;

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_blocks_in_another_project_is_reported_where_it_is_called(bool bySource)
    {
        Marked web = Marked.Parse(Web.Replace("new [|Made|]()", "[|new Made()|]"));
        (Compilation _, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Contracts", Contracts), ("Shop.Data", Data), ("Shop.Services", Services), ("Shop.Web", web.Source));
        string[] expected = [.. web.Spans.Select(span => web.Source.Substring(span.Start, span.Length))];
        found.Select(diagnostic => web.Source.Substring(diagnostic.Location.SourceSpan.Start, diagnostic.Location.SourceSpan.Length)).ShouldBe(expected);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_message_and_the_locations_show_the_way(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", Data.Replace(": Contracts.IOrders", "")), ("Shop.Services", "namespace Shop.Services; public static class Names { public static string Of() => new Data.Orders().Load(5); }"),
            ("Shop.Web", "class C { async Task Load() { await Task.Yield(); Shop.Services.Names.Of(); } }"));
        found.Single().GetMessage().ShouldBe("Names.Of -> Orders.Load -> Read -> File.ReadAllText blocks the pool thread that runs Load; await File.ReadAllTextAsync there, and make the calls on the way async");
        FileLinePositionSpan leaf = found.Single().AdditionalLocations.Single().GetLineSpan();
        Path.GetFileName(leaf.Path).ShouldBe("Shop.Data.cs");
        leaf.StartLinePosition.Line.ShouldBe(12);
        found.Single().Properties[DiagnosticProperties.WhyNot].ShouldBe(DiagnosticProperties.Obstacles.Helper);
    }

    /// <summary>Whether a file is there is no choice of who asks for it.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_file_that_is_looked_for_first_is_read_all_the_same(bool bySource)
    {
        const string Files = """
            namespace Shop.Data;
            public static class Files
            {
                public static string? Read(string path) { if (!File.Exists(path)) return null; return File.ReadAllText(path); }
                public static string? Asked(string? path) { if (path == null) return null; return File.ReadAllText(path); }
            }
            """;
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", Files), ("Shop.Web", "class C { async Task Load() { await Task.Yield(); Shop.Data.Files.Read(\"a\"); Shop.Data.Files.Asked(\"a\"); } }"));
        found.ShouldHaveSingleItem().GetMessage().ShouldStartWith("Files.Read -> File.ReadAllText blocks");
    }

    /// <summary>Who has a response has its content, in another project as well.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_content_of_a_response_that_another_project_is_given_has_come(bool bySource)
    {
        const string Answers = """
            namespace Shop.Data;
            public static class Answers
            {
                public static string Text(HttpResponseMessage answer) => answer.Content.ReadAsStringAsync().Result;
                public static string Sent(HttpContent content) => content.ReadAsStringAsync().Result;
            }
            """;
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", Answers), ("Shop.Web", """
            class C
            {
                async Task Load(HttpClient client, HttpContent content)
                {
                    Shop.Data.Answers.Text(await client.GetAsync("a"));
                    Shop.Data.Answers.Sent(content);
                }
            }
            """));
        found.ShouldHaveSingleItem().GetMessage().ShouldStartWith("Answers.Sent -> Task.Result blocks");
    }

    private const string Apart = """
        using Shop.Contracts;
        namespace Shop.Services;
        public sealed class Apart(IOrders orders)
        {
            public string Find(int id) => Inner(id);
            public void Save() => orders.Save();
            public string Both(int id) { orders.Save(); return orders.Load(id); }
            public string Perhaps(bool asked) => asked ? orders.Load(5) : "";
            private string Inner(int id) => orders.Load(id);
        }
        """;

    // The services know the contracts alone; the data implements them; only the last project knows both.
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_project_between_that_knows_only_the_interface_keeps_the_chain(bool bySource)
    {
        Marked web = Marked.Parse("""
            class Handler(Shop.Services.Apart apart)
            {
                async Task Handle()
                {
                    await Task.Yield();
                    [|apart.Find(5)|];
                    apart.Save();
                    [|apart.Both(5)|];
                    apart.Perhaps(false);
                }
            }
            """);
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Contracts", Contracts), ("Shop.Services", Apart), ("Shop.Data", Data), ("Shop.Web", web.Source));
        found.Select(diagnostic => diagnostic.Location.SourceSpan).ShouldBe(web.Spans);
        found[0].GetMessage().ShouldStartWith("Apart.Find -> Inner -> IOrders.Load -> Read -> File.ReadAllText blocks");
    }

    private static readonly Settings s_build = new() { Config = { [DoctorOptions.BuildKey] = "true" } };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_build_tells_a_line_of_another_project_once(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await RunIn(s_build, true, bySource, ("Shop.Data", Data.Replace(": Contracts.IOrders", "")), ("Shop.Web", """
            class C(Shop.Data.Orders orders)
            {
                async Task Load() { await Task.Yield(); orders.Load(5); orders.Load(6); }
                async Task Name() { await Task.Yield(); _ = orders.Name; }
                async Task Drop() { await Task.Yield(); orders.Drop(); }
            }
            """));
        found.Select(diagnostic => diagnostic.GetMessage()).ShouldBe(
        [
            "File.ReadAllText (Shop.Data.cs:13) blocks pool threads of 2 work items, as in Orders.Load -> Read -> File.ReadAllText (Shop.Web.cs:3); "
                + "await File.ReadAllTextAsync there, and make the calls on the way async",
            "Orders.Drop -> Task.Wait blocks the pool thread that runs Drop; await the task there, and make the calls on the way async",
        ]);
        found[0].AdditionalLocations.Select(place => place.GetLineSpan().StartLinePosition.Line + 1).ShouldBe([3, 3, 4, 13]);
        found[0].Properties[DiagnosticProperties.WorkItems].ShouldBe("2");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_build_tells_all_that_blocks_in_other_projects_as_it_does_in_one(bool bySource)
    {
        const string Stores = """
            namespace Shop.Data;
            public interface IStore { void Both(); }
            public class Store : IStore
            {
                public void Both() { Near(); Far(); }
                void Near() { Thread.Sleep(5); Thread.Sleep(6); }
                static void Far() => File.ReadAllText("a");
            }
            """;
        const string Uses = """
            namespace Shop.Services;
            public class Use(Data.IStore store)
            {
                public void All()
                {
                    store.Both();
                    Thread.Sleep(7);
                }
            }
            """;
        const string Web = "class C { async Task Load(Shop.Services.Use use) { await Task.Yield(); use.All(); } }";
        string[] expected = ["Shop.Data.cs:6 TPD002", "Shop.Data.cs:6 TPD002", "Shop.Data.cs:7 TPD003", "Shop.Services.cs:7 TPD002"];
        (_, ImmutableArray<Diagnostic> alone) = await RunIn(s_build, true, bySource, ("Shop.Data", Stores), ("Shop.Services", Uses), ("Shop.Web", Web));
        // Two waits of one line of another project have one cure, and all are told at the one call.
        Diagnostic told = alone.ShouldHaveSingleItem();
        told.AdditionalLocations.Zip($"{told.Id}; {told.Properties[DiagnosticProperties.Also]}".Split("; "), (place, row) => $"{Place(place)} {row.Split(' ')[0]}")
            .Order().ShouldBe(expected.Distinct());
        Compilation whole = CSharpCompilation.Create("Shop",
            [.. new[] { ("Globals", Compiled.GlobalUsings), ("Shop.Data", Stores), ("Shop.Services", Uses), ("Shop.Web", Web) }
                .Select(file => CSharpSyntaxTree.ParseText(file.Item2, Compiled.ParseOptions, $"/src/{file.Item1}.cs"))], Compiled.References, Compiled.Options);
        ImmutableArray<Diagnostic> together = await whole.WithAnalyzers(Examine.Rules, s_build.AnalyzerOptions()).GetAnalyzerDiagnosticsAsync();
        together.Select(each => $"{Place(each.Location)} {each.Id}").Order().ShouldBe(expected);

        static string Place(Location place) => $"{Path.GetFileName(place.GetLineSpan().Path)}:{place.GetLineSpan().StartLinePosition.Line + 1}";
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_database_without_asynchronous_calls_is_known_there_too(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", """
            namespace Microsoft.Data.Sqlite { public class SqliteCommand { public object ExecuteScalar() => 5; } }
            namespace Shop.Data { public class Orders { public object Count() => new Microsoft.Data.Sqlite.SqliteCommand().ExecuteScalar(); } }
            """), ("Shop.Web", "class C(Shop.Data.Orders orders) { async Task Load() { await Task.Yield(); orders.Count(); } }"));
        found.Single().Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Single().GetMessage().ShouldEndWith("; what could be awaited instead blocks as well: keep it short, or do it on a thread of its own");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task So_is_who_waits_for_a_person_there(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", "namespace Shop.Data { public class Prompt { public string? Ask() => Console.ReadLine(); } }"),
            ("Shop.Web", "class C(Shop.Data.Prompt prompt) { async Task Load() { do { await Task.Yield(); prompt.Ask(); } while (true); } }"));
        found.Where(each => each.Id == "TPD003").ShouldHaveSingleItem().Properties[DiagnosticProperties.Cold].ShouldBe("waits for a person");
    }

    /// <summary>
    /// MVC has read the form before it calls an action; who gives an action's helper to another project changes nothing
    /// of that.
    /// </summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_form_that_has_been_read_is_at_hand_there_too(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", """
            namespace Shop.Data { public class Models { public string Make(Microsoft.AspNetCore.Http.HttpContext web) => web.Request.Form["a"]!; } }
            """), ("Shop.Web", """
            class OrdersController(Shop.Data.Models models) : Microsoft.AspNetCore.Mvc.Controller { public string Get() => models.Make(HttpContext); }
            class C(Shop.Data.Models models) { async Task Load(Microsoft.AspNetCore.Http.HttpContext web) { await Task.Yield(); models.Make(web); } }
            """));
        found.Where(each => each.Id == "TPD003").ShouldHaveSingleItem().GetMessage().ShouldContain("Load");
    }

    [Theory]
    [InlineData("_on = on; if (_on) File.ReadAllText(\"a\");", 0)]
    [InlineData("_on = true; if (_on) File.ReadAllText(\"a\");", 1)]
    public async Task What_a_constructor_does_by_what_it_is_given_is_not_told(string body, int expected)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(false,
            ("Shop.Data", "namespace Shop.Data { public class Prices { bool _on; public Prices(bool on) { " + body + " } } }"),
            ("Shop.Web", "class C { async Task Load() { await Task.Yield(); new Shop.Data.Prices(false); } }"));
        found.Length.ShouldBe(expected);
    }

    /// <summary>
    /// What is in layers gets the findings of the same code in one project, in a layer that knows of no requests as
    /// well.
    /// </summary>
    [Theory]
    [InlineData(false, "File.ReadAllText(\"a\")", DiagnosticSeverity.Info)]
    [InlineData(true, "File.ReadAllText(\"a\")", DiagnosticSeverity.Warning)]
    [InlineData(false, "System.Net.Dns.GetHostEntry(\"a\")", DiagnosticSeverity.Warning)]
    [InlineData(true, "System.Net.Dns.GetHostEntry(\"a\")", DiagnosticSeverity.Warning)]
    public async Task Its_files_are_suggestions_where_a_library_knows_of_nobody_to_serve(bool servesRequests, string wait, DiagnosticSeverity expected)
    {
        (_, ImmutableArray<Diagnostic> found) = await RunIn(new(), servesRequests, false,
            ("Shop.Data", $"namespace Shop.Data {{ public class Prices {{ public object Read() => {wait}; }} }}"),
            ("Shop.Loops", "public class C(Shop.Data.Prices prices) { async Task Load() { await Task.Yield(); prices.Read(); } }"));
        found.ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    /// <summary>Helpers of another project count, as its methods would have to become async as well.</summary>
    [Theory]
    [InlineData(false, "Read(); object Read() => File.ReadAllText(\"a\")", DiagnosticSeverity.Info)]
    [InlineData(true, "Read(); object Read() => File.ReadAllText(\"a\")", DiagnosticSeverity.Info)]
    [InlineData(false, "File.ReadAllText(\"a\")", DiagnosticSeverity.Warning)]
    [InlineData(true, "File.ReadAllText(\"a\")", DiagnosticSeverity.Warning)]
    public async Task A_file_behind_two_of_its_methods_is_a_suggestion(
        bool bySource, string body, DiagnosticSeverity expected)
    {
        (_, ImmutableArray<Diagnostic> found) = await RunIn(new(), true, bySource,
            ("Shop.Data", $"namespace Shop.Data {{ public class Prices {{ public object Get() => {body}; }} }}"),
            ("Shop.Loops", "public class C(Shop.Data.Prices prices) { async Task Load() { await Task.Yield(); prices.Get(); } }"));
        found.ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    [Theory]
    [InlineData(false, "new FileStream(\"a\", FileMode.Append)", DiagnosticSeverity.Info)]
    [InlineData(true, "new FileStream(\"a\", FileMode.Append)", DiagnosticSeverity.Info)]
    [InlineData(false, "_line.GetStream()", DiagnosticSeverity.Warning)]
    [InlineData(true, "_line.GetStream()", DiagnosticSeverity.Warning)]
    public async Task So_is_a_stream_over_one(bool bySource, string stream, DiagnosticSeverity expected)
    {
        (_, ImmutableArray<Diagnostic> found) = await RunIn(new(), false, bySource,
            ("Shop.Data", "namespace Shop.Data { public class Log { readonly System.Net.Sockets.TcpClient _line = new(); "
                + $"public void Add(string line) {{ using StreamWriter to = new({stream}); to.Write(line); }} }} }}"),
            ("Shop.Loops", "public class C(Shop.Data.Log log) { async Task Load() { await Task.Yield(); log.Add(\"a\"); } }"));
        found.ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    /// <summary>A method that is async for its interface alone has ended when it comes back, there as here.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_has_ended_when_it_comes_back_is_not_waited_for(bool bySource)
    {
        (Compilation compilation, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Texts", """
            #pragma warning disable CS1998
            namespace Shop.Texts;
            public interface ITexts { Task<string> LinkAsync(string text); Task<string> LoadAsync(string text); }
            public sealed class Texts : ITexts
            {
                public async Task<string> LinkAsync(string text) { if (text == "") throw new ArgumentException(); return text.Replace("#", ""); }
                public async Task<string> LoadAsync(string text) { await Task.Delay(5); return text; }
                public static Task<string> KeepAsync(string text) => Task.FromResult(text);
                public static Task<string> PickAsync(string text) => text == "" ? KeepAsync(text) : Task.FromResult("a");
                public static Task<string> GetAsync(string text) => Task.Run(() => text);
            }
            """), ("Shop.Web", """
            class C(Shop.Texts.ITexts texts)
            {
                async Task Load()
                {
                    await Task.Yield();
                    _ = texts.LinkAsync("a").Result;
                    _ = texts.LinkAsync("a").GetAwaiter().GetResult();
                    _ = Shop.Texts.Texts.KeepAsync("a").Result;
                    _ = Shop.Texts.Texts.PickAsync("a").Result;
                    _ = texts.LoadAsync("a").Result;
                    _ = Shop.Texts.Texts.GetAsync("a").Result;
                }
            }
            """));
        found.Select(each => compilation.SyntaxTrees.Last().GetText().ToString(each.Location.SourceSpan))
            .ShouldBe(["texts.LoadAsync(\"a\").Result", "Shop.Texts.Texts.GetAsync(\"a\").Result"]);
    }

    /// <summary>So has one that awaits only such, of its own project or of one before it.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_awaits_only_what_has_ended_is_not_waited_for(bool bySource)
    {
        (Compilation compilation, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Texts", """
            #pragma warning disable CS1998
            namespace Shop.Texts;
            public sealed class Texts
            {
                public async Task<int> CountAsync(int number)
                {
                    async Task<int> Add(int one) { return one + number; }
                    return await Add(5) + await Task.FromResult(number);
                }
                public async Task<int> LoadAsync(int number)
                {
                    async Task<int> Add(int one) { await Task.Delay(one); return one + number; }
                    return await Task.FromResult(number) + await Add(5);
                }
            }
            """), ("Shop.Pages", """
            namespace Shop.Pages;
            public sealed class Pages(Texts.Texts texts)
            {
                public async Task<int> CountAsync() => await texts.CountAsync(5);
                public async Task<int> LoadAsync() => await texts.LoadAsync(5);
            }
            """), ("Shop.Web", """
            class C(Shop.Texts.Texts texts, Shop.Pages.Pages pages)
            {
                async Task Load()
                {
                    await Task.Yield();
                    _ = texts.CountAsync(1).Result;
                    _ = pages.CountAsync().Result;
                    _ = texts.LoadAsync(1).Result;
                    _ = pages.LoadAsync().Result;
                }
            }
            """));
        found.Select(each => compilation.SyntaxTrees.Last().GetText().ToString(each.Location.SourceSpan))
            .ShouldBe(["texts.LoadAsync(1).Result", "pages.LoadAsync().Result"]);
    }

    /// <summary>So has one that may be overridden, where nobody does, or all who do have ended as well.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_can_be_overridden_has_ended_where_all_have(bool bySource)
    {
        (Compilation compilation, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Bus", """
            namespace Shop.Bus;
            public class Publisher<T>
            {
                public virtual Task SendAsync(T one) { Console.WriteLine(one); return Task.CompletedTask; }
                public virtual Task PutAsync(T one) { Console.WriteLine(one); return Task.CompletedTask; }
            }
            """), ("Shop.Queues", """
            namespace Shop.Queues;
            public class Buffer<T>
            {
                private readonly Bus.Publisher<T> _to = new();
                public virtual async Task FlushAsync(T one) => await _to.SendAsync(one);
                public virtual async Task MoveAsync(T one) => await _to.SendAsync(one);
                public virtual async Task PutAsync(T one) => await _to.PutAsync(one);
            }
            public class Named : Buffer<string>
            {
                public override async Task MoveAsync(string one) => await Task.Delay(5);
                public override Task PutAsync(string one) => Task.CompletedTask;
            }
            """), ("Shop.Web", """
            class C(Shop.Queues.Named named, Shop.Queues.Buffer<int> all)
            {
                async Task Load()
                {
                    await Task.Yield();
                    Task.WaitAll(named.FlushAsync("a"), all.FlushAsync(5));
                    all.PutAsync(5).Wait();
                    all.MoveAsync(5).Wait();
                    named.MoveAsync("a").Wait();
                }
            }
            """));
        found.Select(each => compilation.SyntaxTrees.Last().GetText().ToString(each.Location.SourceSpan))
            .ShouldBe(["all.MoveAsync(5).Wait()", "named.MoveAsync(\"a\").Wait()"]);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_constructor_of_a_type_without_a_namespace_is_found(bool bySource)
    {
        (_, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", "public class Made { public Made() => Thread.Sleep(5); }"),
            ("Shop.Web", "class C { async Task Load() { await Task.Yield(); new Made(); Made made = new(); } }"));
        found.Length.ShouldBe(2);
    }

    /// <summary>
    /// A getter is told once in a body, as in one project; which getter a helper asks is known where its source is.
    /// </summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_getter_of_another_project_is_told_once_in_a_body(bool bySource)
    {
        (Compilation compilation, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Data", """
            namespace Shop.Data;
            public abstract class Named { public abstract int Name { get; } }
            public sealed class Prices : Named
            {
                public override int Name { get { Thread.Sleep(5); return 3; } }
                public int Of(int number) => Name + number;
                public int Slow(int number) { Thread.Sleep(5); return number; }
            }
            """), ("Shop.Web", """
            class C(Shop.Data.Prices prices)
            {
                int Read() => new Shop.Data.Prices().Name;
                int Asked() => prices.Of(5);
                int Wait() => prices.Slow(5);
                async Task First() { await Task.Yield(); _ = prices.Name; _ = prices.Name; Read(); }
                async Task Second() { await Task.Yield(); Read(); Read(); }
                async Task Third() { await Task.Yield(); Asked(); Asked(); }
                async Task Fourth() { await Task.Yield(); Wait(); Wait(); }
            }
            """));
        found.Select(each => compilation.SyntaxTrees.Last().GetText().ToString(each.Location.SourceSpan))
            .ShouldBe(["prices.Name", "Read()", "Asked()", .. bySource ? Array.Empty<string>() : ["Asked()"], "Wait()", "Wait()"]);
    }

    /// <summary>
    /// A reader-writer lock that another project's helper takes is given back by its <c>using</c>, as in one project.
    /// </summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_lock_that_a_using_gives_back_is_short(bool bySource)
    {
        (Compilation compilation, ImmutableArray<Diagnostic> found) = await Run(bySource, ("Shop.Locks", """
            namespace Shop.Locks;
            public readonly struct ReadLock : IDisposable
            {
                private readonly ReaderWriterLockSlim _all;
                public ReadLock(ReaderWriterLockSlim all) { _all = all; _all.EnterReadLock(); }
                public void Dispose() => _all.ExitReadLock();
            }
            """), ("Shop.Web", """
            class C(ReaderWriterLockSlim all)
            {
                public int Count;
                async Task Load() { await Task.Yield(); using (new Shop.Locks.ReadLock(all)) { Count++; } Add(); }
                void Add() { using (new Shop.Locks.ReadLock(all)) { Count++; } }
                async Task Keep() { using (new Shop.Locks.ReadLock(all)) { await Task.Yield(); } }
            }
            """));
        compilation.SyntaxTrees.Last().GetText().Lines.GetLineFromPosition(found.ShouldHaveSingleItem().Location.SourceSpan.Start)
            .ToString().ShouldContain("Keep");
    }

    [Fact]
    public async Task Two_implementations_are_none()
    {
        const string Second = "namespace Shop.Kept; public sealed class Orders : Contracts.IOrders { int _asked; public string Load(int id) => (_asked += id).ToString(); public string Name => \"\"; public void Save() { } public void Drop() { } }";
        (_, ImmutableArray<Diagnostic> found) = await Run(false, ("Shop.Contracts", Contracts), ("Shop.Services", Apart), ("Shop.Data", Data), ("Shop.Kept", Second),
            ("Shop.Web", "class C { async Task Load(Shop.Services.Apart apart) { await Task.Yield(); apart.Find(5); } }"));
        found.ShouldBeEmpty();
    }

    [Fact]
    public void A_summary_that_is_read_says_what_was_written()
    {
        ForeignCall row = new("M:A.B.C(System.Int32)", new("TPD002", "System.Threading.Thread", "Sleep", "Task.Delay"), "D -> Thread.Sleep", "/src/B.cs", 12);
        SummaryOfProject summary = SummaryOfProject.Read(SummaryOfProject.Write([row], [("M:A.I.C", row.Id)]));
        ForeignCall read = summary.Find(row.Id).ShouldNotBeNull();
        (read.Way, read.File, read.Line, read.Twin, read.ToString()).ShouldBe(("D -> Thread.Sleep", "B.cs", 12, "Task.Delay", "System.Threading.Thread.Sleep"));
        summary.ImplementationsOf("M:A.I.C", "C").ShouldBe([row.Id]);
        summary.Names.ShouldBe([("C", true), ("C", true)]);
        ForeignCall more = new(row.Id, row, row.Way, row.File, row.Line, others: [new(row.Id, new("TPD003", "System.IO.File", "Delete", null), "E -> File.Delete", "/src/E.cs", 3)]);
        ForeignCall other = SummaryOfProject.Read(SummaryOfProject.Write([more], [])).Find(row.Id)!.Others.ShouldHaveSingleItem();
        (other.Way, other.File, other.Line, other.Twin, other.ToString()).ShouldBe(("E -> File.Delete", "E.cs", 3, null, "System.IO.File.Delete"));
        SummaryOfProject.Read("also\tnonsense\nblocks\tnonsense\nblocks\tM:X.Y\tTPD999\ta\tb\tc\td\te\tf").Names.ShouldBeEmpty();
    }

    internal static Task<(Compilation Compilation, ImmutableArray<Diagnostic> Found)> Run(bool bySource, params (string Name, string Source)[] projects) =>
        RunIn(new(), true, bySource, projects);

    // Each project refers to all before it; the rules look at the last one.
    internal static async Task<(Compilation Compilation, ImmutableArray<Diagnostic> Found)> RunIn(
        Settings settings, bool servesRequests, bool bySource, params (string Name, string Source)[] projects)
    {
        List<MetadataReference> references = [];
        settings = settings with { Files = new(settings.Files) };
        Compilation compilation = null!;
        foreach ((string name, string source) in projects)
        {
            compilation = CSharpCompilation.Create(
                name,
                [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, Compiled.ParseOptions), CSharpSyntaxTree.ParseText(source, Compiled.ParseOptions, $"/src/{name}.cs")],
                [.. Compiled.References.Where(each => servesRequests || !each.Display!.Contains("AspNetCore")), .. references],
                Compiled.Options.WithSpecificDiagnosticOptions(settings.Severities));
            using MemoryStream image = new();
            compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
            if (name == projects[^1].Name) break;
            references.Add(bySource ? compilation.ToMetadataReference() : MetadataReference.CreateFromImage(image.ToArray()));
            if (!bySource) settings.Files[$"/bin/{name}.threadpooldoctor.summary.txt"] = SummaryWriter.Summarize(Examination.Of(compilation, settings.AnalyzerOptions(), default));
        }
        ImmutableArray<Diagnostic> found = await compilation.WithAnalyzers(Examine.Rules, settings.AnalyzerOptions()).GetAnalyzerDiagnosticsAsync();
        return (compilation, [.. found.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start)]);
    }
}
