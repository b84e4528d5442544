namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>
/// An action that a base of one's own declares, and a controller overrides, is run per request like any other.
/// </summary>
public sealed class OverriddenActionTests
{
    [Theory]
    [InlineData("class Roles : Api<string> { public override string Page(int n) { [|Thread.Sleep(n)|]; return base.Page(n); } }")]
    [InlineData("class Roles : Api<string> { public override string Page(int n) { if (n == 1) [|Thread.Sleep(n)|]; return base.Page(n); } }")]
    [InlineData("class Roles : Api<string> { public sealed override string List(int n) { [|Thread.Sleep(n)|]; return \"\"; } }")]
    [InlineData("class Between : Api<int> { public override string List(int n) => \"\"; } class Roles : Between { public override string List(int n) { [|Thread.Sleep(n)|]; return \"\"; } }")]
    [InlineData("class Room : Rooms { public override void Say(int n) => [|Thread.Sleep(n)|]; }")]
    public Task Run_per_request(string members) => Examine.Reports("TPD002", Bases + members);

    [Theory]
    [InlineData("class Roles : Api<string> { public override string ToString() { Thread.Sleep(5); return \"\"; } }")]
    [InlineData("class Roles : Api<string> { public override int GetHashCode() { Thread.Sleep(5); return 5; } }")]
    [InlineData("class Roles : Api<string> { protected override string Inner(int n) { Thread.Sleep(n); return \"\"; } }")]
    [InlineData("class Roles : Api<string> { [NonAction] public override string Page(int n) { Thread.Sleep(n); return \"\"; } }")]
    [InlineData("class Roles : Plain { public override string Page(int n) { Thread.Sleep(n); return \"\"; } }")]
    public Task Run_by_somebody_else(string members) => Examine.Silent(Bases + members);

    private const string Bases = """
        using Microsoft.AspNetCore.Mvc;
        public abstract class Api<T> : Controller
        {
            public virtual string Page(int n) => "";
            public virtual string List(int n) => "";
            protected virtual string Inner(int n) => "";
        }
        public abstract class Plain { public virtual string Page(int n) => ""; }
        public abstract class Rooms : Microsoft.AspNetCore.SignalR.Hub { public abstract void Say(int n); }

        """;
}
