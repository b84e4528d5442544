namespace ThreadPoolDoctor.Pool.Tests.Queues;

/// <summary>How old an inlet's items are. The clock is the process's: other tests' pools move it meanwhile.</summary>
public class InletAgeTests
{
    private const int Groups = 12;

    private readonly Inlet _inlet = new();

    // The clock behind each group: its items are not younger than that, and all that come after are.
    private readonly List<int> _ends = [];

    // Group n has n items.
    private void EnqueueGroups()
    {
        for (int group = 1; group <= Groups; group++)
        {
            for (int i = 0; i < group; i++) _inlet.Enqueue(new WorkItem("item", i));
            _ends.Add(QueueClock.Now);
            QueueClock.Tick();
        }
    }

    [Fact]
    public void An_empty_inlet_has_no_items_of_any_age() => _inlet.CountUpTo(QueueClock.Now).ShouldBe(0);

    [Fact]
    public void What_is_not_younger_than_a_moment_is_counted_wherever_the_inlet_has_got_to()
    {
        EnqueueGroups();
        int all = Groups * (Groups + 1) / 2;
        for (int gone = 0; gone < all; gone++)
        {
            for (int group = 1; group <= Groups; group++)
            {
                int until = group * (group + 1) / 2;
                _inlet.CountUpTo(_ends[group - 1]).ShouldBe(Math.Max(0, until - gone), $"group {group}, {gone} gone");
            }
            _inlet.TryClaim(1, out _, out _, out _).ShouldBeTrue();
        }
    }

    [Fact]
    public void An_inlet_is_as_old_as_its_first_item()
    {
        EnqueueGroups();
        _inlet.TryClaim(Groups * (Groups - 1) / 2, out _, out _, out _).ShouldBeTrue();
        QueueClock.IsBefore(_ends[^2], _inlet.FirstStamp).ShouldBeTrue();
        QueueClock.IsBefore(_ends[^1], _inlet.FirstStamp).ShouldBeFalse();
    }

    [Fact]
    public void The_clock_may_wrap()
    {
        QueueClock.IsBefore(int.MaxValue, int.MinValue).ShouldBeTrue();
        QueueClock.IsBefore(int.MinValue, int.MaxValue).ShouldBeFalse();
        QueueClock.IsBefore(5, 5).ShouldBeFalse();
    }
}
