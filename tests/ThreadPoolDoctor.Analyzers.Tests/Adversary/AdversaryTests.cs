using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;
using Xunit.Abstractions;

namespace ThreadPoolDoctor.Analyzers.Tests.Adversary;

/// <summary>Programs written by chance keep every promise of the rules and fixes, and the judge would see it if one did not.</summary>
public sealed class AdversaryTests(ITestOutputHelper output)
{
    private const string WithDispose = """
        public static class Program
        {
            public static async Task Run()
            {
                await Begin("first");
                using (new Closer()) Thread.Sleep(Wait(1));
            }

            sealed class Closer : IDisposable
            {
                public void Dispose() => Thread.Sleep(Wait(2));
            }
        }
        """;

    [Fact]
    public async Task Generated_programs_keep_every_promise()
    {
        const int Programs = 30;
        int seed = Environment.TickCount & int.MaxValue, judged = 0, cured = 0;
        output.WriteLine($"hunt --seed {seed} --programs {Programs}");
        using Execution execution = new();
        Judge judge = new(execution);
        for (int i = 0; i < Programs; i++)
        {
            Judgement judgement = await judge.TryAsync(ProgramWriter.Write(seed + i, AdversaryMode.UsualSize));
            foreach (Breach breach in judgement.Breaches) Assert.Fail($"seed {seed + i}: {breach.Promise}\n{breach.Text}");
            if (judgement.WhyNot is null) judged++;
            cured += judgement.Cured;
        }
        judged.ShouldBeGreaterThan(Programs / 2);
        cured.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void The_same_seed_writes_the_same_program() => ProgramWriter.Write(17, 100).ShouldBe(ProgramWriter.Write(17, 100));

    [Fact]
    public async Task A_wait_that_no_rule_sees_breaks_a_promise()
    {
        using Execution execution = new();
        Judgement judgement = await new Judge(execution).TryAsync(WithDispose);
        judgement.WhyNot.ShouldBeNull();
        judgement.Breaches.ShouldHaveSingleItem().ShouldBe(new("missed in Closer.Dispose", "Thread.Sleep(Wait(2))"));
    }

    [Theory]
    [InlineData("Wait(2)", "Wait(2) + At(3)", "behaviour")]
    [InlineData("Wait(2)", "\"2\"", "CS1503")]
    [InlineData("Thread.Sleep(Wait(1));", "Task.Delay(Wait(1));", "CS4014")]
    public async Task A_change_that_makes_a_program_worse_breaks_a_promise(string old, string now, string what)
    {
        using Execution execution = new();
        Solution before = GeneratedProgram.Open(WithDispose);
        Run run = (await execution.RunAsync((await GeneratedProgram.EmitAsync(before)).Assemblies!))!;
        Document changed = GeneratedProgram.Files(before).Single().WithText(SourceText.From(WithDispose.Replace(old, now)));
        IReadOnlyList<Breach> breaches = await new Judge(execution).WorseAsync("by hand", before, changed.Project.Solution, new(before), run);
        breaches.ShouldHaveSingleItem().Promise.ShouldBe("by hand: " + what);
    }
}
