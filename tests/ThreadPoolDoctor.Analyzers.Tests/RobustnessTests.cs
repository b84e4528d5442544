using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;
using ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;
using ThreadPoolDoctor.Tests;
using Xunit.Abstractions;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Half-typed, enormous and cyclic code must neither crash nor hang the rules.</summary>
public sealed class RobustnessTests(ITestOutputHelper output)
{
    /// <summary>
    /// The texts of these tests, damaged: tokens, names, types and members, what is referred to, summaries, evidence
    /// and settings. Of what a fix is given that compiles, it makes something that does.
    /// </summary>
    [Fact]
    public async Task Damaged_programs_make_no_rule_and_no_fix_throw()
    {
        // The same programs each time: the hunt goes among others, and the next breach is to be found there.
        const int Programs = 40, Seed = 29183932;
        int findings = 0, fixes = 0;
        output.WriteLine($"hunt --damaged tests/ThreadPoolDoctor.Analyzers.Tests --seed {Seed} --programs {Programs}");
        Corpus corpus = Corpus.Under(Path.Combine(RepositoryFiles.Root, "tests", "ThreadPoolDoctor.Analyzers.Tests"));
        for (int i = 0; i < Programs; i++)
        {
            DamagedSolution program = await DamagedWriter.WriteAsync(corpus, Seed + i);
            Judgement judgement = await NeverThrows.TryAsync(program);
            foreach (Breach breach in judgement.Breaches) Assert.Fail($"seed {Seed + i}: {breach.Promise}\n{breach.Text}\n{program}");
            findings += judgement.Findings;
            fixes += judgement.Cured;
        }
        findings.ShouldBeGreaterThan(0);
        fixes.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task The_same_seed_damages_the_same_program_alike()
    {
        Corpus corpus = Corpus.Under(Path.Combine(RepositoryFiles.Root, "tests", "ThreadPoolDoctor.Analyzers.Tests", "Rules"));
        (await DamagedWriter.WriteAsync(corpus, 17)).ToString().ShouldBe((await DamagedWriter.WriteAsync(corpus, 17)).ToString());
    }

    /// <summary>A test that expects nothing of a rule sees that it threw.</summary>
    [Fact]
    public async Task A_rule_that_throws_fails_its_test() =>
        (await Should.ThrowAsync<AggregateException>(() => Examine.Run(["class C;"], new(), new Throwing()))).InnerException.ShouldBeOfType<NotSupportedException>();

    /// <summary>Of another build, cut off or put together wrongly: what is no place in a file is left out.</summary>
    [Theory]
    [InlineData("item\t/src/W.cs\t-1\t8\t20\tthe pool thread\tM:I.M\tM\tI.M")]
    [InlineData("item\t/src/W.cs\t1\t-8\t20\tthe pool thread\tM:I.M\tM\tI.M")]
    [InlineData("item\t/src/W.cs\t1\t8\t-20\tthe pool thread\tM:I.M\tM\tI.M")]
    [InlineData("item\t/src/W.cs\t1\t2147483647\t20\tthe pool thread\tM:I.M\tM\tI.M")]
    [InlineData("blocks\t#ctor\tTPD002\tSystem.Threading.Thread\tSleep\tTask.Delay\tThread.Sleep\tO.cs\t20")]
    [InlineData("asks\t#ctor\tM:I.M\tM\tI.M")]
    public async Task A_line_of_a_summary_that_cannot_be_is_left_out(string line)
    {
        string known = "blocks\tM:Given.M\tTPD002\tSystem.Threading.Thread\tSleep\tTask.Delay\tThread.Sleep\tO.cs\t20\nruns\tM:I.M\tM:Given.M\n";
        string written = Path.GetTempFileName();
        try
        {
            (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run(["System.Console.WriteLine(1); interface I { void M(); }"], new()
            {
                Output = OutputKind.ConsoleApplication,
                Files = { ["/bin/Given.threadpooldoctor.summary.txt"] = known + line },
                Config = { ["build_property.ThreadPoolDoctorIsBuild"] = "true", ["build_property.ThreadPoolDoctorSummaryFile"] = written },
            });
            diagnostics.ShouldBeEmpty();
        }
        finally
        {
            File.Delete(written);
        }
    }

    [Fact]
    public async Task What_is_of_no_assembly_is_of_no_other_project()
    {
        Compilation compilation = (await Compiled.Project("class C : object, Microsoft.Extensions.IMissing;").GetCompilationAsync())!;
        IAssemblySymbol? none = compilation.GetTypeByMetadataName("C")!.AllInterfaces.ShouldHaveSingleItem().ContainingAssembly;
        none.ShouldBeNull();
        Examination.Of(compilation, new Settings().AnalyzerOptions(), default).IsOfOtherProject(none).ShouldBeFalse();
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
    public Task Broken_fragments_do_not_crash(string source) => AssertNoCrash([source]);

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
            """]);
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

    /// <summary>
    /// As serializers do: where each of ten hands its writer to each, there are 10^10 ways of ten steps back to where
    /// it was made.
    /// </summary>
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

    private static Task AssertNoCrash(string[] sources) => Examine.Run(sources, new() { MayBeBroken = true });

#pragma warning disable RS1001 // No compiler is to load it.
    private sealed class Throwing : DiagnosticAnalyzer
    {
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => Examine.Rules[0].SupportedDiagnostics;

        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.RegisterCompilationAction(_ => throw new NotSupportedException());
        }
    }
}
