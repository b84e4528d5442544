namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>Whose object does a class have that another project makes?</summary>
public sealed class GivenElsewhereTests
{
    private const string Proxy = "public interface IWorld { void Join(int n); } "
        + "public class Far { public static async Task Send(int n) => await Task.Delay(n); } "
        + "public class Proxy : IWorld { public void Join(int n) => Far.Send(n).Wait(); } ";

    [Theory]
    [InlineData("public class Link { private readonly IWorld _far = new Proxy(); public void Greet() => _far.Join(1); }")]
    [InlineData("public class Link { private readonly Proxy _far; public Link() { _far = new Proxy(); } public void Greet(Hub hub) => hub.Add(_far); } public interface Hub { void Add(IWorld world); }")]
    public Task A_stub_of_the_far_side_is_not_what_runs_for_it(string maker) =>
        Examine.Silent(Runner("_world.Join(n)", "given") + maker);

    [Theory]
    [InlineData("")]
    [InlineData("public class Factory { public IWorld Make() => new Proxy(); }")]
    [InlineData("public class Factory { public IWorld Make() { var far = new Proxy(); far.Join(1); return far; } }")]
    [InlineData("public class Factory { public static readonly IWorld Far = new Proxy(); }")]
    [InlineData("public class Startup { public void Add(List<IWorld> services) { services.Add(new Proxy()); } }")]
    [InlineData("public class Startup { private readonly IWorld _far = new Proxy(); public void Add(List<IWorld> services) { services.Add(_far); } }")]
    [InlineData("public class Startup { public Func<IWorld> Add() => () => { var far = new Proxy(); return far; }; }")]
    [InlineData("public class Program { public Runner Make() { var far = new Proxy(); return new Runner(far); } }")]
    public Task What_may_be_handed_back_is(string maker) =>
        Examine.Reports("TPD001", Runner("[|_world.Join(n)|]", "given") + maker);

    [Fact]
    public Task An_own_object_where_none_is_given_is() =>
        Examine.Reports("TPD001", Runner("[|_world.Join(n)|]", "given ?? new Proxy()"));

    private static string Runner(string call, string kept) => Proxy + $$"""
        public class Runner
        {
            private readonly IWorld _world;
            public Runner(IWorld given) { _world = {{kept}}; }
            public async Task Run(int n) { await Task.Yield(); {{call}}; }
        }
        """;
}
