namespace ThreadPoolDoctor.Pool.Tests.Timers;

public class TimerSlotsTests
{
    private sealed class Node : TimerNode
    {
        internal override void OnDue(long dueTick) => throw new NotSupportedException();
    }

    [Fact]
    public void Nothing_is_due_in_an_empty_wheel_whatever_the_time()
    {
        var slots = new TimerSlots();
        slots.NextBusyTick.ShouldBe(long.MaxValue);
        slots.TakeDue(12_345_678_901).ShouldBeNull();
        slots.Tick.ShouldBe(12_345_678_901);
        slots.TakeAny().ShouldBeNull();
    }

    [Fact]
    public void Each_node_is_taken_at_the_first_look_after_its_tick_and_earlier_ones_first()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        var slots = new TimerSlots();
        var armed = new HashSet<Node>();
        long now = 0;
        for (int look = 0; look < 20_000; look++)
        {
            // Due times and steps on every level alike, and often at the border of one.
            for (int i = random.Next(3); i > 0; i--)
            {
                long due = Math.Clamp((1L << random.Next(33)) + random.Next(-2, 3), 1, TimerSlots.LongestDue);
                var node = new Node { DueTick = now + due };
                slots.Add(node);
                armed.Add(node);
            }
            if (armed.Count > 0 && random.Next(4) == 0)
            {
                Node removed = armed.First();
                slots.Remove(removed);
                armed.Remove(removed);
            }
            long next = armed.Count == 0 ? long.MaxValue : armed.Min(static node => node.DueTick);
            slots.NextBusyTick.ShouldBeLessThanOrEqualTo(next, $"look {look}, seed {seed}");
            now += random.Next(3) == 0 ? random.Next(4) : random.NextInt64(1L << random.Next(26));
            long last = 0;
            while (slots.TakeDue(now) is Node node)
            {
                armed.Remove(node).ShouldBeTrue($"look {look}, seed {seed}");
                node.DueTick.ShouldBeInRange(last, now, $"look {look}, seed {seed}");
                last = node.DueTick;
            }
            armed.ShouldAllBe(node => node.DueTick > now, $"look {look}, seed {seed}");
        }
        while (slots.TakeAny() is Node node) armed.Remove(node).ShouldBeTrue();
        armed.ShouldBeEmpty();
    }
}
