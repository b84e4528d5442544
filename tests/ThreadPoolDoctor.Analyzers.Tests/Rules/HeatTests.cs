using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Cold places are suggestions, all others warnings.</summary>
public sealed class HeatTests
{
    [Theory]
    [InlineData("main", "class C { static async Task Main() { await Task.Yield(); Thread.Sleep(5); } }")]
    [InlineData("start-up", "class Startup { async Task LoadAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class Shop { async Task SeedAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("start-up", "class W : IHostedService { public async Task StartAsync(CancellationToken c) { await Task.Yield(); Thread.Sleep(5); } public Task StopAsync(CancellationToken c) => Task.CompletedTask; static void Main() { } } interface IHostedService { }")]
    [InlineData("console command", "class ListCommand { async Task RunAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("test", "class FactAttribute : Attribute; class T { [Fact] void One() { } async Task Helper() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("configuration", "class Config { public string Get() => File.ReadAllText(\"a\"); } class C { async Task M(Config c) { await Task.Yield(); c.Get(); } static void Main() { } }")]
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

    private const string Folder = "static string? s_kept; string? _own; async Task Load() { await Task.Yield(); Get(); } static void Main() { } string Get() { ";

    [Fact]
    public async Task What_a_helper_keeps_in_a_static_field_is_a_suggestion()
    {
        Diagnostic found = (await Run("class C { " + Folder + "if (s_kept is not null) return s_kept; s_kept = File.ReadAllText(\"a\"); return s_kept; } }")).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Info);
        found.Properties[DiagnosticProperties.Cold].ShouldBe("kept once made");
    }

    [Theory]
    [InlineData("if (_own is not null) return _own; _own = File.ReadAllText(\"a\"); return _own;")]
    [InlineData("if (s_kept is not null) return \"\"; s_kept = File.ReadAllText(\"a\"); return s_kept;")]
    [InlineData("if (s_kept is not null) return s_kept; return File.ReadAllText(\"a\");")]
    public async Task What_it_keeps_for_one_object_or_not_at_all_is_a_warning(string body) =>
        (await Run("class C { " + Folder + body + " } }")).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    [Theory]
    [InlineData("class C { async Task LoadAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } }")]
    [InlineData("class Startup { void Configure() => new Timer(_ => Thread.Sleep(5)); static void Main() { } }")]
    [InlineData("class Startup { void Configure() => Task.Run(() => Thread.Sleep(5)); static void Main() { } }")]
    [InlineData("class W : IHostedService { public async Task ExecuteAsync() { await Task.Yield(); Thread.Sleep(5); } static void Main() { } } interface IHostedService { }")]
    [InlineData("class Startup { async Task Poll() { while (true) { await Task.Yield(); Thread.Sleep(5); } } static void Main() { } }")]
    [InlineData("class Store { public string Get() => File.ReadAllText(\"a\"); } class C { async Task M(Store c) { await Task.Yield(); c.Get(); } static void Main() { } }")]
    public async Task All_others_are_warnings(string program) => (await Run(program)).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Warning);

    private static async Task<ImmutableArray<Diagnostic>> Run(string program) => (await Examine.Run([program], new() { Output = OutputKind.ConsoleApplication })).Diagnostics;
}
