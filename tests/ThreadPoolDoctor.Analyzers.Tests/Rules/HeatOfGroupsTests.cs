using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Work queued in a loop is many at once, as a lambda and by the name of its method alike.</summary>
public sealed class HeatOfGroupsTests
{
    [Theory]
    [InlineData("foreach (string f in all) Task.Run(Tick);")]
    [InlineData("foreach (string f in all) { Task one = Task.Run(() => Tick()); }")]
    [InlineData("foreach (string f in all) Task.Run(async () => await Tick());")]
    [InlineData("var begun = all.Select(f => Task.Run(Tick)).ToArray();")]
    [InlineData("foreach (string f in all) Task.Factory.StartNew(Tick);")]
    public Task In_a_loop_they_are_many(string work) => Read(work, null);

    [Theory]
    [InlineData("Task.Run(Tick);")]
    [InlineData("Task.Run(async () => await Tick());")]
    [InlineData("foreach (string f in all) await Tick();")]
    public Task Else_they_are_not(string work) => Read(work, "file");

    private static async Task Read(string work, string? place)
    {
        Diagnostic found = (await Examine.Run(
            ["class C { async Task M(string[] all) { await Task.Yield(); " + work + " } async Task Tick() { await Task.Yield(); _ = Read(); } string Read() { return File.ReadAllText(\"a\"); } }"],
            new())).Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }
}
