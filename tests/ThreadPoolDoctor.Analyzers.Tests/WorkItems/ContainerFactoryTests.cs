using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>A container runs the factories of scoped and transient services whenever a request asks for one.</summary>
public sealed class ContainerFactoryTests
{
    private const string Usings = "using Microsoft.Extensions.DependencyInjection; using Microsoft.Extensions.DependencyInjection.Extensions;\n";

    [Fact]
    public Task A_singleton_is_made_once_and_other_factories_may_make_what_is_at_hand() => Examine.Silent(Usings + """
        class Repository { public Repository(string name) { } }
        class C
        {
            void Configure(IServiceCollection services)
            {
                services.AddSingleton(_ => new Repository(File.ReadAllText("x")));
                services.AddSingleton<Repository>(_ => { Thread.Sleep(1); return new Repository(""); });
                services.AddScoped(_ => new Repository("x"));
                services.AddScoped(provider => LoadAsync());
            }
            static async Task<Repository> LoadAsync() { await Task.Yield(); return new Repository(""); }
        }
        """);

    [Fact]
    public Task What_waits_for_each_request_is_reported() => Examine.Reports("TPD001", Usings + """
        class Repository { public Repository(string name) { } }
        class C
        {
            void Configure(IServiceCollection services)
            {
                services.AddScoped(_ => [|LoadAsync().Result|]);
                services.AddTransient<Repository>(_ => [|LoadAsync().Result|]);
                services.AddKeyedScoped<Repository>("a", (_, _) => [|LoadAsync().Result|]);
                services.TryAddScoped(_ => [|LoadAsync().Result|]);
                services.Add(ServiceDescriptor.Transient<Repository>(_ => [|LoadAsync().Result|]));
                services.AddScoped(Make);
            }
            static Repository Make(IServiceProvider provider) => [|LoadAsync().Result|];
            static async Task<Repository> LoadAsync() { await Task.Yield(); return new Repository(""); }
        }
        """);

    [Fact]
    public async Task The_message_names_the_service_and_without_requests_it_is_a_suggestion()
    {
        string[] source = [Usings + """
            class C { void Configure(IServiceCollection services) => services.AddScoped(_ => { Thread.Sleep(5); return ""; }); }
            """];
        (Compilation web, ImmutableArray<Diagnostic> found) = await Examine.Run(source, new());
        found.ShouldHaveSingleItem().GetMessage().ShouldBe(
            "Thread.Sleep blocks the pool thread of each request that asks for the service added at line 2; await Task.Delay instead");
        found[0].Severity.ShouldBe(DiagnosticSeverity.Warning);

        Compilation console = web.RemoveReferences(web.References.Where(reference => reference.Display!.Contains("AspNetCore.Http")));
        ImmutableArray<Diagnostic> cold = await console.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync();
        cold.ShouldHaveSingleItem().Properties[DiagnosticProperties.Cold].ShouldBe("container without requests");
    }
}
