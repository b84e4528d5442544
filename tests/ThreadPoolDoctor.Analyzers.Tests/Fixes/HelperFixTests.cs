using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// What the rules tell of a call to a helper, and what becomes of the helper: here they report by themselves.
/// </summary>
public sealed class HelperFixTests
{
    [Fact]
    public Task A_helper_is_cured_of_all_that_blocks_in_it_but_not_of_what_it_calls() => Becomes("""
        interface IStore
        {
            int Get(int id);

            Task<int> GetAsync(int id);
        }

        class C
        {
            async Task<int> Run(IStore store)
            {
                await Task.Yield();
                return Load(store);
            }

            private int Load(IStore store)
            {
                File.WriteAllText("a", "");
                using var memory = new MemoryStream();
                memory.Flush();
                Keep();
                return store.Get(5);
            }

            private void Keep() => File.WriteAllText("b", "");
        }
        """, """
        interface IStore
        {
            int Get(int id);

            Task<int> GetAsync(int id);
        }

        class C
        {
            async Task<int> Run(IStore store)
            {
                await Task.Yield();
                return await LoadAsync(store);
            }

            private async Task<int> LoadAsync(IStore store)
            {
                await File.WriteAllTextAsync("a", "");
                using var memory = new MemoryStream();
                memory.Flush();
                Keep();
                return await store.GetAsync(5);
            }

            private void Keep() => File.WriteAllText("b", "");
        }
        """);

    [Fact]
    public Task A_helper_is_cured_of_the_waits_of_other_rules_as_well() => Becomes("""
        class C
        {
            async Task Run()
            {
                await Task.Yield();
                Load();
            }

            private void Load()
            {
                File.WriteAllText("a", "");
                Thread.Sleep(500);
            }
        }
        """, """
        class C
        {
            async Task Run()
            {
                await Task.Yield();
                await LoadAsync();
            }

            private async Task LoadAsync()
            {
                await File.WriteAllTextAsync("a", "");
                await Task.Delay(500);
            }
        }
        """);

    [Fact]
    public Task A_helper_keeps_the_waits_of_rules_that_are_off() => Becomes("""
        class C
        {
            async Task Run()
            {
                await Task.Yield();
                Load();
            }

            private void Load()
            {
                File.WriteAllText("a", "");
        #pragma warning disable TPD002
                Thread.Sleep(500);
            }
        }
        """, """
        class C
        {
            async Task Run()
            {
                await Task.Yield();
                await LoadAsync();
            }

            private async Task LoadAsync()
            {
                await File.WriteAllTextAsync("a", "");
        #pragma warning disable TPD002
                Thread.Sleep(500);
            }
        }
        """);

    [Fact]
    public Task An_override_that_becomes_async_with_a_method_is_cured_of_its_own_waits() => Becomes("""
        class C
        {
            async Task Run(Source source)
            {
                await Task.Yield();
                source.Load();
            }
        }

        abstract class Source
        {
            internal virtual void Load() => File.WriteAllText("a", "");
        }

        class Other : Source
        {
            internal override void Load()
            {
                File.WriteAllText("b", "");
                Thread.Sleep(500);
            }
        }
        """, """
        class C
        {
            async Task Run(Source source)
            {
                await Task.Yield();
                await source.LoadAsync();
            }
        }

        abstract class Source
        {
            internal virtual async Task LoadAsync() => await File.WriteAllTextAsync("a", "");
        }

        class Other : Source
        {
            internal override async Task LoadAsync()
            {
                await File.WriteAllTextAsync("b", "");
                await Task.Delay(500);
            }
        }
        """);

    [Fact]
    public async Task A_helper_whose_own_helper_would_still_wait_for_a_process_is_left()
    {
        const string Program = """
            class C
            {
                async Task Run() { await Task.Yield(); Load(); }
                private void Load() { File.WriteAllText("a", ""); Convert(WITH); }
                private int Convert(OUT)
                {
                    using System.Diagnostics.Process tool = System.Diagnostics.Process.Start("a");
                    tool.WaitForExit();
                    SET
                    return tool.ExitCode;
                }
            }
            """;
        (await OffersFor(Program.Replace("WITH", "out string said").Replace("OUT", "out string said").Replace("SET", "said = \"\";"))).ShouldBeEmpty();
        (await OffersFor(Program.Replace("WITH", "").Replace("OUT", "").Replace("SET", ""))).ShouldNotBeEmpty();
    }

    /// <summary>An async function that then parks its thread until somebody says so is none.</summary>
    [Theory]
    [InlineData("stop.WaitHandle.WaitOne();")]
    [InlineData("Park(stop);")]
    [InlineData("foreach (int id in ids.GetConsumingEnumerable()) Console.WriteLine(id);")]
    public async Task A_helper_that_would_still_wait_for_the_end_is_left(string wait) =>
        (await OffersFor(Waiting(wait))).ShouldBeEmpty();

    [Theory]
    [InlineData("stop.WaitHandle.WaitOne(500);")]
    [InlineData("new Thread(() => Park(stop)).Start();")]
    [InlineData("_gate.Wait();")]
    [InlineData("_ready.WaitHandle.WaitOne();")]
    public async Task One_that_waits_for_a_time_for_others_or_can_await_it_is_cured(string wait) =>
        (await OffersFor(Waiting(wait))).ShouldNotBeEmpty();

    private static string Waiting(string wait) => $$"""
        using System.Collections.Concurrent;
        class C(BlockingCollection<int> ids)
        {
            private readonly SemaphoreSlim _gate = new(1);
            private readonly ManualResetEventSlim _ready = new();
            void Run(CancellationToken stop) => Task.Run(() => Load(stop));
            private int Load(CancellationToken stop) { File.WriteAllText("a", ""); {{wait}} return ids.Count; }
            private static void Park(CancellationToken stop) => stop.WaitHandle.WaitOne();
        }
        """;

    private static async Task<IReadOnlyCollection<object>> OffersFor(string source, string id = "TPD003")
    {
        Project project = Compiled.Project(source);
        Compilation compilation = (await project.GetCompilationAsync())!;
        Diagnostic report = (await compilation.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync())
            .Where(each => each.Id == id).ShouldHaveSingleItem();
        return [.. await Fix.Offers(Fix.Curing(report.Id), project, report)];
    }

    private static async Task Becomes(string source, string expected)
    {
        Project project = Compiled.Project(source);
        Compilation compilation = (await project.GetCompilationAsync())!;
        Diagnostic report = (await compilation.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync()).ShouldHaveSingleItem();
        Solution changed = await Fix.Apply((await Fix.Offers(Fix.Curing(report.Id), project, report)).ShouldHaveSingleItem());
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        (await changed.GetProject(project.Id)!.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString().ShouldBe(expected, StringCompareShould.IgnoreLineEndings);
    }
}
