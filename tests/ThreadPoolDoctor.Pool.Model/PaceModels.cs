namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// Items that are left to a quick worker (Sleep.md): nobody is woken for them. The quick one comes to them, or, if it is stuck,
/// the monitor does.
/// </summary>
public class PaceModels
{
    /// <summary>The monitor, which is awake, never looks here: who is quick takes what was left to it before it sleeps.</summary>
    [Theory]
    [InlineData(1, 1, false)]
    [InlineData(1, 2, false)]
    [InlineData(2, 2, false)]
    [InlineData(1, 1, true)]
    [InlineData(1, 2, true)]
    [InlineData(2, 2, true)]
    public void An_item_left_to_a_quick_worker_does_not_wait_when_that_falls_asleep(int workers, int items, bool publishersFence) => Explorer.Explore(() =>
    {
        var pool = new Pool(workers, items);
        if (publishersFence)
        {
            pool.LetPublishersFence();
        }
        return ([() => pool.Produce(0, items), .. pool.Workers.Select(static w => (Action)w.Live)], () => pool.Taken.ShouldBe(items));
    });

    /// <summary>The first item ends only when the others have been taken.</summary>
    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    [InlineData(true, 2)]
    public void An_item_left_to_a_quick_worker_does_not_wait_though_that_is_stuck(bool monitorSleeps, int producers) => Explorer.Explore(() =>
    {
        var pool = new Pool(2, 2) { ItemsBlock = true };
        if (monitorSleeps)
        {
            pool.LetMonitorSleep();
        }
        return ([
            .. Enumerable.Range(0, producers).Select(p => (Action)(() => pool.Produce(p, 2 / producers))),
            pool.WatchOver,
            .. pool.Workers.Select(static w => (Action)w.Live)],
            () => pool.Taken.ShouldBe(2));
    });

    /// <summary>The pool's loop around the real Sleep, inlets and ranges. The first worker says that it is quick whenever it runs.</summary>
    private sealed class Pool : IWorkSource
    {
        private const int Reach = 2;

        private readonly Inlet[] _inlets = [new(), new()];
        private readonly Sleep _sleep;
        private readonly int _items;
        private bool _monitorWoken, _monitorSleepsFirst;

        public Pool(int workers, int items)
        {
            _items = items;
            _sleep = new Sleep(this);
            Workers = [.. Enumerable.Range(0, workers).Select(i => new Worker(this, i))];
            _sleep.SetPace(0, Reach);
        }

        public bool ItemsBlock { get; init; }

        public Worker[] Workers { get; }

        public int Taken { get; private set; }

        public bool HasWork => HasMoreWorkThan(0);

        public bool KeepsItem => false;

        public long ItemsRun => 0;

        public bool IsCrowded => false;

        public bool HasMoreWorkThan(int items) => _inlets.Sum(static i => i.Count) + Workers.Sum(static w => w.Range.Count) > items;

        public Sleeper Sleeper(int index) => Workers[index];

        public void WakeMonitor() => _monitorWoken = true;

        /// <summary>Before anything else happens.</summary>
        public void LetPublishersFence() => _sleep.LetPublishersFence();

        /// <summary>Before anything else happens.</summary>
        public void LetMonitorSleep() => _monitorSleepsFirst = _sleep.TryMonitorSleep();

        public void Produce(int producer, int count)
        {
            for (int i = 0; i < count; i++)
            {
                _inlets[producer].Enqueue(new WorkItem(i));
                _sleep.Notice(_inlets[producer]);
            }
        }

        /// <summary>As PoolMonitor.Run, without the waiting between two looks.</summary>
        public void WatchOver()
        {
            if (_monitorSleepsFirst)
            {
                Explorer.Sleep(() => _monitorWoken || Taken == _items);
            }
            while (Taken < _items)
            {
                if (HasWork)
                {
                    _sleep.EndPace();
                    _sleep.NoticeLeftWork();
                    continue;
                }
                _monitorWoken = false;
                if (_sleep.TryMonitorSleep())
                {
                    Explorer.Sleep(() => _monitorWoken || Taken == _items);
                }
            }
        }

        private void Took()
        {
            if (++Taken == _items)
            {
                // All done: let the sleepers go home.
                Array.ForEach(Workers, static w => w.Done = true);
            }
        }

        public sealed class Worker(Pool pool, int index) : Sleeper
        {
            private bool _awake = true;

            public bool Done;

            public ClaimedRange Range { get; } = new();

            internal override int Index => index;

            internal override void Wake() => _awake = true;

            public void Live()
            {
                bool searching = false;
                while (!Done)
                {
                    if (TryTake())
                    {
                        Run(searching);
                        searching = false;
                    }
                    else if (searching || !(searching = pool._sleep.TryStartSearching(1)))
                    {
                        _awake = false;
                        pool._sleep.EndPace(index);
                        Range.Finish();
                        pool._sleep.Fall(this, searching);
                        Explorer.Sleep(() => _awake || Done);
                        searching = true;
                    }
                }
            }

            private void Run(bool searching)
            {
                if (searching)
                {
                    pool._sleep.StopSearching();
                }
                if (index == 0)
                {
                    pool._sleep.SetPace(index, Reach);
                }
                pool.Took();
                if (pool.ItemsBlock)
                {
                    Explorer.Sleep(() => pool.Taken == pool._items);
                }
            }

            private bool TryTake()
            {
                if (Range.TryTake(out _))
                {
                    return true;
                }
                foreach (Inlet inlet in pool._inlets)
                {
                    if (inlet.TryClaim(2, false, out Block block, out int from, out int count))
                    {
                        return TakeFirst(block, from, count);
                    }
                }
                foreach (Worker other in pool.Workers)
                {
                    if (other != this && other.Range.TrySteal(out Block block, out int from, out int count))
                    {
                        return TakeFirst(block, from, count);
                    }
                }
                return false;
            }

            private bool TakeFirst(Block block, int from, int count)
            {
                if (count == 1)
                {
                    Range.TakeLone(block, from);
                    return true;
                }
                Range.Set(block, from, count);
                pool._sleep.NoticeClaim(count);
                return Range.TryTake(out _);
            }
        }
    }
}
