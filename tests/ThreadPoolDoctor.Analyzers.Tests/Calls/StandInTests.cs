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

    private const string Line = "interface ICodec { } class Codec : ICodec { } enum Kind { Near, Far } "
        + "abstract class Line { public abstract string Name { get; } public abstract ICodec Codec(); public virtual Kind Kind => Kind.Far; public abstract void Flush(); public virtual void Send() => Thread.Sleep(5); } "
        + "class FarLine : Line { public override string Name => \"far\"; public override ICodec Codec() => new Codec(); public override void Flush() => Thread.Sleep(5); } ";

    /// <summary>A name, a kind and a part say what a class is: the one that has nothing to write is one of several.</summary>
    [Theory]
    [InlineData("class Near : Line { public override string Name => \"near\"; public override ICodec Codec() => new Codec(); public override void Flush() { } int _sent; public override void Send() => _sent++; }")]
    [InlineData("class Near : Line { public override string Name { get { return nameof(Near); } } public override ICodec Codec() { return new Codec(); } public override void Flush() { } int _sent; public override void Send() => _sent++; }")]
    [InlineData("class Near : Line { public override string Name { get; } = \"near\"; public override ICodec Codec() => Shared.Default; public override void Flush() { } int _sent; public override void Send() => _sent++; } static class Shared { public static readonly ICodec Default = new Codec(); }")]
    [InlineData("class Near : Line { public override string Name => $\"near {5}\"; public override ICodec Codec() => new Codec { }; public override void Flush() { return; } int _sent; public override void Send() => _sent++; }")]
    [InlineData("class Off : Line { public override string Name => \"\"; public override ICodec Codec() => null!; public override void Flush() { } int _sent; public override void Send() => _sent++; }", true)]
    public Task What_says_what_it_is_is_none(string other, bool isOff = false) => Examine.Reports("TPD002",
        Line + other + "class C { async Task Run(Line line) { await Task.Yield(); " + (isOff ? "[|line.Flush()|]; " : "line.Flush(); ") + "line.Send(); } }");

    [Theory]
    [InlineData("class Near : ILine { public int Port => 80; public Type Kind => typeof(Near); public void Flush() { } }")]
    [InlineData("class Near : ILine { public int Port => Ports.Near; public Type Kind => this.GetType(); public void Flush() { } } static class Ports { public const int Near = 80; }")]
    public Task Nor_is_what_gives_a_number_of_its_own(string other) => Examine.Silent(other + """
        interface ILine { int Port { get; } Type Kind { get; } void Flush(); }
        class Far : ILine { public int Port => 443; public Type Kind => typeof(Far); public void Flush() => Thread.Sleep(5); }
        class C { async Task Run(ILine line) { await Task.Yield(); line.Flush(); } }
        """);

    [Theory]
    [InlineData("class Off : ILine { public string Name => \"off\"; public List<int> All() => new List<int>(); public void Flush() { } }")]
    [InlineData("class Off : ILine { public string Name => \"off\"; public List<int> All() => []; public void Flush() { } }")]
    [InlineData("class Off : ILine { public string Name => string.Empty; public List<int> All() => new(); public void Flush() { throw new NotSupportedException(\"off\"); } }")]
    [InlineData("class Off : ILine { public string Name => nameof(Off); public List<int> All() { return null!; } public void Flush() { } }")]
    public Task What_does_nothing_else_may_have_a_name(string other) => Examine.Reports("TPD002", other + """
        interface ILine { string Name { get; } List<int> All(); void Flush(); }
        class Far : ILine { public string Name => "far"; public List<int> All() { Thread.Sleep(5); return new List<int>(); } public void Flush() => Thread.Sleep(5); }
        class C { async Task Run(ILine line) { await Task.Yield(); [|line.Flush()|]; _ = [|line.All()|]; } }
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
    private const string Mutual = "class One(Shop.Contracts.IStore other) : Shop.Contracts.IStore { public void Save(int id) => other.Load(); public int Load() => Helper(); int Helper() { other.Save(5); return 5; } }";

    /// <summary>What asks its own contract is followed to itself: whether it waits has to have an end.</summary>
    [Theory]
    [InlineData("class FakeStore" + Around, true)]
    [InlineData("class NullStore" + Around + " class FakeStore" + Around, true)]
    [InlineData("class MemoryStore : Shop.Contracts.IStore { Shop.Contracts.IStore _next; public void Save(int id) => Far(id); public int Load() => 5; void Far(int id) => _next.Save(id); }", true)]
    [InlineData("class Retry" + Around, false)]
    [InlineData(Mutual, false)]
    [InlineData("class FakeStore" + Around + " class NullStore" + Around + " class Retry" + Around, false)]
    public async Task One_that_asks_its_own_contract_is_asked_once(string web, bool isFound)
    {
        foreach (bool bySource in new[] { true, false })
        {
            (await OtherProjectTests.Run(bySource, ("Shop.Contracts", Contract), ("Shop.Data", RealApart + "}"), ("Shop.Web", Web + web + "}"))).Found
                .Select(each => each.Id).ShouldBe(isFound ? ["TPD002"] : [], $"source {bySource}");
        }
    }

    /// <summary>The same of one that asks another project, which asks the contract.</summary>
    [Fact]
    public async Task One_that_another_project_leads_back_to_is_asked_once()
    {
        const string Services = "namespace Shop.Services { public class Runner(Shop.Contracts.IStore store) { public void Go() => store.Save(5); } }";
        const string Back = "namespace Shop.Web { class FakeStore(Shop.Services.Runner runner) : Shop.Contracts.IStore { public void Save(int id) => runner.Go(); public int Load() => 0; } "
            + "class C { async Task Run(Shop.Services.Runner runner) { await Task.Yield(); runner.Go(); } } }";
        foreach (bool bySource in new[] { true, false })
        {
            (await OtherProjectTests.Run(bySource, ("Shop.Contracts", Contract), ("Shop.Services", Services), ("Shop.Web", Back))).Found.ShouldBeEmpty($"source {bySource}");
        }
    }
}
