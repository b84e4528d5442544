namespace ThreadPoolDoctor.Pool.Tests.Timers;

public class TimerWheelTests
{
    private sealed class Node(Action<long> onDue) : TimerNode
    {
        internal override void OnDue(long dueTick) => onDue(dueTick);
    }

    [Fact]
    public void An_empty_wheel_has_no_thread_to_show_for_it()
    {
        var wheel = new TimerWheel("TPD Timers");
        wheel.Count.ShouldBe(0);
        wheel.Disarm(new Node(_ => { })).ShouldBeFalse();
    }

    [Fact]
    public void A_disarmed_node_is_gone_on_every_level()
    {
        var wheel = new TimerWheel("TPD Timers");
        foreach (long due in new[] { 1_000, 70_000L, 20_000_000, TimerWheel.LongestDue })
        {
            var node = new Node(_ => throw new InvalidOperationException());
            wheel.Arm(node, wheel.Now + due);
            wheel.Count.ShouldBe(1);
            wheel.Disarm(node).ShouldBeTrue();
            wheel.Disarm(node).ShouldBeFalse();
            wheel.Count.ShouldBe(0);
        }
        wheel.Stop();
    }

    [Fact]
    public void Nodes_fire_once_and_never_early_whatever_is_armed_moved_and_disarmed_around_them()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        var wheel = new TimerWheel("TPD Timers");
        const int nodes = 20_000;
        int[] fired = new int[nodes];
        long[] early = new long[nodes];
        bool[] wanted = new bool[nodes];
        using var left = new CountdownEvent(1);
        var all = new Node[nodes];
        for (int i = 0; i < nodes; i++)
        {
            int k = i;
            all[i] = new Node(due =>
            {
                early[k] = due - wheel.Now;
                if (Interlocked.Increment(ref fired[k]) == 1) left.Signal();
            });
            // Over the border of the first level, so that cascades happen.
            wanted[i] = random.Next(4) != 0;
            if (wanted[i]) left.AddCount();
            wheel.Arm(all[i], wheel.Now + (wanted[i] ? random.Next(0, 700) : 100_000 + random.Next(1000)));
        }
        for (int i = 0; i < nodes; i++)
        {
            if (!wanted[i]) wheel.Disarm(all[i]).ShouldBeTrue($"seed {seed}");
        }
        left.Signal();
        left.Wait(Patience.Limit).ShouldBeTrue($"seed {seed}");
        for (int i = 0; i < nodes; i++)
        {
            fired[i].ShouldBe(wanted[i] ? 1 : 0, $"node {i}, seed {seed}");
            early[i].ShouldBeLessThanOrEqualTo(0, $"node {i}, seed {seed}");
        }
        wheel.Count.ShouldBe(0);
        wheel.Stop();
    }
}
