using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// What is queued in a loop runs many at once, unless the loop waits for each before it queues the next.
/// </summary>
public sealed class HeatOfTurnsTests
{
    [Theory]
    [InlineData("foreach (string one in all) { bool done = await Task.Run(() => Import(one)); if (done) return; }")]
    [InlineData("foreach (string one in all) await Task.Run(() => Import(one)).ConfigureAwait(false);")]
    [InlineData("for (int i = 0; i < 5; i++) { Task<bool> done = Task.Run(() => Import(all[0])); Console.WriteLine(); await done; }")]
    [InlineData("foreach (string one in all) { var done = Task.Run(() => Import(one)); bool isIn = await done.ConfigureAwait(false); }")]
    [InlineData("foreach (string one in all) { foreach (char two in one) await Task.Run(() => Import(one)); }")]
    [InlineData("foreach (string one in all) { if (!(await Task.Run(() => Import(one)))) break; }")]
    [InlineData("foreach (string one in all) await Once(one);", "async Task Once(string one) { await Task.Yield(); await Task.Run(() => Import(one)); }")]
    public Task One_at_a_time_is_no_batch(string loop, string more = "") => Told(loop, more, "nobody to serve");

    [Theory]
    [InlineData("foreach (string one in all) _ = Task.Run(() => Import(one)); await Task.Yield();")]
    [InlineData("await Task.WhenAll(all.Select(one => Task.Run(() => Import(one))));")]
    [InlineData("await Task.WhenAll(all.Select(async one => await Task.Run(() => Import(one))));")]
    [InlineData("List<Task> done = []; foreach (string one in all) done.Add(Task.Run(() => Import(one))); await Task.WhenAll(done);")]
    [InlineData("foreach (string one in all) { Task done = Task.Run(() => Import(one)); await Task.WhenAny(done, Task.Delay(5)); }")]
    [InlineData("Task last = Task.CompletedTask; foreach (string one in all) last = Task.Run(() => Import(one)); await last;")]
    [InlineData("foreach (string one in all) { foreach (char two in one) _ = Task.Run(() => Import(one)); await Task.Yield(); }")]
    [InlineData("foreach (string one in all) { Task done = Task.Run(() => Import(one)); if (one.Length > 5) await done; }")]
    [InlineData("all.ForEach(async one => { foreach (char two in one) await Task.Run(() => Import(one)); }); await Task.Yield();")]
    public Task Many_are_one(string loop, string more = "") => Told(loop, more, null);

    private static async Task Told(string loop, string more, string? place)
    {
        string program = "class C { async Task Go(List<string> all) { " + loop + " } bool Import(string one) { using var p = System.Diagnostics.Process.Start(one); p.WaitForExit(); return true; } "
            + more + " static void Main() { } }";
        Diagnostic found = (await HeatTests.Alone("Other", program, OutputKind.WindowsApplication)).Single(each => each.Id == "TPD003");
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }
}
