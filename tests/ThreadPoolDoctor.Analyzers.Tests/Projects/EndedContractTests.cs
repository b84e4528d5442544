namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// A task that a contract gives has ended where all that its call may run only gives such: of a wide contract those that
/// the object can be, in one project and in layers.
/// </summary>
public sealed class EndedContractTests
{
    private const string Contracts = "public interface IReads<T> { Task<T?> Get(int id); } public interface ITemplates<T> : IReads<T> { int Count { get; } } public interface IRows<T> : IReads<T> { } "
        + "public interface IProvider<T> { Task<T> Provide(); }";

    private const string Templates = "public class Eager<T>(T one) : IProvider<T> { public Task<T> Provide() => Task.FromResult(one); }\n"
        + "public class Lazy<T>(Func<T> make) : IProvider<T> { T? _one; public Task<T> Provide() => Task.FromResult(_one ??= make()); }\n"
        + "public class Templates<T>(Dictionary<int, IProvider<T>> all) : ITemplates<T> { public int Count => all.Count; public async Task<T?> Get(int id) => all.TryGetValue(id, out var one) ? await one.Provide() : default; }\n";

    private const string Listed = "public class Listed<T>(Dictionary<int, T> all) : ITemplates<T> { public int Count => all.Count; public Task<T?> Get(int id) => Task.FromResult(all.TryGetValue(id, out var one) ? one : default); }\n";

    private const string Rows = "public class Rows(string path) : IRows<string> { public async Task<string?> Get(int id) { await Task.Delay(5); return path; } }\n";

    /// <summary>Name, and the layers behind the contracts; the waits that are to be told are marked by WAIT.</summary>
    public static TheoryData<string, string[]> Programs { get; } = new()
    {
        {
            "the only one that implements it",
            [Templates, "class C(ITemplates<string> all) { async Task Go() { await Task.Yield(); _ = all.Get(5).Result; } }"]
        },
        {
            "two that implement it, and both have ended",
            [Templates + Listed, "class C(ITemplates<string> all) { async Task Go() { await Task.Yield(); _ = all.Get(5).Result; all.Get(6).Wait(); } }"]
        },
        {
            "two that implement it, each in a project of its own",
            [Templates, Listed, "class C(ITemplates<string> all) { async Task Go() { await Task.Yield(); _ = all.Get(5).Result; } }"]
        },
        {
            "one there, and one here",
            [Templates, Listed + "class C(ITemplates<string> all) { async Task Go() { await Task.Yield(); _ = all.Get(5).Result; } }"]
        },
        {
            "of a contract of several kinds the one that is asked",
            [
                Templates + Listed + Rows,
                "class C(ITemplates<string> all, IReads<string> any, IRows<string> rows) { async Task Go() { await Task.Yield(); _ = all.Get(5).Result;\n _ = any.Get(5).Result; // WAIT\n"
                    + " _ = rows.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "of a contract of several kinds, where another of them is here",
            [
                Templates, Rows + "class C(ITemplates<string>? all, IRows<string> rows) { async Task Go() { await Task.Yield(); _ = all?.Get(5).Result;\n _ = rows.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "a property that is typed by the narrower contract",
            [
                Templates + Rows, "public class Sheet(ITemplates<string> levels) { public ITemplates<string> Levels { get; } = levels; public string? this[int level] => Levels.Get(level).Result; }",
                "class C(Sheet sheet) { async Task Go() { await Task.Yield(); _ = sheet[5]; _ = sheet.Levels.Get(6).Result; } }",
            ]
        },
        {
            "behind a question mark",
            [Templates, "class C(ITemplates<string>? all) { async Task Go() { await Task.Yield(); _ = all?.Get(5).Result; all?.Get(5).Wait(); } }"]
        },
        {
            "one of two that waits",
            [
                Templates + "public class Far<T>(T one) : ITemplates<T> { public int Count => 1; public async Task<T?> Get(int id) { await Task.Delay(id); return one; } }",
                "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "one here that waits",
            [
                Templates, "class Far<T>(T one) : ITemplates<T> { public int Count => 1; public async Task<T?> Get(int id) { await Task.Delay(id); return one; } }\n"
                    + "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "what a base does for a class that is one of the narrower contract",
            [
                Templates + "public abstract class Store<T>(T one) : IReads<T> { public async Task<T?> Get(int id) { await Task.Delay(id); return one; } }\n"
                    + "public class Named(string one) : Store<string>(one), ITemplates<string> { public int Count => 1; }",
                "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "what a base does for a class here that is one of the narrower contract",
            [
                Templates + "public class Store<T>(T one) : IReads<T> { public async Task<T?> Get(int id) { await Task.Delay(id); return one; } }",
                "class Named(string one) : Store<string>(one), ITemplates<string> { public int Count => 1; }\n"
                    + "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "a provider that waits behind what awaits it",
            [
                Templates + "public class Remote<T>(T one) : IProvider<T> { public async Task<T> Provide() { await Task.Delay(5); return one; } }",
                "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }",
            ]
        },
        {
            "a contract that nobody implements",
            ["public class Unknown { }", "class C(ITemplates<string> all) { async Task Go() { await Task.Yield();\n _ = all.Get(5).Result; // WAIT\n } }"]
        },
    };

    [Theory]
    [MemberData(nameof(Programs))]
    public Task A_task_of_a_contract_has_ended_where_all_that_it_can_be_of_have(string name, string[] layers) => LayeredTests.Check(name, [Contracts, .. layers]);
}
