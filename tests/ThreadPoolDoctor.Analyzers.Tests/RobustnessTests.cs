using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Text;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Tests;
using Xunit.Abstractions;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Half-typed, enormous and cyclic code must neither crash nor hang the rules.</summary>
public sealed class RobustnessTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Half_typed_code_does_not_crash()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        Random random = new(seed);
        string[] sources = [.. SourcesOfThisProject()];
        for (int i = 0; i < 40; i++)
        {
            string source = sources[random.Next(sources.Length)];
            string broken = random.Next(3) switch
            {
                0 => source[..random.Next(source.Length)],
                1 => source.Remove(random.Next(source.Length - 50), random.Next(1, 50)),
                _ => source.Insert(random.Next(source.Length), "(){};=>.,<[]\"async await new"[random.Next(20)..]),
            };
            await AssertNoCrash([broken], seed);
        }
    }

    /// <summary>Whole files of a real program, each cut off at a random place, examined together.</summary>
    [Fact]
    public async Task Files_that_end_anywhere_do_not_crash()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        Random random = new(seed);
        string[] files = [.. Directory.EnumerateFiles(Path.Combine(RepositoryFiles.Root, "pool"), "*.cs", SearchOption.AllDirectories).Order()];
        for (int round = 0; round < 8; round++)
        {
            string[] cut = [.. Enumerable.Range(0, 6).Select(_ => File.ReadAllText(files[random.Next(files.Length)])).Select(text => text[..random.Next(text.Length)])];
            await AssertNoCrash(cut, seed);
        }
    }

    [Theory]
    [InlineData("class C { async Task M() { await Task.Yield(); Thread.Sleep( } }")]
    [InlineData("class C { async Task M() { t.Result }")]
    [InlineData("class C { void M() { Task.Run(() => ) } }")]
    [InlineData("class C { void M() { Task.Run(() => { while } }")]
    [InlineData("async Task M() { while (true) ")]
    [InlineData("class C { void M() { ThreadPool.QueueUserWorkItem( } }")]
    [InlineData("class C : C { async Task M() { M2(); } void M2() => M2(); int P => P; }")]
    [InlineData("class C { Action a = b; static Action b = c; static Action c = b; void M() { Task.Run(a); } }")]
    [InlineData("await foreach (var x in ) { x.Result }")]
    [InlineData("class C { int this[int i] => this[i]; async Task M() { var x = this[1]; x = this[ } }")]
    [InlineData("class C { async Task M(Task<int> t) { var (a, = t; foreach (var (x, y) in t) t.Result; } }")]
    public Task Broken_fragments_do_not_crash(string source) => AssertNoCrash([source], 0);

    [Fact]
    public async Task Deep_nesting_does_not_exhaust_the_stack()
    {
        string sum = string.Join(" + ", Enumerable.Repeat("t.Result", 5000));
        string helpers = string.Concat(Enumerable.Range(0, 2000).Select(i => $"void M{i}() => M{i + 1}();\n"));
        string cycle = string.Concat(Enumerable.Range(0, 500).Select(i => $"void N{i}() {{ N{(i + 1) % 500}(); N{(i + 7) % 500}(); N{(i * 3) % 500}(); }}\n"));
        string ifs = string.Concat(Enumerable.Repeat("if (t.IsCompleted) { ", 100)) + "t.Wait();" + new string('}', 100);
        await AssertNoCrash([$$"""
            class C
            {
                async Task<int> Sum(Task<int> t) { await Task.Yield(); M0(); N0(); {{ifs}} return {{sum}}; }
                {{helpers}}
                void M2000() => Thread.Sleep(5);
                {{cycle}}
            }
            """], 0);
    }

    [Fact]
    public async Task A_file_of_20000_lines_is_examined_whole()
    {
        StringBuilder source = new("class C\n{\n");
        for (int i = 0; i < 4000; i++) source.Append($"    async Task M{i}()\n    {{\n        await Task.Yield();\n        Thread.Sleep({i + 1});\n    }}\n");
        source.Append("}\n");
        (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run([source.ToString()], new());
        diagnostics.Length.ShouldBe(4000);
    }

    /// <summary>As serializers do: where each of ten hands its writer to each, there are 10^10 ways of ten steps back to where it was made.</summary>
    [Fact]
    public async Task A_stream_is_followed_back_through_methods_that_all_hand_it_to_each_other()
    {
        const int Methods = 10;
        StringBuilder source = new();
        foreach ((string type, string made) in (ReadOnlySpan<(string, string)>)[("Near", "new MemoryStream()"), ("Far", "File.Create(name)")])
        {
            string calls = string.Concat(Enumerable.Range(0, Methods).Select(i => $" if (depth > {i}) Write{i}(stream, depth - 1);"));
            source.Append($"class {type}\n{{\n    async Task Save(string name) {{ await Task.Yield(); Write0({made}, 5); }}\n");
            for (int i = 0; i < Methods; i++) source.Append($"    private void Write{i}(Stream stream, int depth) {{ stream.Write(new byte[5]);{calls} }}\n");
            source.Append("}\n");
        }
        (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run([source.ToString()], new());
        diagnostics.ShouldHaveSingleItem().Location.GetLineSpan().StartLinePosition.Line.ShouldBeGreaterThan(Methods);
    }

    [Fact]
    public Task Generated_code_is_left_alone() => Examine.Silent("""
        // <auto-generated/>
        class C { async Task M() { await Task.Yield(); Thread.Sleep(5); Task.Run(() => { while (true) { } }); } }
        """);

    private static async Task AssertNoCrash(string[] sources, int seed)
    {
        (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run(sources, new() { MayBeBroken = true });
        Diagnostic? crash = diagnostics.FirstOrDefault(diagnostic => diagnostic.Id.StartsWith("AD", StringComparison.Ordinal));
        if (crash is not null) Assert.Fail($"seed {seed}\n{crash}\n{string.Join("\n----\n", sources)}");
    }

    private static IEnumerable<string> SourcesOfThisProject([CallerFilePath] string file = "") =>
        Directory.EnumerateFiles(Path.GetDirectoryName(file)!, "*Tests.cs", SearchOption.AllDirectories).Select(File.ReadAllText)
            .SelectMany(text => text.Split("\"\"\"").Where((_, index) => index % 2 == 1)).Where(text => text.Length > 200).Select(text => Marked.Parse(text).Source);
}
