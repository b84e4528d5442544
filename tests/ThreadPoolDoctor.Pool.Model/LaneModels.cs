namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// A flag that sends busy workers to a queue is never down while items wait there that nobody is about to take.
/// </summary>
public class LaneModels
{
    [Fact]
    public void Overtaken_items_never_wait_behind_a_lowered_flag() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var lanes = new Lanes(null, null, 1);
        int taken = 0;
        void GiveUp()
        {
            ThreadInlets.BeginThread();
            var inlet = new Inlet();
            for (int i = 0; i < 2; i++) inlet.Enqueue(Item());
            inlet.TryClaim(2, out Block block, out int from, out int count);
            var range = new ClaimedRange();
            range.Set(block, from, count);
            var local = new LocalQueue();
            local.Push(Item());
            lanes.Overtake(range, local, int.MaxValue);
        }
        void Take()
        {
            for (int tries = 0; tries < 2; tries++)
            {
                if (lanes.TryTakeOvertaken(out _)) Interlocked.Increment(ref taken);
            }
        }
        return ([GiveUp, GiveUp, Take, Take], () =>
        {
            while (lanes.TryTakeOvertaken(out _)) taken++;
            taken.ShouldBe(6);
        }
        );
    });

    /// <summary>The flag is still up from before: who finds the queues empty lowers it while items come.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void What_is_given_up_while_the_flag_is_lowered_is_found(int items) => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var lanes = new Lanes(null, null, 1);
        lanes.Attention.Raise(Attention.Overtaken);
        int taken = 0;
        void GiveUp()
        {
            var local = new LocalQueue();
            for (int i = 0; i < items; i++) local.Push(Item());
            lanes.Overtake(null, local, int.MaxValue);
        }
        void Take()
        {
            if (lanes.TryTakeOvertaken(out _)) taken++;
        }
        return ([GiveUp, Take], () =>
        {
            while (lanes.TryTakeOvertaken(out _)) taken++;
            taken.ShouldBe(items);
        }
        );
    });

    [Fact]
    public void The_last_overtaken_local_item_goes_to_one_of_two() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var queue = new OvertakenLocals();
        var local = new LocalQueue();
        local.Push(Item());
        queue.TakeOver(local, 1).ShouldBe(1);
        return TakenOnce(queue.TryTake, () => queue.Count);
    });

    [Fact]
    public void The_last_overtaken_claimed_item_goes_to_one_of_two() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var queue = new OvertakenRanges();
        var inlet = new Inlet();
        inlet.Enqueue(Item());
        inlet.TryClaim(1, out Block block, out int from, out int count);
        var range = new ClaimedRange();
        range.Set(block, from, count);
        queue.TakeOver(range).ShouldBeTrue();
        return TakenOnce(queue.TryTake, () => queue.Count);
    });

    private delegate bool Taking(out WorkItem item);

    private static (Action[], Action) TakenOnce(Taking tryTake, Func<int> left)
    {
        int taken = 0;
        void Take()
        {
            if (!tryTake(out WorkItem item)) return;
            item._target.ShouldNotBeNull();
            taken++;
        }
        return ([Take, Take], () =>
        {
            taken.ShouldBe(1);
            left().ShouldBe(0);
        }
        );
    }

    [Fact]
    public void High_items_never_wait_behind_a_lowered_flag() => Explorer.Explore(() =>
    {
        ThreadInlets.BeginProgram();
        var lanes = new Lanes(null, null, 1);
        void Queue()
        {
            ThreadInlets.BeginThread();
            for (int i = 0; i < 3; i++) lanes.Enqueue(Item(), WorkLane.High);
        }
        void Take()
        {
            for (int tries = 0; tries < 2; tries++) lanes.TryTakeHigh(out _);
        }
        return ([Queue, Queue, Take, Take], () =>
        {
            (lanes.Attention.Has(Attention.High) || lanes[WorkLane.High].IsEmpty).ShouldBeTrue();
        }
        );
    });

    private static WorkItem Item() => new(static () => { }, ItemKind.Plain);
}
