using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// A build tells what blocks in a helper once, with all work items that come to it; an editor tells each where it is
/// called.
/// </summary>
public sealed class RootTests
{
    private static readonly Settings s_build = new() { Config = { [DoctorOptions.BuildKey] = "true" } };

    private static readonly Settings s_buildByItem = new() { Config = { [DoctorOptions.BuildKey] = "true", [DoctorOptions.ReportAtKey] = "work_item" } };

    [Fact]
    public Task A_helper_that_nobody_queues_is_no_root() => Examine.Check(null, ["""
        public class C { public string Get() => File.ReadAllText("a"); public string More() => Get(); }
        """], s_build);

    [Fact]
    public Task Whoever_switched_the_rule_off_at_the_call_does_not_count() => Examine.Check(null, ["""
        class C
        {
            static string Get() => File.ReadAllText("a");
            async Task Load()
            {
                await Task.Yield();
        #pragma warning disable TPD003
                Get();
        #pragma warning restore TPD003
            }
        }
        """], s_build);

    [Fact]
    public Task In_an_editor_each_call_is_underlined() => Examine.Reports("TPD003", Program("[|Get()|]", "File.ReadAllText(\"a\")"));

    [Fact]
    public Task On_demand_it_is_in_a_build_too() => Examine.Check("TPD003", [Program("[|Get()|]", "File.ReadAllText(\"a\")")], s_buildByItem);

    [Fact]
    public Task A_build_underlines_the_helper_once() => Examine.Check("TPD003", [Program("Get()", "[|File.ReadAllText(\"a\")|]")], s_build);

    [Fact]
    public Task A_build_underlines_all_that_blocks_behind_one_call() => Examine.Check(null, ["""
        class C
        {
            async Task Load() { await Task.Yield(); Both(); }
            static void Both() { Near(); Far(); Quiet(wait: false); }
            static void Near() { [|Thread.Sleep(5)|]; [|Thread.Sleep(6)|]; }
            static void Far() => Further();
            static void Further() => [|File.ReadAllText("a")|];
            static void Quiet(bool wait) { if (wait) Thread.Sleep(7); }
        }
        """], s_build);

    [Fact]
    public Task A_form_that_the_way_has_read_before_is_no_root() => Examine.Check("TPD003", ["""
        using Microsoft.AspNetCore.Http;
        class Binding
        {
            static bool CanBind(HttpRequest request) => request.Method == "POST" && [|request.Form|].Keys.Any(key => key == "a");
            Task<string> BindAsync(HttpRequest request, HttpRequest other)
            {
                if (!CanBind(request)) throw new InvalidOperationException();
                return Task.FromResult(NameOf(request) + Decode(request) + OtherOf(request, other));
            }
            static string NameOf(HttpRequest request)
            {
                if (request.Form.ContainsKey("a")) return request.Form.ContainsKey("b") ? "b" : "a";
                return request.Form["c"].ToString();
            }
            static string Decode(HttpRequest request)
            {
                string found = request.Form["a"].ToString();
                return found + [|File.ReadAllText("a")|];
            }
            static string OtherOf(HttpRequest request, HttpRequest other)
            {
                if (request.Form.Count > 0) return [|other.Form|]["a"].ToString();
                return [|other.Form|]["b"] + other.Form["c"];
            }
        }
        """], s_build);

    [Fact]
    public Task An_editor_underlines_a_call_once_whatever_blocks_behind_it() => Examine.Reports("TPD002", """
        class C
        {
            async Task Load() { await Task.Yield(); [|Both()|]; }
            static void Both() { Thread.Sleep(5); File.ReadAllText("a"); }
        }
        """);

    [Fact]
    public Task A_build_underlines_each_of_several_implementations_that_all_block() => Examine.Check(null, ["""
        interface IStore { void Save(); }
        class Near : IStore { public void Save() => [|Thread.Sleep(5)|]; }
        class Far : IStore { public void Save() { [|Thread.Sleep(6)|]; } }
        class C { async Task Load(IStore store) { await Task.Yield(); store.Save(); } }
        """], s_build);

    /// <summary>It is told in the work item, however it comes to itself once more.</summary>
    [Fact]
    public Task What_a_work_item_does_itself_is_no_root_where_it_calls_itself() => Examine.Check("TPD002", ["""
        class C
        {
            static void Start() => Task.Run(Connect);
            static void Connect() { try { [|Thread.Sleep(500)|]; } catch (IOException) { Again(); } }
            static void Again() { Pause(); Connect(); }
            static void Pause() => [|Thread.Sleep(700)|];
        }
        """], s_build);

    /// <summary>A suggestion there is not all that there is to tell.</summary>
    [Fact]
    public async Task What_a_cold_work_item_does_itself_is_a_root_of_a_warm_one()
    {
        const string Program = """
            class Testing { [Fact] public void Pauses() => Task.Run(Pause); public static void Pause() => Thread.Sleep(500); }
            class FactAttribute : Attribute;
            class C { async Task Load() { await Task.Yield(); Testing.Pause(); } }
            """;
        (await Run(Program)).Select(each => each.Severity).ShouldBe([DiagnosticSeverity.Info, DiagnosticSeverity.Warning], ignoreOrder: true);
    }

    [Fact]
    public Task What_a_work_item_does_itself_stays_where_it_is() => Examine.Check("TPD002", ["""
        class C { async Task Load() { await Task.Yield(); [|Thread.Sleep(5)|]; } }
        """], s_build);

    [Fact]
    public async Task The_message_has_the_number_and_the_first_way()
    {
        Diagnostic found = (await Run(Program("Get()", "System.Net.Dns.GetHostEntry(\"a\")"))).ShouldHaveSingleItem();
        found.GetMessage().ShouldBe(
            "Dns.GetHostEntry blocks pool threads of 2 work items, as in Get (Test0.cs:4); await Dns.GetHostEntryAsync there, and make the calls on the way async");
        found.Severity.ShouldBe(DiagnosticSeverity.Warning);
        found.AdditionalLocations.Select(place => place.GetLineSpan().StartLinePosition.Line + 1).ShouldBe([4, 5, 5]);
        found.Properties[DiagnosticProperties.WorkItems].ShouldBe("2");
    }

    [Fact]
    public async Task One_work_item_is_named() => (await Run("""
        class C
        {
            void Start() => Task.Run(() => Pause());
            static void Pause() => Nap();
            static void Nap() => Thread.Sleep(5);
        }
        """)).ShouldHaveSingleItem().GetMessage().ShouldBe(
        "Thread.Sleep blocks a pool thread queued at line 3, as in Pause -> Nap (Test0.cs:3); await Task.Delay there, and make the calls on the way async");

    [Fact]
    public async Task A_root_is_cold_when_all_who_come_to_it_are()
    {
        (await Run("class Startup { static void Nap() => Thread.Sleep(5); async Task LoadAsync() { await Task.Yield(); Nap(); } }"))
            .ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Info);
        (await Run("class Startup { static void Nap() => Thread.Sleep(5); async Task LoadAsync() { await Task.Yield(); Nap(); } void Later() => Task.Run(() => Nap()); }"))
            .ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);
    }

    [Fact]
    public async Task A_generated_file_has_no_work_items_to_count() => (await Run("""
        // <auto-generated/>
        class C { static void Nap() => Thread.Sleep(5); async Task LoadAsync() { await Task.Yield(); Nap(); } }
        """)).ShouldBeEmpty();

    [Fact]
    public Task The_fix_of_a_root_makes_the_helper_async_and_all_who_come_to_it() => Fixes.Fix.Becomes("TPD003", """
        class C
        {
            static string Get() => [|File.ReadAllText("a")|];
            async Task Load() { await Task.Yield(); Get(); }
            async Task Save() { await Task.Yield(); Get(); }
        }
        """, """
        class C
        {
            static async Task<string> GetAsync() => await File.ReadAllTextAsync("a");
            async Task Load() { await Task.Yield(); await GetAsync(); }
            async Task Save() { await Task.Yield(); await GetAsync(); }
        }
        """, s_build);

    private static async Task<ImmutableArray<Diagnostic>> Run(string source) => (await Examine.Run([source], s_build)).Diagnostics;

    private static string Program(string call, string wait) => $$"""
        class C
        {
            static string Get() => {{wait}};
            async Task Load() { await Task.Yield(); {{call}}; }
            async Task Save() { await Task.Yield(); {{call}}; {{call}}; }
        }
        """;
}
