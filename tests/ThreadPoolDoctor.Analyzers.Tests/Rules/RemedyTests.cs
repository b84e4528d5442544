using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Messages tell what a person would do, also where that is not to await a twin at the same place.</summary>
public sealed class RemedyTests
{
    [Theory]
    [InlineData("File.Copy(\"a\", \"b\");", "File.Copy", "; open both files and await Stream.CopyToAsync instead")]
    [InlineData("foreach (string line in File.ReadLines(\"a\")) { }", "File.ReadLines", "; go through File.ReadLinesAsync with await foreach instead")]
    [InlineData("Wait();", "Wait -> Task.Wait", "; await the task there, and make the calls on the way async")]
    [InlineData("_ = Slow;", "Slow -> Task`1.Result", "; a getter cannot await: add an async method beside Slow, and await the task in it")]
    [InlineData("_ = Slower;", "Slower -> Slow -> Task`1.Result", "; a getter cannot await: add an async method beside Slower, and await the task in it")]
    [InlineData("Keep(LoadAsync());", "Keep -> Task.Wait", "; a factory of values cannot await: keep a task, await the task in the factory, and await what GetOrAdd gives")]
    [InlineData("_ = kept.GetOrAdd(1, _ => LoadAsync().Result);", "Task`1.Result", "; a factory of values cannot await: keep a task, await it in the factory, and await what GetOrAdd gives")]
    [InlineData("LoadAsync().Wait();", "Task.Wait", "; await it instead")]
    public async Task Messages_end_in_what_to_do(string statement, string path, string remedy)
    {
        (_, ImmutableArray<Diagnostic> found) = await Examine.Run([$$"""
            class C
            {
                async Task M() { await Task.Yield(); {{statement}} }
                readonly System.Collections.Concurrent.ConcurrentDictionary<int, int> kept = new();
                int Keep(Task task) => kept.GetOrAdd(1, _ => { task.Wait(); return 5; });
                void Wait() => LoadAsync().Wait();
                int Slow => LoadAsync().Result;
                int Slower => Slow;
                static async Task<int> LoadAsync() { await Task.Yield(); return 5; }
            }
            """], new());
        found.ShouldHaveSingleItem().GetMessage().ShouldBe($"{path.Replace("`1", "")} blocks the pool thread that runs M{remedy}");
    }

    /// <summary>
    /// A token's handle is waited for to end a pause early; other handles have nothing that could be awaited for a
    /// time.
    /// </summary>
    [Theory]
    [InlineData("stop.WaitHandle.WaitOne(500);", "; await Task.Delay(500, stop) instead")]
    [InlineData("stop.WaitHandle.WaitOne(TimeSpan.FromSeconds(5), false);", "; await Task.Delay(TimeSpan.FromSeconds(5), stop) instead")]
    [InlineData("Pause(stop);", "; await Task.Delay(500, ended) there, and make the calls on the way async")]
    [InlineData("stop.WaitHandle.WaitOne();", "")]
    [InlineData("started.WaitHandle.WaitOne(500);", "")]
    public async Task A_pause_that_a_token_ends_is_a_delay_with_that_token(string statement, string remedy)
    {
        (_, ImmutableArray<Diagnostic> found) = await Examine.Run([$$"""
            class C
            {
                async Task M(CancellationToken stop, ManualResetEventSlim started) { await Task.Yield(); {{statement}} }
                static void Pause(CancellationToken ended) => ended.WaitHandle.WaitOne(500);
            }
            """], new());
        found.ShouldHaveSingleItem().GetMessage().ShouldEndWith("the pool thread that runs M" + remedy);
    }
}
