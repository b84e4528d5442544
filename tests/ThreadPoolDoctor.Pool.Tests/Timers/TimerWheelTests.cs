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
        var wheel = new TimerWheel();
        wheel.Count.ShouldBe(0);
        wheel.Disarm(new Node(_ => { })).ShouldBeFalse();
    }

    [Fact]
    public void A_disarmed_node_is_gone_on_every_level()
    {
        var wheel = new TimerWheel();
        foreach (long due in new[] { 1_000, 70_000L, 20_000_000, TimerSlots.LongestDue })
        {
            var node = new Node(_ => throw new InvalidOperationException());
            wheel.Arm(node, wheel.Now + due);
            wheel.Count.ShouldBe(1);
            wheel.Disarm(node).ShouldBeTrue();
            wheel.Disarm(node).ShouldBeFalse();
            wheel.Count.ShouldBe(0);
        }
        wheel.HandOver();
    }

    [Fact]
    public void Nodes_fire_once_and_never_early_whatever_is_armed_moved_and_disarmed_around_them()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        var wheel = new TimerWheel();
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
        wheel.HandOver();
    }

    [Fact]
    public void The_thread_ends_when_it_has_long_had_nothing_to_do_and_comes_back()
    {
        var wheel = new TimerWheel(idleMilliseconds: 10);
        for (int round = 0; round < 3; round++)
        {
            using var fired = new ManualResetEventSlim();
            wheel.HasThread.ShouldBeFalse();
            wheel.Arm(new Node(_ => fired.Set()), wheel.Now + 5);
            wheel.HasThread.ShouldBeTrue();
            fired.Wait();
            Patience.Until(() => !wheel.HasThread);
        }
        wheel.HandOver();
    }

    [Fact]
    public void When_no_thread_can_be_had_the_systems_timers_stand_in()
    {
        bool fail = true;
        var wheel = new TimerWheel(() =>
        {
            if (Volatile.Read(ref fail)) throw new OutOfMemoryException();
        });
        using var fired = new CountdownEvent(2);
        var moved = new Node(_ => fired.Signal());
        var disarmed = new Node(_ => throw new InvalidOperationException());
        wheel.Arm(moved, wheel.Now + 100_000);
        wheel.Arm(disarmed, wheel.Now + 20);
        wheel.Arm(new Node(due => fired.Signal(wheel.Now >= due ? 1 : 2)), wheel.Now + 20);
        wheel.HasThread.ShouldBeFalse();
        wheel.Count.ShouldBe(3);
        wheel.Disarm(disarmed).ShouldBeTrue();
        wheel.Disarm(disarmed).ShouldBeFalse();
        Patience.Until(() => wheel.Count == 1);
        Volatile.Write(ref fail, false);
        wheel.Arm(moved, wheel.Now + 5);
        wheel.HasThread.ShouldBeTrue();
        fired.Wait(Patience.Limit).ShouldBeTrue();
        wheel.Count.ShouldBe(0);
        wheel.HandOver();
    }

    [Fact]
    public void What_a_wheel_has_handed_over_fires_once_and_never_early()
    {
        int seed = Random.Shared.Next();
        var random = new Random(seed);
        var wheel = new TimerWheel();
        const int nodes = 2_000;
        int[] fired = new int[nodes];
        using var left = new CountdownEvent(nodes);
        int early = 0;
        for (int i = 0; i < nodes; i++)
        {
            int k = i;
            var node = new Node(due =>
            {
                if (wheel.Now < due) Interlocked.Increment(ref early);
                if (Interlocked.Increment(ref fired[k]) == 1) left.Signal();
            });
            wheel.Arm(node, wheel.Now + random.Next(0, 400));
            if (i == nodes / 2) wheel.HandOver();
        }
        left.Wait(Patience.Limit).ShouldBeTrue($"seed {seed}");
        Patience.Until(() => !wheel.HasThread);
        early.ShouldBe(0, $"seed {seed}");
        fired.ShouldAllBe(n => n == 1, $"seed {seed}");
        wheel.Count.ShouldBe(0);
    }

    [Fact]
    public void A_node_that_throws_stops_no_other()
    {
        var wheel = new TimerWheel();
        using var fired = new ManualResetEventSlim();
        wheel.Arm(new Node(_ => throw new InvalidOperationException()), wheel.Now + 1);
        wheel.Arm(new Node(_ => fired.Set()), wheel.Now + 10);
        fired.Wait();
        wheel.HandOver();
    }
}
