using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>
/// How long a growth that proved itself stays as it is. The connections of a load are opened by short items, which prove
/// the first workers before a lock that is held during I/O; then hardly anything ends.
/// </summary>
public class SettlingTests
{
    private const double ProvenAt = 1.05;

    /// <summary>The patient "web-lock" had 57 to 107 workers instead of 17 without it.</summary>
    [Fact]
    public void Before_a_lock_it_stays_until_a_few_items_tell_what_it_completes() =>
        SettlesAt(ProvenAt + 0.8, completedSince: 3).ShouldBeTrue();

    [Fact]
    public void Once_a_few_have_ended_the_next_growth_has_a_rate() =>
        SettlesAt(ProvenAt + 0.8, completedSince: 4).ShouldBeFalse();

    [Fact]
    public void It_does_not_stay_for_ever() => SettlesAt(ProvenAt + 1.2, completedSince: 0).ShouldBeFalse();

    private static bool SettlesAt(double at, long completedSince)
    {
        PoolHistory history = new();
        PoolSample begun = Sample(1, threads: 2, completed: 0, contentions: 0);
        history.Add(begun with { At = 0.9 });
        history.Add(begun);
        Trial trial = new(begun, history, minimum: 2, since: 0.9, before: default, Caution.None);
        trial.IsBlind.ShouldBeTrue();
        Trial proven = trial.Proven(Sample(ProvenAt, threads: 7, completed: 9, contentions: 0));
        PoolSample now = Sample(at, threads: 7, 9 + completedSince, contentions: 5);
        history.Add(now);
        return proven.Settles(now, history);
    }

    private static PoolSample Sample(double at, int threads, long completed, long contentions) => new()
    {
        At = at,
        Waiting = 20,
        Completed = completed,
        Threads = threads,
        Minimum = 2,
        Maximum = 1_000,
        Processors = 2,
        Contentions = contentions,
    };
}
