using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>What a server or its container makes for each request is made on the request's thread.</summary>
public sealed class MadePerRequestTests
{
    private const string Usings = "using Microsoft.Extensions.DependencyInjection; using Microsoft.Extensions.DependencyInjection.Extensions; using Microsoft.AspNetCore.Mvc;\n";

    [Theory]
    [InlineData("services.AddSingleton<IStore, Store>();")]
    [InlineData("services.AddSingleton<Store>(); services.TryAddSingleton<IStore, Store>();")]
    [InlineData("services.AddScoped<IStore, Other>();")]
    [InlineData("services.AddScoped<IStore, Twice>();")]
    [InlineData("services.AddScoped(typeof(IStore), typeof(Other));")]
    [InlineData("Own.AddScoped<Store>();")]
    [InlineData("services.AddScoped<IStore>(p => p.GetRequiredService<Store>());")]
    public Task What_is_made_once_or_by_nobody_is_not_reported(string add) => Examine.Silent(Around(add, "Load().Wait();", ""));

    [Theory]
    [InlineData("services.AddScoped<IStore, Store>();")]
    [InlineData("services.AddTransient<Store>();")]
    [InlineData("services.AddScoped(typeof(IStore), typeof(Store));")]
    [InlineData("services.AddScoped(typeof(Store));")]
    [InlineData("services.TryAddTransient<IStore, Store>();")]
    [InlineData("services.AddKeyedScoped<IStore, Store>(\"a\");")]
    [InlineData("services.AddHttpClient<IStore, Store>();")]
    [InlineData("services.AddHttpClient<Store>(\"a\");")]
    [InlineData("services.Add(ServiceDescriptor.Transient<IStore, Store>());")]
    public Task What_is_made_for_each_request_is_reported(string add) => Examine.Reports("TPD001", Around(add, "[|Load().Wait()|];", ""));

    [Theory]
    [InlineData("class Orders : ControllerBase { public Orders() { [|Late().Wait()|]; } static async Task Late() => await Task.Yield(); }")]
    [InlineData("class Page : Microsoft.AspNetCore.Mvc.RazorPages.PageModel { public Page() { [|Late().Wait()|]; } static async Task Late() => await Task.Yield(); }")]
    [InlineData("[ApiController] class Orders { public Orders() { [|Read()|]; } void Read() => Late().Wait(); static async Task Late() => await Task.Yield(); }")]
    public Task A_controller_is_made_for_each_request(string type) => Examine.Reports("TPD001", Around("", "", type));

    [Theory]
    [InlineData("class Orders : ControllerBase { static Orders() { Late().Wait(); } static async Task Late() => await Task.Yield(); }")]
    [InlineData("class Plain { public Plain() { Late().Wait(); } static async Task Late() => await Task.Yield(); }")]
    public Task A_class_is_set_up_once(string type) => Examine.Silent(Around("", "", type));

    [Fact]
    public async Task The_message_names_where_it_was_added()
    {
        (_, ImmutableArray<Diagnostic> found) = await Examine.Run([Around("services.AddScoped<IStore, Store>();", "Load().Wait();", "")], new());
        found.ShouldHaveSingleItem().GetMessage().ShouldBe(
            "Task.Wait blocks the pool thread of each request that asks for the service added at line 10; await it instead");
    }

    private static string Around(string add, string work, string more) => Usings + $$"""
        interface IStore { }
        class Store : IStore { public Store() { {{work}} } static async Task Load() => await Task.Yield(); }
        class Other : IStore { }
        class Twice : IStore
        {
            public Twice() { Load().Wait(); } public Twice(int size) { }
            static async Task Load() => await Task.Yield();
        }
        static class Start { static void Configure(IServiceCollection services) { {{add}} } }
        static class Own { public static void AddScoped<T>() { } }
        {{more}}
        """;
}
