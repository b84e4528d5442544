using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;
using Xunit.Abstractions;

namespace ThreadPoolDoctor.Analyzers.Tests.Adversary;

/// <summary>
/// Programs written by chance keep every promise of the rules and fixes, and the judge would see it if one did not.
/// </summary>
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

    private const string WithEvent = """
        public static class Program
        {
            public static async Task Run()
            {
                await Begin("first");
                Source source = new();
                source.Raised = () => Thread.Sleep(Wait(1));
                await Task.Run(source.Raise);
            }
        }

        public class Source
        {
            public event Action? Raised;
            public void Raise() => Raised?.Invoke();
        }
        """;

    [Theory]
    [InlineData("", 14)]
    [InlineData("--apart", 8)]
    [InlineData("--old", 14)]
    public async Task Generated_programs_keep_every_promise(string kind, int programs)
    {
        // The same programs in every run: what other seeds find is for hunts, and not to be blamed on whoever changes
        // something else.
        const int seed = 1_450_000_000;
        int judged = 0, cured = 0;
        output.WriteLine($"hunt --seed {seed} --programs {programs} {kind}");
        using Execution execution = new();
        Judge judge = new(execution);
        for (int i = 0; i < programs; i++)
        {
            LanguageVersion? version = kind == "--old" ? Versions.Older[(seed + i) % Versions.Older.Count] : null;
            string text = ProgramWriter.Write(seed + i, AdversaryMode.UsualSize, version ?? LanguageVersion.Preview);
            Judgement judgement = await judge.TryAsync(text, apart: kind == "--apart" ? seed + i : null, version: version);
            foreach (Breach breach in judgement.Breaches) Assert.Fail($"seed {seed + i}: {breach.Promise}\n{breach.Text}");
            if (judgement.WhyNot is null) judged++;
            cured += judgement.Cured;
        }
        judged.ShouldBeGreaterThan(programs / 3);
        cured.ShouldBeGreaterThan(0);
    }

    /// <summary>In layers the lines stay where they are, each in one of the projects.</summary>
    [Fact]
    public void A_program_in_layers_has_each_line_once()
    {
        string text = ProgramWriter.Write(17, 100);
        IReadOnlyList<string> parts = Apart.Of(text, 3);
        string[][] lines = [.. parts.Select(part => part.Split('\n'))];
        parts.Count.ShouldBeGreaterThan(1);
        foreach ((int number, string line) in text.Split('\n').Index().Where(line => line.Item.Trim().Length > 1 && !line.Item.Contains("class Program")))
        {
            lines.Count(part => part[number].Trim().Length > 1).ShouldBe(1, line);
        }
    }

    /// <summary>
    /// What a build of several projects does not tell, though that of one does: who raises an event of another project.
    /// </summary>
    [Fact]
    public async Task A_wait_that_no_rule_sees_in_layers_breaks_a_promise()
    {
        using Execution execution = new();
        // By hand in two projects: the event goes to the first.
        string text = WithEvent.Replace("event Action? Raised;", "Action? Raised;");
        Judgement judgement = await new Judge(execution).TryAsync(text, apart: 0);
        judgement.WhyNot.ShouldBeNull();
        judgement.Breaches.Select(breach => breach.Promise).ShouldContain("apart: a build misses Program.Run");
    }

    private const string WithJobs = """
        public static class Program
        {
            public static async Task Run()
            {
                await Begin("first");
                Task.Run(Job1).Wait();
                Thread thread = new(() =>
                {
                    Task.Run(Job2).Wait();
                    Later3.Run(Job3).Wait();
                });
                thread.Start();
                thread.Join();
            }

            internal static void Job1() => Thread.Sleep(Wait(1));

            internal static void Job2() => Thread.Sleep(Wait(2));

            internal static void Job3() => Thread.Sleep(Wait(3));
        }

        static class Later3
        {
            public static async Task Run(Action action) { await Task.Yield(); action(); }
        }
        """;

    /// <summary>
    /// Who hands a method on by its name is not known in the project that it is in: an editor shows it there, a build
    /// knows all.
    /// </summary>
    [Theory]
    [InlineData(24256740)]
    [InlineData(24256752)]
    public async Task What_a_later_project_hands_to_the_pool_keeps_the_promises(int seed)
    {
        Apart.Of(WithJobs, seed)[0].ShouldContain("Job1");
        using Execution execution = new();
        Judgement judgement = await new Judge(execution).TryAsync(WithJobs, apart: seed);
        judgement.WhyNot.ShouldBeNull();
        judgement.Breaches.ShouldBeEmpty();
    }

    [Fact]
    public void The_same_seed_writes_the_same_program() => ProgramWriter.Write(17, 100).ShouldBe(ProgramWriter.Write(17, 100));

    /// <summary>
    /// Where a place has no production for an old version of the language, the draw ends all the same.
    /// </summary>
    [Fact]
    public void Programs_for_the_oldest_version_come_to_an_end()
    {
        int seed = 0;
        Thread writing = new(() =>
        {
            for (; seed < 300; seed++) ProgramWriter.Write(seed, 100, LanguageVersion.CSharp7_3);
        })
        { IsBackground = true };
        writing.Start();
        writing.Join(TimeSpan.FromMinutes(1)).ShouldBeTrue($"seed {seed} draws for ever");
    }

    [Theory]
    [InlineData("a rule: Main", "a rule does not end")]
    [InlineData("Fix All for TPD002", "Fix All for TPD002 does not end")]
    public async Task What_does_not_end_breaks_a_promise(string step, string promise) =>
        (await StuckAt(step)).Breaches.ShouldHaveSingleItem().Promise.ShouldBe(promise);

    [Theory]
    [InlineData(Watched.Compiler)]
    [InlineData(Watched.Program)]
    public async Task What_does_not_end_before_a_rule_is_asked_is_no_breach(string step)
    {
        Judgement judgement = await StuckAt(step);
        judgement.WhyNot.ShouldBe($"{step} does not end");
        judgement.Breaches.ShouldBeEmpty();
    }

    private static Task<Judgement> StuckAt(string step)
    {
        TaskCompletionSource late = new();
        return Watched.TryAsync(starts =>
        {
            starts(step);
            late.SetResult();
            return new TaskCompletionSource<Judgement>().Task;
        }, late.Task);
    }

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
