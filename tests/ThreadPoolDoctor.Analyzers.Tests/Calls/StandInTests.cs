using ThreadPoolDoctor.Analyzers.Tests.Projects;

namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>
/// What stands in for an implementation, and does nothing or keeps all in memory, says nothing about the others: those
/// are what is called where it matters.
/// </summary>
public sealed class StandInTests
{
    private const string Real = "class SqlStore : IStore { public void Save(int id) => Thread.Sleep(id); public int Load() { Thread.Sleep(5); return 5; } }";
    private const string Kept = "readonly Dictionary<int, int> _kept = new(); public void Save(int id) => _kept[id] = id; public int Load() { lock (_kept) return _kept.Count; }";

    [Theory]
    [InlineData("class Off : IStore { public void Save(int id) { } public int Load() => 0; }")]
    [InlineData("class Off : IStore { public void Save(int id) { return; } public int Load() { throw new NotSupportedException(); } }")]
    [InlineData("class Off : IStore { public void Save(int id) { } public int Load() { int none = default; return none; } }")]
    [InlineData("class Off : IStore { void IStore.Save(int id) { } int IStore.Load() { return -1; } }")]
    [InlineData("class Base { public void Save(int id) { } } class Off : Base, IStore { public int Load() => int.MaxValue; }")]
    [InlineData("class InMemoryStore : IStore { " + Kept + " }")]
    [InlineData("class MemoryStore : IStore { " + Kept + " }")]
    [InlineData("class NullStore : IStore { int _asked; public void Save(int id) => _asked++; public int Load() => _asked; }")]
    [InlineData("class FakeStore : IStore { " + Kept + " } class Off : IStore { public void Save(int id) { } public int Load() => 0; }")]
    public Task It_does_not_silence_the_others(string other) => Examine.Reports("TPD002", Real + other + """
        interface IStore { void Save(int id); int Load(); }
        class Orders(IStore store) { public int Count() => store.Load(); }
        class C { async Task Run(IStore store, Orders orders) { await Task.Yield(); [|store.Save(5)|]; [|orders.Count()|]; } }
        """);

    [Theory]
    [InlineData("class Counted : IStore { int _asked; public void Save(int id) => _asked++; public int Load() => _asked; }")]
    [InlineData("class Kept : IStore { " + Kept + " }")]
    [InlineData("class Near : IStore { public void Save(int id) { } public int Load() => new Random(5).Next(); }")]
    [InlineData("class NullableStore : IStore { " + Kept + " }")]
    [InlineData("class FakedStore : IStore { " + Kept + " }")]
    [InlineData("class MemoryMappedStore : IStore { " + Kept + " }")]
    public Task What_does_something_else_does(string other) => Examine.Silent(Real + other + """
        interface IStore { void Save(int id); int Load(); }
        class C { async Task Run(IStore store) { await Task.Yield(); store.Save(5); store.Load(); } }
        """);

    [Fact]
    public Task Where_all_stand_in_nothing_is_reported() => Examine.Silent("""
        interface IStore { void Save(int id); int Load(); }
        class NullStore : IStore { public void Save(int id) { } public int Load() => 0; }
        class Off : IStore { public void Save(int id) { } public int Load() => 0; }
        class C { async Task Run(IStore store) { await Task.Yield(); store.Save(5); store.Load(); } }
        """);

    [Fact]
    public Task The_others_have_to_wait_surely() => Examine.Silent("""
        interface IStore { void Save(bool far); int Load(); }
        class Cached : IStore { int _kept; public void Save(bool far) { if (far) Thread.Sleep(5); _kept++; } public int Load() => _kept; }
        class NullStore : IStore { public void Save(bool far) { } public int Load() => 0; }
        class C { async Task Run(IStore store) { await Task.Yield(); store.Save(true); store.Load(); } }
        """);

    /// <summary>Of one method alone an empty one is as often one of several kinds; so is an empty one to override.</summary>
    [Fact]
    public Task An_empty_method_is_not_enough() => Examine.Silent("""
        interface IStep { void Run(); }
        class Pause : IStep { public void Run() => Thread.Sleep(5); }
        class Skip : IStep { public void Run() { } }
        abstract class Filter { public virtual void Before() { } public virtual void After() { } }
        class Slow : Filter { public override void Before() => Thread.Sleep(5); }
        class Quick : Filter { public override void After() => Thread.Sleep(5); }
        class C { async Task Run(IStep step, Filter filter) { await Task.Yield(); step.Run(); filter.Before(); filter.After(); } }
        """);

    [Fact]
    public Task A_class_that_fills_in_its_base_is_one_as_well() => Examine.Reports("TPD002", """
        abstract class Log { public abstract string Write(string text); public abstract int Count { get; } public virtual Task<string> WriteAsync(string text) => Task.FromResult([|Write(text)|]); }
        class SqlLog : Log { public override string Write(string text) { Thread.Sleep(5); return text; } public override int Count { get { Thread.Sleep(5); return 5; } } }
        class MemoryLog : Log { readonly List<string> _all = new(); public override string Write(string text) { _all.Add(text); return text; } public override int Count => _all.Count; }
        class C { async Task Run(Log log) { await Task.Yield(); [|log.Write("a")|]; _ = [|log.Count|]; } }
        """);

    private const string Contract = "namespace Shop.Contracts { public interface IStore { void Save(int id); int Load(); } }";
    private const string RealApart = "namespace Shop.Data { public class SqlStore : Shop.Contracts.IStore { public void Save(int id) => Thread.Sleep(id); public int Load() { Thread.Sleep(5); return 5; } } ";
    private const string NullApart = "public class NullStore : Shop.Contracts.IStore { public void Save(int id) { } public int Load() => 0; }";
    private const string Web = "namespace Shop.Web { class C { async Task Run(Shop.Contracts.IStore store) { await Task.Yield(); store.Save(5); } } ";

    [Theory]
    [InlineData(RealApart + NullApart + "}", Web + "}")]
    [InlineData(RealApart + "}", Web + NullApart + "}")]
    public async Task Nor_does_it_in_another_project(string data, string web)
    {
        foreach (bool bySource in new[] { true, false })
        {
            (await OtherProjectTests.Run(bySource, ("Shop.Contracts", Contract), ("Shop.Data", data), ("Shop.Web", web))).Found
                .Select(each => each.Id).ShouldBe(["TPD002"], $"source {bySource}");
        }
    }

    private const string Around = "(Shop.Contracts.IStore inner) : Shop.Contracts.IStore { public void Save(int id) => inner.Save(id); public int Load() => inner.Load(); }";

    /// <summary>
    /// Whether a class here stands in for what is elsewhere is asked of it alone: one that hands its calls on comes to
    /// the very contract that is asked about.
    /// </summary>
    [Theory]
    [InlineData("class Logged" + Around, false)]
    [InlineData("class InMemoryStore" + Around)]
    [InlineData("class NullStore" + Around + " class FakeStore" + Around)]
    [InlineData("class MemoryStore : Shop.Contracts.IStore { Shop.Contracts.IStore _next; public void Save(int id) => Far(id); public int Load() => 5; void Far(int id) => _next.Save(id); }")]
    public async Task What_hands_its_calls_on_is_asked_once(string here, bool isStandIn = true)
    {
        foreach (bool bySource in new[] { true, false })
        {
            (await OtherProjectTests.Run(bySource, ("Shop.Contracts", Contract), ("Shop.Data", RealApart + "}"), ("Shop.Web", Web + here + "}"))).Found
                .Select(each => each.Id).ShouldBe(isStandIn ? ["TPD002"] : [], $"source {bySource}");
        }
    }
}
