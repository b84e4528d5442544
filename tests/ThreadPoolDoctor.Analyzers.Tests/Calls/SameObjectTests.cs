namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// A class comes through a method of its base to its own override, and not to that of another class beside it.
/// </summary>
public sealed class SameObjectTests
{
    private static readonly Settings s_build = new() { Config = { [DoctorOptions.BuildKey] = "true" } };

    [Theory]
    [InlineData("D", "async Task M() { await Task.Yield(); Reliable(); }")]
    [InlineData("D", "void M() => Task.Run(() => { Read(); }); void Read() => this.Reliable();")]
    [InlineData("D", "async Task M() { await Task.Yield(); Go(); void Go() => base.Reliable(); }")]
    [InlineData("U", "async Task M(D d) { await Task.Yield(); d.Reliable(); }")]
    [InlineData("U", "readonly D _d = new(); async Task M() { await Task.Yield(); Read(); } void Read() => _d.Reliable();")]
    [InlineData("U", "void M() => Task.Run(() => new D().Reliable());")]
    public Task Only_its_own_override_is_come_to(string type, string members) =>
        Examine.Check("TPD002", [Program(type, members, "[|Thread.Sleep(5)|]", "Thread.Sleep(6)")], s_build);

    [Theory]
    [InlineData("U", "async Task M(B d) { await Task.Yield(); d.Reliable(); }")]
    [InlineData("D", "async Task M() { await Task.Yield(); Others(); }")]
    [InlineData("D", "async Task M() { await Task.Yield(); Helpers.Go(this); }")]
    [InlineData("B", "async Task M() { await Task.Yield(); Reliable(); }")]
    public Task Each_override_is_where_any_object_may_be_meant(string type, string members) =>
        Examine.Check("TPD002", [Program(type, members, "[|Thread.Sleep(5)|]", "[|Thread.Sleep(6)|]")], s_build);

    [Fact]
    public Task What_derives_from_it_may_be_meant_as_well() => Examine.Check("TPD002", ["""
        abstract class B { protected void Reliable() => Single(); protected abstract void Single(); }
        class D : B { async Task M() { await Task.Yield(); Reliable(); } protected override void Single() => [|Thread.Sleep(5)|]; }
        class E : D { protected override void Single() => [|Thread.Sleep(6)|]; }
        """], s_build);

    [Fact]
    public Task A_getter_is_an_override_too() => Examine.Check("TPD002", ["""
        abstract class B { protected int Reliable() => Single; protected abstract int Single { get; } }
        class D : B { async Task M() { await Task.Yield(); Reliable(); } protected override int Single { get { [|Thread.Sleep(5)|]; return 5; } } }
        class E : B { protected override int Single { get { Thread.Sleep(6); return 6; } } }
        """], s_build);

    private static string Program(string type, string members, string own, string other) => $$"""
        abstract class B
        {
            public B? Next;
            public void Reliable() => Single();
            protected void Others() => Next!.Single();
            public abstract void Single();
            {{(type == "B" ? members : "")}}
        }
        class D : B { {{(type == "D" ? members : "")}} public override void Single() => {{own}}; }
        class E : B { public override void Single() => {{other}}; }
        class U { {{(type == "U" ? members : "")}} }
        static class Helpers { public static void Go(B one) => one.Single(); }
        """;
}
