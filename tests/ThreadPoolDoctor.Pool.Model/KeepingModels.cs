namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// Kept items (Sleep.md): a worker keeps a lone item of its own, nobody is woken for it, and the monitor sees to it that the
/// item does not wait for ever behind an item that blocks.
/// </summary>
public class KeepingModels
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_kept_item_runs_though_its_worker_may_be_stuck(bool firstBlocks) => Explorer.Explore(() =>
    {
        var pool = new Pool(2, firstBlocks);
        return ([pool.Begin, pool.Monitor, .. pool.Workers.Select(static w => (Action)w.Live)], () => pool.Taken.ShouldBe(2));
    });

    [Fact]
    public void Of_two_items_behind_one_that_blocks_none_waits() => Explorer.Explore(() =>
    {
        var pool = new Pool(2, firstBlocks: true) { Successors = 2 };
        return ([pool.Begin, pool.Monitor, .. pool.Workers.Select(static w => (Action)w.Live)], () => pool.Taken.ShouldBe(3));
    });

    /// <summary>
    /// The one that searches while the item is released finds another item, which blocks too: a third one must come.
    /// </summary>
    [Fact]
    public void A_released_item_does_not_rely_on_a_searcher_that_leaves() => Explorer.Explore(() =>
    {
        var pool = new Pool(3, firstBlocks: true) { OneMoreBlocks = true };
        return ([pool.Begin, pool.Monitor, .. pool.Workers.Select(static w => (Action)w.Live)], () => pool.Taken.ShouldBe(3));
    });

    /// <summary>The pool's loop and the monitor's around the real Sleep and real inlets: one from outside, one for each worker.</summary>
    private sealed class Pool : IWorkSource
    {
        private const int Blocking = -1;

        private readonly Inlet _outside = new(), _released = new();
        private readonly Sleep _sleep;
        private readonly bool _firstBlocks;
        private bool _monitorAwake = true;
        private bool _done;

        public Pool(int workers, bool firstBlocks)
        {
            _firstBlocks = firstBlocks;
            _sleep = new Sleep(this);
            Workers = [.. Enumerable.Range(0, workers).Select(i => new Worker(this, i))];
        }

        /// <summary>How many items the first one queues.</summary>
        public int Successors { get; init; } = 1;

        /// <summary>A second item comes from outside, which ends only when all have run.</summary>
        public bool OneMoreBlocks { get; init; }

        public Worker[] Workers { get; }

        public int Taken { get; private set; }

        public bool HasWork => !_outside.IsEmpty || !_released.IsEmpty || Workers.Any(static w => !w.Own.IsEmpty);

        /// <summary>No worker here says that it is quick.</summary>
        public bool HasMoreWorkThan(int items) => HasWork;

        public bool KeepsItem => Workers.Any(static w => w.Kept.IsFull);

        public long ItemsRun => 0;

        public bool IsCrowded => false;

        public Sleeper Sleeper(int index) => Workers[index];

        public void WakeMonitor() => _monitorAwake = true;

        public void Begin()
        {
            _outside.Enqueue(new WorkItem(0));
            _sleep.Notice();
            if (OneMoreBlocks)
            {
                _outside.Enqueue(new WorkItem(Blocking));
                _sleep.Notice();
            }
        }

        /// <summary>As PoolMonitor.Run, without the waiting between two looks.</summary>
        public void Monitor()
        {
            while (!_done)
            {
                bool kept = false, stuck = false;
                foreach (Worker worker in Workers)
                {
                    kept |= worker.Kept.IsFull;
                    stuck |= worker.ReleaseIfStuck();
                }
                if (stuck)
                {
                    _sleep.NoticeLeftWork();
                }
                if (HasWork)
                {
                    _sleep.NoticeLeftWork();
                    continue;
                }
                if (kept)
                {
                    continue;
                }
                _monitorAwake = false;
                if (_sleep.TryMonitorSleep())
                {
                    Explorer.Sleep(() => _monitorAwake || _done);
                }
            }
        }

        private void Took()
        {
            if (++Taken == 1 + Successors + (OneMoreBlocks ? 1 : 0))
            {
                _done = true;
            }
        }

        /// <summary>As the pool's worker; its keeping is Worker.Keeping.cs in short.</summary>
        public sealed class Worker(Pool pool, int index) : Sleeper
        {
            private bool _awake = true;
            private long _completed, _seen = -1;

            public Inlet Own { get; } = new();

            public KeptItem Kept { get; } = new();

            internal override int Index => index;

            internal override void Wake() => _awake = true;

            public bool ReleaseIfStuck()
            {
                long completed = Volatile.Read(ref _completed);
                bool stuck = completed == _seen && Kept.IsFull;
                _seen = completed;
                if (stuck && Kept.TryTakeAway(out WorkItem item))
                {
                    pool._released.Enqueue(item);
                }
                return stuck;
            }

            public void Live()
            {
                bool searching = false;
                while (!pool._done)
                {
                    if (TryTake(out WorkItem item))
                    {
                        if (searching)
                        {
                            pool._sleep.StopSearching();
                            searching = false;
                        }
                        Run(item);
                        Volatile.Write(ref _completed, _completed + 1);
                    }
                    else if (searching || !(searching = pool._sleep.TryStartSearching(1)))
                    {
                        _awake = false;
                        pool._sleep.Fall(this, searching);
                        Explorer.Sleep(() => _awake || pool._done);
                        searching = true;
                    }
                }
            }

            private bool TryTake(out WorkItem item)
            {
                if (Kept.TryTake(out item))
                {
                    return true;
                }
                foreach (Inlet inlet in pool.Workers.Select(static w => w.Own).Prepend(pool._outside).Prepend(pool._released))
                {
                    if (inlet.TryClaim(1, false, out Block block, out int from, out _))
                    {
                        item = block.Read(from);
                        return true;
                    }
                }
                item = default;
                return false;
            }

            /// <summary>The first item queues the others, and may not end before they have run.</summary>
            private void Run(WorkItem item)
            {
                pool.Took();
                if (Equals(item._target, Blocking))
                {
                    Explorer.Sleep(() => pool._done);
                }
                if (!Equals(item._target, 0))
                {
                    return;
                }
                for (int i = 1; i <= pool.Successors; i++)
                {
                    Publish(new WorkItem(i));
                }
                if (pool._firstBlocks)
                {
                    Explorer.Sleep(() => pool._done);
                }
            }

            private void Publish(WorkItem item)
            {
                if (pool._sleep.State.AnyoneToTell && TryKeep(item))
                {
                    pool._sleep.WakeMonitor();
                    return;
                }
                Own.Enqueue(item);
                pool._sleep.Notice();
            }

            private bool TryKeep(WorkItem item)
            {
                if (!Kept.IsFull)
                {
                    return Own.IsEmpty && Kept.TryPut(item);
                }
                if (Kept.TryTake(out WorkItem first))
                {
                    Own.Enqueue(first);
                }
                return false;
            }
        }
    }
}
