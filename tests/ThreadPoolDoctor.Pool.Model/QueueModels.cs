namespace ThreadPoolDoctor.Pool.Model;

/// <summary>Every item that went in comes out exactly once, whatever the interleaving.</summary>
public class QueueModels
{
    [Fact]
    public void An_inlet_hands_each_item_to_exactly_one_consumer() => Explorer.Explore(() =>
    {
        var inlet = new Inlet();
        var seen = new Tally(withStates: true);
        const int Items = 11;
        void Produce()
        {
            for (int i = 0; i < Items; i++)
            {
                inlet.Enqueue(Item(i));
            }
        }
        void Consume()
        {
            for (int tries = 0; tries < 8; tries++)
            {
                Drain(inlet, seen, 1);
            }
        }
        return ([Produce, Consume, Consume], () =>
        {
            Drain(inlet, seen, int.MaxValue);
            seen.ShouldBeOnceEach(Items);
        }
        );
    });

    [Fact]
    public void A_claimed_range_gives_each_item_to_its_owner_or_to_one_thief() => Explorer.Explore(() =>
    {
        var inlet = new Inlet();
        var seen = new Tally(withStates: true);
        var range = new ClaimedRange();
        int[] limits = [3, 1, 2, 1];
        for (int i = 0; i < 10; i++)
        {
            inlet.Enqueue(Item(i));
        }
        void Own()
        {
            // Three, one, two, one: lone items go on in a block that a range has begun, and the other way round.
            for (int n = 0; inlet.TryClaim(limits[n++ % 4], out Block block, out int from, out int count);)
            {
                if (count == 1)
                {
                    seen.Add(range.TakeLone(block, from));
                    continue;
                }
                range.Set(block, from, count);
                while (range.TryTake(out WorkItem item))
                {
                    seen.Add(item);
                }
            }
            range.Finish();
            // Every slot has been counted off, so the next items are written to the blocks of the first ones.
            for (int i = 10; i < 18; i++)
            {
                inlet.Enqueue(Item(i));
            }
            Drain(inlet, seen, int.MaxValue);
        }
        void Steal()
        {
            for (int tries = 0; tries < 4; tries++)
            {
                if (range.TrySteal(out Block block, out int from, out int count))
                {
                    for (int i = from; i < from + count; i++)
                    {
                        seen.Add(block.Read(i));
                    }
                    block.Finish(from, count);
                }
            }
        }
        return ([Own, Steal, Steal], () => seen.ShouldBeOnceEach(18));
    });

    [Fact]
    public void A_late_thief_does_not_take_the_next_range_for_the_one_that_it_saw() => Explorer.Explore(() =>
    {
        const int Ranges = 24;
        var inlet = new Inlet();
        var seen = new Tally(withStates: true);
        var range = new ClaimedRange();
        for (int i = 0; i < Ranges * Block.Size; i++)
        {
            inlet.Enqueue(Item(i));
        }
        // Whole blocks, claimed beforehand: all ranges have the same ends, and few steps lie between them.
        Block[] blocks = new Block[Ranges];
        for (int i = 0; i < Ranges; i++)
        {
            inlet.TryClaim(Block.Size, out blocks[i], out _, out int count).ShouldBeTrue();
            count.ShouldBe(Block.Size);
        }
        void Own()
        {
            foreach (Block block in blocks)
            {
                range.Set(block, 0, Block.Size);
                // A worker that searched says here that it has found something; a thief may come at each of these
                // steps.
                Interlocked.MemoryBarrier();
                for (int i = 0; i < 6 && !range.IsEmpty; i++)
                {
                }
                while (range.TryTake(out WorkItem item))
                {
                    seen.Add(item);
                }
            }
        }
        void Steal()
        {
            // Most come while the owner is between two ranges, and find nothing.
            for (int tries = 0; tries < 10 * Ranges; tries++)
            {
                if (!range.TrySteal(out Block block, out int from, out int count))
                {
                    continue;
                }
                for (int at = from; at < from + count; at++)
                {
                    seen.Add(block.Read(at));
                }
            }
        }
        return ([Own, Steal], () => seen.ShouldBeOnceEach(Ranges * Block.Size));
    });

    [Fact]
    public void A_flood_loses_nothing() => Explorer.Explore(() =>
    {
        var inlet = new Inlet();
        var seen = new Tally(withStates: true);
        // More blocks than the ring has room for at first.
        const int Items = 40;
        void Produce()
        {
            for (int i = 0; i < Items; i++)
            {
                inlet.Enqueue(Item(i));
            }
        }
        return ([Produce, () => Drain(inlet, seen, 8)], () =>
        {
            Drain(inlet, seen, int.MaxValue);
            seen.ShouldBeOnceEach(Items);
        }
        );
    });

    [Fact]
    public void Blocks_of_lone_items_are_used_again()
    {
        var inlet = new Inlet();
        var range = new ClaimedRange();
        HashSet<Block> blocks = [];
        for (int i = 0; i < 100; i++)
        {
            inlet.Enqueue(Item(i));
            inlet.TryClaim(1, out Block block, out int index, out _).ShouldBeTrue();
            range.TakeLone(block, index)._target.ShouldBe(Item(i)._target);
            blocks.Add(block);
        }
        blocks.Count.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public void A_local_queue_gives_each_item_to_its_owner_or_to_one_thief() => Explorer.Explore(() =>
    {
        var queue = new LocalQueue();
        var seen = new Tally(withStates: true);
        void Own()
        {
            for (int i = 0; i < 7; i++)
            {
                queue.Reserve();
                queue.Push(Item(i));
                if (i % 4 == 1 && queue.TryPop(out WorkItem item))
                {
                    seen.Add(item);
                }
            }
            // A pop in which a thief asks for fences takes nothing, although something may be left.
            while (!queue.IsEmpty)
            {
                if (queue.TryPop(out WorkItem item))
                {
                    seen.Add(item);
                }
            }
            queue.ForgetStolen();
        }
        void Steal()
        {
            for (int tries = 0; tries < 3; tries++)
            {
                if (queue.TrySteal(out WorkItem item))
                {
                    seen.Add(item);
                }
            }
        }
        return ([Own, Steal, Steal], () => seen.ShouldBeOnceEach(7));
    });

    /// <summary>So small a program that nearly every order of its steps is tried.</summary>
    [Fact]
    public void Two_items_go_to_an_owner_and_two_thieves_once_each() => Explorer.Explore(() =>
    {
        var queue = new LocalQueue();
        var seen = new Tally(withStates: true);
        queue.Push(Item(0));
        queue.Push(Item(1));
        void Pop()
        {
            if (queue.TryPop(out WorkItem item))
            {
                seen.Add(item);
            }
        }
        void Steal()
        {
            if (queue.TrySteal(out WorkItem item))
            {
                seen.Add(item);
            }
        }
        return ([Pop, Steal, Steal], () =>
        {
            Pop();
            Pop();
            seen.ShouldBeOnceEach(2);
        }
        );
    });

    /// <summary>
    /// The first thief asks the owner for fences, the second comes before the owner can have heard of it.
    /// </summary>
    [Fact]
    public void Of_two_thieves_of_a_queue_without_fences_the_second_takes_nothing_twice() =>
        Explorer.Explore(() => Thefts(items: 2, pops: 1, 1, 2));

    [Fact]
    public void Of_two_thieves_of_a_queue_whose_owner_stops_making_fences_neither_takes_anything_twice() =>
        Explorer.Explore(() => Thefts(items: 4, pops: 2, 2, 2));

    /// <summary>
    /// A thief comes back from its barrier when the owner has made fences, has stopped again, and has been asked anew
    /// by another thief whose barrier is still to come: no schedule at random gets there.
    /// </summary>
    [Fact]
    public void A_barrier_tells_nothing_of_an_owner_that_has_stopped_making_fences_since() => Explorer.Explore(() =>
    {
        var queue = new LocalQueue();
        var seen = new Tally(withStates: true);
        int phase = 0;
        void Wait(int now, int until)
        {
            phase = now;
            Explorer.Sleep(() => phase == until);
        }
        void Steal()
        {
            if (queue.TrySteal(out WorkItem item)) seen.Add(item);
        }
        void Pop()
        {
            if (queue.TryPop(out WorkItem item)) seen.Add(item);
        }
        for (int i = 0; i < 4; i++)
        {
            queue.Reserve();
            queue.Push(Item(i));
        }
        Interlocked.AtBarrier = after =>
        {
            if (phase == 0 && after) Wait(1, until: 4);
            else if (phase == 3 && !after) Wait(4, until: 5);
        };
        void Late()
        {
            Steal();
            Steal();
            phase = 5;
        }
        void Own()
        {
            Explorer.Sleep(() => phase == 2);
            Pop();
            Pop();
            phase = 3;
        }
        void Asks()
        {
            Explorer.Sleep(() => phase == 1);
            Steal();
            Wait(2, until: 3);
            Steal();
        }
        return ([Late, Own, Asks], () =>
        {
            Interlocked.AtBarrier = null;
            for (int i = 0; i < 4; i++) Pop();
            seen.ShouldBeOnceEach(4);
        }
        );
    });

    private static (Action[] Threads, Action Check) Thefts(int items, int pops, params int[] thefts)
    {
        var queue = new LocalQueue();
        var seen = new Tally(withStates: true);
        for (int i = 0; i < items; i++)
        {
            queue.Reserve();
            queue.Push(Item(i));
        }
        void Pop(int count)
        {
            for (; count > 0; count--)
            {
                if (queue.TryPop(out WorkItem item)) seen.Add(item);
            }
        }
        void Steal(int count)
        {
            for (; count > 0; count--)
            {
                if (queue.TrySteal(out WorkItem item)) seen.Add(item);
            }
        }
        return ([() => Pop(pops), .. thefts.Select(count => (Action)(() => Steal(count)))], () =>
        {
            Pop(items);
            seen.ShouldBeOnceEach(items);
        }
        );
    }

    /// <summary>Thieves clear nothing, so what they took stays in the ring until the owner forgets it.</summary>
    [Fact]
    public void A_local_queue_forgets_what_was_stolen()
    {
        var queue = new LocalQueue();
        WeakReference stolen = PushAndSteal(queue);
        queue.ForgetStolen();
        GC.Collect();
        stolen.IsAlive.ShouldBeFalse();
        GC.KeepAlive(queue);
    }

    [Fact]
    public void A_ring_that_has_grown_is_small_again_when_its_owner_has_found_it_empty()
    {
        var queue = new LocalQueue();
        for (int i = 0; i < 5 * BlockSize.Local; i++)
        {
            queue.Reserve();
            queue.Push(new WorkItem(i));
        }
        for (int i = 5 * BlockSize.Local; --i >= 0;)
        {
            queue.TryPop(out WorkItem item).ShouldBeTrue();
            item._target.ShouldBe(i);
        }
        queue.Capacity.ShouldBeGreaterThan(BlockSize.Local);
        queue.ForgetStolen();
        queue.Capacity.ShouldBe(BlockSize.Local);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference PushAndSteal(LocalQueue queue)
    {
        object state = new();
        queue.Push(new WorkItem(state));
        queue.TrySteal(out _).ShouldBeTrue();
        return new WeakReference(state);
    }

    /// <summary>In a block of four, states may be all alike or differ from any slot on.</summary>
    private static WorkItem Item(int number) => new(number, number % 7 > 3 ? number : null);

    private static void Drain(Inlet inlet, Tally seen, int claims)
    {
        for (int n = 0; n < claims && inlet.TryClaim(2, out Block block, out int from, out int count); n++)
        {
            for (int i = from; i < from + count; i++)
            {
                seen.Add(block.Read(i));
            }
            block.Finish(from, count);
        }
    }

    /// <summary>Only one thread runs at a time, so it needs no lock.</summary>
    private sealed class Tally(bool withStates = false)
    {
        private readonly List<int> _seen = [];

        public void Add(WorkItem item)
        {
            int number = (int)(item._target ?? throw new InvalidOperationException("an empty slot was handed out"));
            if (!Equals(item._state, withStates ? Item(number)._state : null))
            {
                throw new InvalidOperationException("an item was handed out with the state of another");
            }
            _seen.Add(number);
        }

        public void ShouldBeOnceEach(int count) => _seen.Order().ShouldBe(Enumerable.Range(0, count));
    }
}
