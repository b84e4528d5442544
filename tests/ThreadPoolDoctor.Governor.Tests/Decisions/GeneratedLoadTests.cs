using System.Globalization;
using ThreadPoolDoctor.Governor.Tests.Simulation;
using Xunit.Abstractions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>
/// The governor's promises over loads that nobody thought of: each is run on a simulated pool plain, governed, and with
/// a worker always free, which tells what threads can do for it. TPD_LOADS=FIRST-LAST tries other seeds.
/// </summary>
public class GeneratedLoadTests(ITestOutputHelper output)
{
    private const int SeedsInTests = 60;
    // Beyond what the plain pool had: what is tried before it can be known that it is for nothing.
    private const int FirstSteps = 24;
    private const double LongQueue = 2;
    private const double LeastCured = 0.9;
    // A convoy before a lock around I/O looks for a while like items that only take long.
    private const double MostForNothing = 0.05;

    [Fact]
    public void A_governed_pool_is_never_worse_and_is_cured_where_threads_help()
    {
        List<string> worse = [], forNothing = [], notCured = [];
        int helped = 0;
        (int first, int last) = Seeds();
        for (int seed = first; seed <= last; seed++)
        {
            RandomLoad load = new(seed);
            LoadResult plain = load.Plain(), governed = load.Governed(), unlimited = load.Unlimited();
            string told = Tell(seed, load, plain, governed, unlimited);
            if (IsWorse(governed, plain)) worse.Add(told);
            if (GrewForNothing(plain, governed, unlimited)) forNothing.Add(told);
            if (!ThreadsHelp(plain, unlimited)) continue;
            helped++;
            if (governed.LongestQueue > LongQueue && governed.Unfinished > 1.1 * unlimited.Unfinished + 5) notCured.Add(told);
        }
        string said = string.Join(Environment.NewLine,
        [
            $"seeds {first} to {last}; worse governed: {worse.Count}", .. worse,
            $"workers added for nothing: {forNothing.Count}", .. forNothing,
            $"threads help {helped}, of which a queue stood for longer than {LongQueue} s: {notCured.Count}", .. notCured,
        ]);
        output.WriteLine(said);
        worse.ShouldBeEmpty(said);
        ((double)forNothing.Count).ShouldBeLessThanOrEqualTo(MostForNothing * (last - first + 1), said);
        ((double)notCured.Count).ShouldBeLessThanOrEqualTo((1 - LeastCured) * helped, said);
    }

    /// <summary>
    /// Loads whose items become more while some stand in a line before a lock: those behind it need no lock.
    /// </summary>
    [Theory]
    [InlineData(27)]
    [InlineData(542)]
    public void What_stands_behind_a_line_is_served_while_items_become_more(int seed)
    {
        RandomLoad load = new(seed);
        load.Plain().LongestQueue.ShouldBeGreaterThan(2 * LongQueue);
        load.Governed().LongestQueue.ShouldBeLessThan(LongQueue);
    }

    /// <summary>Loads of which a growth fails before a lock or a database, and whose next items only sleep.</summary>
    [Theory]
    [InlineData(133)]
    [InlineData(505)]
    public void What_failed_is_no_measure_once_other_items_run(int seed)
    {
        RandomLoad load = new(seed);
        load.Plain().LongestQueue.ShouldBeGreaterThan(2 * LongQueue);
        load.Governed().LongestQueue.ShouldBeLessThan(LongQueue);
    }

    /// <summary>
    /// A load that overloads its only processor, governed completes nearly three times as much, and has begun more of
    /// what waits for a task that another item completes.
    /// </summary>
    [Fact]
    public void What_completes_the_task_of_an_item_is_no_item_of_its_own()
    {
        RandomLoad load = new(1909);
        load.Governed().Unfinished.ShouldBeLessThan(load.Plain().Unfinished);
    }

    /// <summary>A load of which the plain pool works off a crowd that computes, with short items behind it.</summary>
    [Fact]
    public void Threads_are_not_said_to_help_where_the_plain_pool_uses_the_processors()
    {
        RandomLoad load = new(1849);
        ThreadsHelp(load.Plain(), load.Unlimited()).ShouldBeFalse();
    }

    /// <summary>Less is completed, but for what the added workers have begun, or items end later.</summary>
    private static bool IsWorse(LoadResult governed, LoadResult plain) =>
        governed.Completed < 0.98 * plain.Completed - 5 - (governed.MostThreads - plain.MostThreads)
        || governed.Unfinished > 1.05 * plain.Unfinished + 5;

    private static bool GrewForNothing(LoadResult plain, LoadResult governed, LoadResult unlimited) =>
        IsNoBetter(unlimited, plain) && IsNoBetter(governed, plain) && governed.MostThreads > plain.MostThreads + FirstSteps;

    private static bool IsNoBetter(LoadResult result, LoadResult plain) =>
        result.Completed < 1.02 * plain.Completed + 5 && result.Unfinished > 0.95 * plain.Unfinished;

    /// <summary>
    /// Whether enough workers serve all there is, with processors to spare, where the plain pool has items wait. Not
    /// where it uses the processors as long as they wait: then more workers share those out, and none ends sooner.
    /// </summary>
    private static bool ThreadsHelp(LoadResult plain, LoadResult unlimited) => plain.LongestQueue > LongQueue
        && unlimited.KeepsUp && unlimited.ProcessorsUsed < 0.85 && plain.UsedWhileWaiting < 0.85
        && unlimited.Unfinished < 0.5 * plain.Unfinished;

    private static string Tell(int seed, RandomLoad load, LoadResult plain, LoadResult governed, LoadResult unlimited)
    {
        string Three(string what, Func<LoadResult, double> of) =>
            string.Create(CultureInfo.InvariantCulture, $"{what} {of(plain):0.#}, {of(governed):0.#}, {of(unlimited):0.#}");
        return $"seed {seed} ({load}): plain, governed, unlimited: {Three("completed", static r => r.Completed)}; "
            + $"{Three("unfinished", static r => r.Unfinished)}; {Three("longest queue", static r => r.LongestQueue)} s; "
            + Three("threads", static r => r.MostThreads);
    }

    private static (int First, int Last) Seeds()
    {
        string[]? given = Environment.GetEnvironmentVariable("TPD_LOADS")?.Split('-');
        return given is [var first, var last]
            ? (int.Parse(first, CultureInfo.InvariantCulture), int.Parse(last, CultureInfo.InvariantCulture))
            : (1, SeedsInTests);
    }
}
