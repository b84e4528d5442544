using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Cold places are suggestions, all others warnings.</summary>
public sealed class HeatTests
{
    [Theory]
    [InlineData("main", "class C { static async Task Main() { await Task.Yield(); Thread.Sleep(5); } }")]
    [InlineData("start-up", "class Startup { async Task LoadAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class Shop { async Task SeedAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class Shop { async Task RunMigrationsAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class ShopStartupTasks { async Task LoadAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class QueueMigrator { async Task RunAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("shut-down", "class W : IHostedService { public async Task StopAsync(CancellationToken c) { await Task.Yield(); Thread.Sleep(5); } static void Main() { } } interface IHostedService { }")]
    [InlineData("shut-down", "class W(Store store) : IHostedService { public async Task StopAsync(CancellationToken c) => await store.CloseAsync(); static void Main() { } } class Store { public async Task CloseAsync() { await Task.Yield(); Thread.Sleep(5); } } interface IHostedService { }")]
    [InlineData("start-up", "class W : IHostedService { public async Task StartAsync(CancellationToken c) { await Task.Yield(); Thread.Sleep(5); } public Task StopAsync(CancellationToken c) => Task.CompletedTask; static void Main() { } } interface IHostedService { }")]
    [InlineData("start-up", "class W : IHostedService { async Task IHostedService.StartAsync(CancellationToken c) { foreach (int i in new[] { 1 }) { await Task.Yield(); Thread.Sleep(5); } } static void Main() { } } interface IHostedService { Task StartAsync(CancellationToken c); }")]
    [InlineData("console command", "class ListCommand { async Task RunAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("test", "class FactAttribute : Attribute; class T { [Fact] void One() { } async Task Helper() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("configuration", "class Config { public string Get() => File.ReadAllText(\"a\"); } class C { async Task M(Config c) { await Task.Yield(); c.Get(); } static void Main() { } }")]
    [InlineData("test", "namespace Shop.Testing; class Replay { async Task Helper() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    public async Task Cold_places_are_suggestions(string place, string program)
    {
        Diagnostic found = (await Run(program)).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe(place);
    }

    [Theory]
    [InlineData("class C { private readonly Lazy<string> _kept = new(() => File.ReadAllText(\"a\")); async Task M() { await Task.Yield(); _ = _kept.Value; } static void Main() { } }")]
    [InlineData("class C { private readonly Lazy<string> _kept = new(() => File.ReadAllText(\"a\")); void M() => Task.Run(() => _kept.Value); static void Main() { } }")]
    public async Task What_is_made_once_is_a_suggestion_wherever_it_is_asked_for(string program)
    {
        Diagnostic found = (await Run(program)).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("made once");
        found.GetMessage().ShouldEndWith("; make it a Lazy of a task, await File.ReadAllTextAsync in its factory, and await its Value");
    }

    /// <summary>It belongs to a thread, and nothing asynchronous keeps other processes out.</summary>
    [Fact]
    public Task A_mutex_that_other_processes_take_is_a_suggestion() => IsMutex("new(false, \"Global\\\\shop\")", "no asynchronous calls");

    [Fact]
    public Task One_of_the_process_is_a_warning() => IsMutex("new(false)", null);

    private static async Task IsMutex(string made, string? place)
    {
        Diagnostic found = (await Examine.Run([$"class C {{ static readonly Mutex s_all = {made}; async Task M() {{ await Task.Yield(); s_all.WaitOne(); }} }}"], new()))
            .Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }

    private const string Folder = "static string? s_kept; string? _own; async Task Load() { await Task.Yield(); Get(); } static void Main() { } string Get() { ";

    [Fact]
    public async Task What_a_helper_keeps_in_a_static_field_is_a_suggestion()
    {
        Diagnostic found = (await Run("class C { " + Folder + "if (s_kept is not null) return s_kept; s_kept = File.ReadAllText(\"a\"); return s_kept; } }")).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("kept once made");
    }

    [Theory]
    [InlineData("static string? s_kept; static string Get() => s_kept ??= File.ReadAllText(\"a\"); async Task Load() { await Task.Yield(); Get(); }")]
    [InlineData("string? _kept; string Kept => _kept ?? (_kept = File.ReadAllText(\"a\")); async Task Load() { await Task.Yield(); _ = Kept; }")]
    [InlineData("string? _kept; string Kept { get { if (_kept == null) { _kept = File.ReadAllText(\"a\"); } return _kept; } } async Task Load() { await Task.Yield(); _ = Kept; }")]
    [InlineData("static string? s_kept; async Task Load() { await Task.Yield(); s_kept ??= File.ReadAllText(\"a\"); }")]
    [InlineData("static bool? s_has; static bool Has() { if (s_has.HasValue) return s_has.Value; s_has = File.ReadAllText(\"a\").Length > 5; return s_has.Value; } async Task Load() { await Task.Yield(); Has(); }")]
    public async Task So_is_what_a_getter_or_a_static_field_keeps(string members)
    {
        Diagnostic found = (await Run($"class C {{ {members} static void Main() {{ }} }}")).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("kept once made");
    }

    [Theory]
    [InlineData("string? _kept; string Get() => _kept ??= System.Net.Dns.GetHostEntry(\"a\").HostName; async Task Load() { await Task.Yield(); Get(); }")]
    [InlineData("string? _kept; string Kept => _kept ?? System.Net.Dns.GetHostEntry(\"a\").HostName; async Task Load() { await Task.Yield(); _ = Kept; }")]
    [InlineData("string? _kept; string Kept { get { if (_kept == null) { return System.Net.Dns.GetHostEntry(\"a\").HostName; } return _kept; } } async Task Load() { await Task.Yield(); _ = Kept; }")]
    [InlineData("static bool? s_has; static bool Has() { if (s_has.HasValue) return s_has.Value; return System.Net.Dns.GetHostEntry(\"a\").HostName.Length > 5; } async Task Load() { await Task.Yield(); Has(); }")]
    [InlineData("static bool s_on; async Task Load() { await Task.Yield(); if (s_on) System.Net.Dns.GetHostEntry(\"a\").HostName; }")]
    public async Task What_is_made_for_each_object_or_call_is_a_warning(string members) =>
        (await Run($"class C {{ {members} static void Main() {{ }} }}")).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    [Theory]
    [InlineData("async Task Ask() { await Task.Yield(); do { Console.ReadLine(); } while (true); }")]
    [InlineData("void Ask() => Task.Run(() => Console.ReadKey());")]
    [InlineData("async Task Ask() { await Task.Yield(); Console.In.ReadToEnd(); }")]
    public async Task Who_waits_for_a_person_is_told_so_as_a_suggestion(string member)
    {
        Diagnostic found = (await Run($"class C {{ {member} static void Main() {{ }} }}")).Single(each => each.Id == "TPD003");
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("waits for a person");
    }

    [Theory]
    [InlineData("class ShopSettings { public void Save() => File.WriteAllText(\"a\", \"\"); } class C { static void Main() => new Timer(_ => new ShopSettings().Save()); }", "configuration")]
    [InlineData("class Shop { public void Save() => File.WriteAllText(\"a\", \"\"); } class C { static void Main() { for (int i = 0; i < 5; i++) Task.Run(() => new Shop().Save()); } }", null)]
    [InlineData("class ShopSettings { public void Save() => System.Net.Dns.GetHostEntry(\"a\"); } class C { static void Main() => new Timer(_ => new ShopSettings().Save()); }", null)]
    public async Task The_file_of_a_configuration_is_a_suggestion_whoever_comes_to_it(string program, string? place) =>
        (await Run(program)).ShouldHaveSingleItem().Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);

    private const string Turns = "readonly object _turn = new(); readonly Timer _timer; C() { _timer = new Timer(_ => Tick()); } "
        + "async void Tick() { try { lock (_turn) { Monitor.Wait(_turn); } await Task.Yield(); } finally { lock (_turn) { Monitor.PulseAll(_turn); } } } ";

    [Theory]
    [InlineData("", "tick before")]
    [InlineData("void Other() { lock (_turn) Monitor.Pulse(_turn); }", null)]
    [InlineData("void Ask() { for (int i = 0; i < 5; i++) Task.Run(() => Tick()); }", null)]
    public async Task A_tick_that_lets_the_last_one_end_is_a_suggestion(string more, string? place) =>
        (await Examine.Run([$"public class C {{ {Turns}{more} }}"], new())).Diagnostics.Where(found => found.Id == "TPD004").ShouldHaveSingleItem()
            .Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);

    private const string Threads = "Thread _own = null!; readonly Thread[] _all = new Thread[5]; int _left; static void Main() { } void Begin() { _own = new Thread(() => { }); _own.Start(); } ";

    [Theory]
    [InlineData("void Stop() { while (_left > 0) Thread.Sleep(5); _own?.Join(); } void M() => Task.Run(Stop);")]
    [InlineData("async Task DisposeAsync() { Thread[] all = _all; await Task.Run(() => { foreach (Thread one in all) one.Join(); }); }")]
    [InlineData("async Task Close() { await Task.Yield(); End(); } void End() => _own.Join(5);")]
    public async Task Who_ends_a_thread_of_the_object_waits_once(string members)
    {
        ImmutableArray<Diagnostic> all = await Run($"class C {{ {Threads}{members} }}");
        all.ShouldNotBeEmpty();
        all.ShouldAllBe(found => found.Properties.GetValueOrDefault(DiagnosticProperties.Cold) == "end of a thread");
    }

    [Theory]
    [InlineData("async Task M() { await Task.Yield(); Thread one = new Thread(() => { }); one.Start(); one.Join(); }")]
    [InlineData("async Task M() { await Task.Yield(); foreach (Thread one in _all) one.Start(); foreach (Thread one in _all) one.Join(); }")]
    [InlineData("void Stop() { while (_left > 0) Thread.Sleep(5); } void M() => Task.Run(Stop);")]
    [InlineData("void Stop() { while (_left > 0) Thread.Sleep(5); string.Join(',', _all); } void M() => Task.Run(Stop);")]
    public async Task Who_waits_for_threads_it_has_started_or_for_none_does_so_each_time(string members) =>
        (await Run($"class C {{ {Threads}{members} }}")).ShouldHaveSingleItem().Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldNotBe("end of a thread");

    private const string Mutex = "private readonly SemaphoreSlim _one = new(1); int _count; static void Main() { } ";

    [Theory]
    [InlineData("async Task M() { await Task.Yield(); _one.Wait(); try { _count++; } finally { _one.Release(); } }")]
    [InlineData("SemaphoreSlim Two { get; } = new(1); async Task M() { await Task.Yield(); Two.Wait(); try { _count++; } finally { Two.Release(); } }")]
    [InlineData("async Task M() { await Task.Yield(); _one.Wait(); _count++; _one.Release(); await Task.Yield(); Other(); } void Other() { }")]
    [InlineData("async Task M() { _one.Wait(); _count++; _one.Release(); } async Task N() { await _one.WaitAsync(); _count++; _one.Release(); await Task.Yield(); }")]
    [InlineData("async Task M() { _one.Wait(); _count++; _one.Release(); } async Task DisposeAsync() { await _one.WaitAsync(); await Task.Yield(); _one.Release(); }")]
    [InlineData("void M() => Task.Run(() => { _one.Wait(); _count++; _one.Release(); });")]
    public async Task A_semaphore_that_is_held_for_a_few_lines_is_a_suggestion(string members)
    {
        Diagnostic found = (await Run($"class C {{ {Mutex}{members} }}")).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("mutex of few lines");
    }

    [Theory]
    [InlineData("async Task M() { _one.Wait(); await Task.Yield(); _one.Release(); }")]
    [InlineData("async Task M() { await Task.Yield(); _one.Wait(); _count++; }")]
    [InlineData("SemaphoreSlim Two { get; } = new(1); async Task M() { Two.Wait(); await Task.Yield(); Two.Release(); }")]
    [InlineData("internal SemaphoreSlim Two { get; } = new(1); async Task M() { await Task.Yield(); Two.Wait(); _count++; Two.Release(); }")]
    [InlineData("async Task M() { _one.Wait(); _count++; _one.Release(); } async Task N() { await _one.WaitAsync(); await Task.Yield(); _one.Release(); }")]
    [InlineData("async Task M() { _one.Wait(); _count++; _one.Release(); } void N() { _one.Wait(); File.ReadAllText(\"a\"); _one.Release(); }")]
    [InlineData("async Task M() { _one.Wait(); _count++; _one.Release(); } async Task<IDisposable> N() { await _one.WaitAsync(); return null!; }")]
    public async Task One_that_somebody_holds_for_longer_or_hands_on_is_a_warning(string members) =>
        (await Run($"class C {{ {Mutex}{members} }}")).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    private const string Sqlite = "namespace Microsoft.Data.Sqlite { class SqliteCommand { public object ExecuteScalar() => 5; } } "
        + "namespace DuckDB.NET.Data { class DuckDBConnection { public void Open() { } } } "
        + "namespace Microsoft.Data.SqlClient { class SqlTransaction { public void Commit() { } } class SqlCommand(System.Data.Common.DbCommand asked) { public object? ExecuteScalar() => asked.ExecuteScalar(); } }";

    /// <summary>A provider's commands have asynchronous calls of their own.</summary>
    [Fact]
    public async Task A_command_of_such_a_provider_is_a_warning() => (await Run($"{Sqlite} class C {{ async Task Load(System.Data.Common.DbCommand command) {{ await Task.Yield(); command.ExecuteScalar(); }} static void Main() {{ }} }}"))
        .ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    [Theory]
    [InlineData("async Task Load() { await Task.Yield(); new Microsoft.Data.Sqlite.SqliteCommand().ExecuteScalar(); }")]
    [InlineData("async Task Load() { await Task.Yield(); new DuckDB.NET.Data.DuckDBConnection().Open(); }")]
    [InlineData("async Task Load() { await Task.Yield(); new Microsoft.Data.SqlClient.SqlTransaction().Commit(); }")]
    [InlineData("void Load() => Task.Run(() => new Microsoft.Data.Sqlite.SqliteCommand().ExecuteScalar());")]
    public async Task What_has_no_asynchronous_calls_is_a_suggestion_and_offers_none(string member)
    {
        Diagnostic found = (await Run($"{Sqlite} class C {{ {member} static void Main() {{ }} }}")).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("no asynchronous calls");
        found.GetMessage().ShouldEndWith("; what could be awaited instead blocks as well: keep it short, or do it on a thread of its own");
        found.Properties[DiagnosticProperties.Fixable].ShouldBe("false");
    }

    [Theory]
    [InlineData("if (_own is not null) return _own; _own = System.Net.Dns.GetHostEntry(\"a\").HostName; return _own;")]
    [InlineData("if (s_kept is not null) return \"\"; s_kept = System.Net.Dns.GetHostEntry(\"a\").HostName; return s_kept;")]
    [InlineData("if (s_kept is not null) return s_kept; return System.Net.Dns.GetHostEntry(\"a\").HostName;")]
    public async Task What_it_keeps_for_one_object_or_not_at_all_is_a_warning(string body) =>
        (await Run("class C { " + Folder + body + " } }")).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    [Theory]
    [InlineData("class C { async Task LoadAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("class Startup { void Configure() => new Timer(_ => Thread.Sleep(5)); static void Main() { } }")]
    [InlineData("class Startup { void Configure() => Task.Run(() => Thread.Sleep(5)); static void Main() { } }")]
    [InlineData("class W { public async Task StopAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("class W : IHostedService { public async Task StopAsync() { while (true) { await Task.Yield(); Thread.Sleep(5); } } static void Main() { } } interface IHostedService { }")]
    [InlineData("class W(Store store) : IHostedService { public async Task StopAsync() => await store.CloseAsync(); public async Task Save() => await store.CloseAsync(); static void Main() { } } class Store { public async Task CloseAsync() { await Task.Yield(); Thread.Sleep(5); } } interface IHostedService { }")]
    [InlineData("class W(Store store) : IHostedService { public async Task StopAsync() { while (true) { await Task.Yield(); await store.CloseAsync(); } } static void Main() { } } class Store { public async Task CloseAsync() { await Task.Yield(); Thread.Sleep(5); } } interface IHostedService { }")]
    [InlineData("class W : IHostedService { public async Task ExecuteAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } } interface IHostedService { }")]
    [InlineData("namespace Shop.Test.Drives; class Rig { async Task Drive() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("class Startup { async Task Poll() { while (true) { await Task.Yield(); Thread.Sleep(5); } } static void Main() { } }")]
    [InlineData("class Store { public string Get() => System.Net.Dns.GetHostEntry(\"a\").HostName; } class C { async Task M(Store c) { await Task.Yield(); c.Get(); } static void Main() { } }")]
    public async Task All_others_are_warnings(string program) => (await Run(program)).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    [Theory]
    [InlineData("System.CommandLine", "", DiagnosticSeverity.Info)]
    [InlineData("System.CommandLines", "", DiagnosticSeverity.Warning)]
    [InlineData("System.CommandLine", "namespace Microsoft.AspNetCore.Http { public class HttpContext; }", DiagnosticSeverity.Warning)]
    [InlineData("System.CommandLine", "class BackgroundService; class Service : BackgroundService;", DiagnosticSeverity.Warning)]
    public async Task A_program_that_parses_its_command_line_and_serves_nobody_is_cold(string library, string more, DiagnosticSeverity expected)
    {
        const string Work = "class C { async Task Load() { for (int i = 0; i < 5; i++) { await Task.Yield(); Thread.Sleep(5); } } } ";
        (await Alone(library, Work + more)).ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    [Theory]
    [InlineData("if (args[0] == \"a\") { } if (args[1] == \"b\") { } if (args.Length > 2) { }", "", DiagnosticSeverity.Info)]
    [InlineData("if (args.Length > 2) { }", "", DiagnosticSeverity.Warning)]
    [InlineData("if (args[0] == \"a\") { } if (args[1] == \"b\") { } if (args.Length > 2) { }", "class L { void Run(System.Net.Sockets.Socket s) => s.Listen(); }", DiagnosticSeverity.Warning)]
    [InlineData("if (args[0] == \"a\") { } if (args[1] == \"b\") { } if (args.Length > 2) { }", "namespace Microsoft.AspNetCore.Http { public class HttpContext; }", DiagnosticSeverity.Warning)]
    public async Task So_is_a_console_program_that_picks_its_arguments_apart(string main, string more, DiagnosticSeverity expected)
    {
        const string Work = "class C { async Task Load() { for (int i = 0; i < 5; i++) { await Task.Yield(); Thread.Sleep(5); } } ";
        (await Alone("Other", Work + $"static void Main(string[] args) {{ {main} }} }} {more}", OutputKind.ConsoleApplication)).ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    /// <summary>It stays, whatever arguments it is started with.</summary>
    [Theory]
    [InlineData(OutputKind.ConsoleApplication, DiagnosticSeverity.Info)]
    [InlineData(OutputKind.WindowsApplication, DiagnosticSeverity.Warning)]
    public async Task A_program_with_a_window_that_parses_its_command_line_does_not_end(OutputKind output, DiagnosticSeverity expected)
    {
        const string Work = "class C { async Task Load(Task<int> t) { await Task.Yield(); _ = t.Result; } static void Main() { } }";
        (await Alone("System.CommandLine", Work, output)).ShouldHaveSingleItem().Severity.ShouldBe(expected);
    }

    [Fact]
    public async Task What_it_queues_is_warm() =>
        (await Alone("System.CommandLine", "class C { void Load() => Task.Run(() => System.Net.Dns.GetHostEntry(\"a\")); }")).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    // A library that refers to another, and to nothing of the web.
    internal static async Task<ImmutableArray<Diagnostic>> Alone(
        string library, string source, OutputKind output = OutputKind.DynamicallyLinkedLibrary, string declared = "", bool isProject = false)
    {
        CSharpCompilation referred = CSharpCompilation.Create(library, [CSharpSyntaxTree.ParseText(declared, Compiled.ParseOptions)], Compiled.References, Compiled.Options);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Tool", [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, Compiled.ParseOptions), CSharpSyntaxTree.ParseText(source, Compiled.ParseOptions, "/src/Tool.cs")],
            [.. Compiled.References.Where(each => !each.Display!.Contains("AspNetCore")), isProject ? referred.ToMetadataReference() : Image(referred)],
            Compiled.Options.WithOutputKind(output));
        return await compilation.WithAnalyzers(Examine.Rules, new Settings().AnalyzerOptions()).GetAnalyzerDiagnosticsAsync();
    }

    private static MetadataReference Image(CSharpCompilation library)
    {
        MemoryStream image = new();
        library.WithOptions(Compiled.Options.WithOutputKind(OutputKind.DynamicallyLinkedLibrary)).Emit(image).Success.ShouldBeTrue();
        return MetadataReference.CreateFromImage(image.ToArray());
    }

    private static async Task<ImmutableArray<Diagnostic>> Run(string program) => (await Examine.Run([program], new() { Output = OutputKind.ConsoleApplication })).Diagnostics;
}
