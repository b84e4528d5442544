using System.Globalization;
using Xunit.Abstractions;

// The tests of this assembly would take the processors from the programs whose time is measured.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace ThreadPoolDoctor.Pool.Adversary.Tests;

/// <summary>Generated programs on ThreadPool and on the bundled pool, and the machinery that compares them.</summary>
public class AdversaryTests(ITestOutputHelper output)
{
    private const int Programs = 200;

    // The same programs each time: adversary.sh hunts among others, and the next violation is to be found there.
    private const long FirstSeed = 40_000;

    // A busy machine tries fewer than all in this time; the output says how many.
    private static readonly TimeSpan s_time = TimeSpan.FromSeconds(75);

    // Milliseconds: longer than what is forgiven for noise (Limits.Slack), or no delay would ever be seen. One program
    // in four names a longer time; those take as long as all the others together.
    private const int LongestTime = 200;

    private static readonly HashSet<Promise> s_all = [];

    [Fact]
    public void A_side_keeps_the_promises_that_it_makes_itself() =>
        Try(new Side("threadpool"), "meet 2 { queue 5 local { compute 10us } }").Violations.ShouldBeEmpty();

    /// <summary>The machinery itself: a pool that has one thread, however many its items need, is caught.</summary>
    [Fact]
    public void A_pool_that_does_not_grow_is_caught()
    {
        var stunted = new Side("threadpool", new Dictionary<string, string>
        {
            ["DOTNET_ThreadPool_ForceMinWorkerThreads"] = "1",
            ["DOTNET_ThreadPool_ForceMaxWorkerThreads"] = "1",
        });
        Verdict verdict = Try(stunted, "meet 2");
        verdict.Judged.ShouldBeTrue();
        verdict.Violations.Select(static v => v.Promise).Distinct().ShouldBe([Promise.Delay, Promise.End]);
    }

    [Fact]
    public void Generated_programs_run_as_on_ThreadPool()
    {
        long seed = Environment.GetEnvironmentVariable("TPDOCTOR_ADVERSARY_SEED") is { } text
            ? long.Parse(text, CultureInfo.InvariantCulture)
            : FirstSeed;
        output.WriteLine($"{Programs} programs from seed {seed}; TPDOCTOR_ADVERSARY_SEED=N tries others");
        Work.RoundsPerMicrosecond = Work.Measure();
        using var trial = new Trial(new Side("threadpool"), new Side("workpool"), new Limits(), Trial.Repetitions, s_all);
        var hunt = new Hunt(trial, TimeSpan.FromSeconds(30), output.WriteLine)
        {
            LongestTime = LongestTime,
            Time = s_time,
        };
        IReadOnlyList<Catch> catches = hunt.Run(seed, Programs, mostCatches: 1);
        output.WriteLine($"{hunt.Programs} were tried, {hunt.Unjudged} of them say nothing");
        (hunt.Programs - hunt.Unjudged).ShouldBeGreaterThan(0);
        catches.ShouldBeEmpty(string.Join("\n", catches));
    }

    private static Verdict Try(Side ours, string program)
    {
        Work.RoundsPerMicrosecond = Work.Measure();
        using var trial = new Trial(new Side("threadpool"), ours, new Limits(), Trial.Repetitions, s_all);
        return trial.Try(PoolProgram.Parse(program));
    }
}
