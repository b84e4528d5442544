namespace ThreadPoolDoctor.Pool.Model;

/// <summary>No item waits for ever beside sleeping workers, and no worker sleeps for ever beside a wake-up.</summary>
public class SleepModels
{
    /// <summary>Who pays for the race of an item and a worker that falls asleep.</summary>
    public enum Payer
    {
        Workers,
        Publishers,
    }

    [Theory]
    [InlineData(1, 1, Payer.Workers)]
    [InlineData(2, 1, Payer.Workers)]
    [InlineData(2, 2, Payer.Workers)]
    [InlineData(2, 2, Payer.Publishers)]
    public void Every_item_is_taken_before_all_sleep(int workers, int producers, Payer payer) => Explorer.Explore(() =>
    {
        var pool = new Pool(workers, producers * 2, payer);
        Action[] threads =
        [
            .. Enumerable.Range(0, producers).Select(p => (Action)(() => pool.Produce(p, 2))),
            .. pool.Workers.Select(w => (Action)w.Live),
            pool.WatchOver,
        ];
        return (threads, () => pool.Taken.ShouldBe(producers * 2));
    });

    /// <summary>
    /// The monitor, which is awake, would find the item at its next look; but a worker that falls asleep leaves nothing
    /// to it. Here it never looks.
    /// </summary>
    [Theory]
    [InlineData(1, Payer.Workers)]
    [InlineData(2, Payer.Workers)]
    [InlineData(1, Payer.Publishers)]
    [InlineData(2, Payer.Publishers)]
    public void An_item_does_not_wait_for_the_monitor_because_a_worker_falls_asleep(int workers, Payer payer, int items = 2) => Explorer.Explore(() =>
    {
        var pool = new Pool(workers, items, payer);
        return ([() => pool.Produce(0, items), .. pool.Workers.Select(static w => (Action)w.Live)],
            () => pool.Taken.ShouldBe(items));
    });

    /// <summary>
    /// Items may block: here the first one taken ends only when the other one has been taken, by the other worker.
    /// </summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public void An_item_does_not_wait_for_a_worker_that_is_stuck_in_another(bool monitorSleeps, bool leftByLeaving) => Explorer.Explore(() =>
    {
        var pool = new Pool(2, 2) { ItemsBlock = true, ProducersLeave = leftByLeaving };
        if (monitorSleeps)
        {
            pool.LetMonitorSleep();
        }
        return ([() => pool.Produce(0, 1), () => pool.Produce(1, 1), pool.WatchOver, .. pool.Workers.Select(static w => (Action)w.Live)],
            () => pool.Taken.ShouldBe(2));
    });

    [Fact]
    public void The_monitor_is_awake_while_items_wait_and_all_workers_are_busy() => Explorer.Explore(() =>
    {
        var pool = new Pool(0, 1);
        return ([() => pool.Produce(0, 1), pool.Monitor], () => pool.MonitorSaw.ShouldBeTrue());
    });

    /// <summary>Of an item that is left to its worker the workers' look does not tell; the monitor's must.</summary>
    [Fact]
    public void A_kept_item_does_not_wait_for_a_stuck_worker_because_the_monitor_sleeps() => Explorer.Explore(() =>
    {
        var keeper = new Keeper();
        return ([keeper.Keep, keeper.WatchOver], () => keeper.IsTaken.ShouldBeTrue());
    });

    /// <summary>
    /// The top of the stack comes back while a waker is on its way: without a version its compare-and-swap would
    /// succeed with an old second, and that one would be woken twice.
    /// </summary>
    [Fact]
    public void Who_was_pushed_once_is_woken_once() => Explorer.Explore(() =>
    {
        var stack = new Stack();
        stack.Sleep.Push(stack.Sleepers[1], wasSearching: false);
        stack.Sleep.Push(stack.Sleepers[0], wasSearching: false);
        void WakeTwoAndPushTheFirst()
        {
            bool first = stack.TryWake() == stack.Sleepers[0];
            stack.TryWake();
            if (first)
            {
                stack.Sleep.Push(stack.Sleepers[0], wasSearching: false);
            }
        }
        return ([() => stack.TryWake(), WakeTwoAndPushTheFirst], () =>
        {
            while (stack.TryWake() is not null)
            {
            }
            stack.Sleepers[1].Wakes.ShouldBe(1);
        }
        );
    });

    /// <summary>A stack of two sleepers and nothing else.</summary>
    private sealed class Stack : IWorkSource
    {
        [ThreadStatic]
        private static Sleeping? t_woken;

        public Stack()
        {
            Sleep = new Sleep(this, publishersFence: false);
        }

        public Sleep Sleep { get; }

        public Sleeping[] Sleepers { get; } = [new(0), new(1)];

        public bool HasWork => false;

        public bool KeepsItem => false;

        public Sleeper Sleeper(int index) => Sleepers[index];

        public void WakeMonitor()
        {
        }

        /// <summary>
        /// Wakes one and lets it find nothing; null if there is none, or if another is awake just now.
        /// </summary>
        public Sleeping? TryWake()
        {
            t_woken = null;
            Sleep.NoticeLeftWork();
            if (t_woken is not null)
            {
                Sleep.StopSearching();
            }
            return t_woken;
        }

        public sealed class Sleeping(int index) : Sleeper
        {
            public int Wakes { get; private set; }

            internal override int Index => index;

            internal override void Wake()
            {
                Wakes++;
                t_woken = this;
            }
        }
    }

    /// <summary>
    /// A worker that keeps an item and is stuck in another; a monitor that sleeps unless it finds one kept.
    /// </summary>
    private sealed class Keeper : IWorkSource
    {
        private readonly LocalQueue _kept = new();
        private readonly Sleep _sleep;
        private bool _monitorWoken;

        public Keeper()
        {
            _sleep = new Sleep(this, publishersFence: false);
        }

        public bool IsTaken { get; private set; }

        public bool HasWork => false;

        public bool KeepsItem => _kept.Count == 1;

        public Sleeper Sleeper(int index) => throw new InvalidOperationException("Nobody is idle.");

        public void WakeMonitor() => _monitorWoken = true;

        public void Keep()
        {
            _kept.Push(new WorkItem(0));
            _sleep.WakeMonitor();
            Explorer.Sleep(() => IsTaken);
        }

        public void WatchOver()
        {
            while (!KeepsItem)
            {
                _monitorWoken = false;
                if (_sleep.TryMonitorSleep()) Explorer.Sleep(() => _monitorWoken);
            }
            IsTaken = _kept.TrySteal(out _);
        }
    }

    /// <summary>The pool's loop around the real Sleep and real inlets, one per producer.</summary>
    private sealed class Pool : IWorkSource
    {
        private readonly Inlet[] _inlets = [new(), new()];
        private readonly Sleep _sleep;
        private readonly int _items;
        private bool _monitorWoken, _monitorSleepsFirst;

        public Pool(int workers, int items, Payer payer = Payer.Workers)
        {
            _items = items;
            _sleep = new Sleep(this, publishersFence: payer == Payer.Publishers);
            Workers = [.. Enumerable.Range(0, workers).Select(i => new Worker(this, i))];
        }

        public bool ItemsBlock { get; init; }

        /// <summary>Who produces is a worker that leaves duty, with items of its own still there.</summary>
        public bool ProducersLeave { get; init; }

        public Worker[] Workers { get; }

        public int Taken { get; private set; }

        public bool MonitorSaw { get; private set; }

        public bool HasWork => _inlets.Any(static i => !i.IsEmpty);

        public bool KeepsItem => false;

        public Sleeper Sleeper(int index) => Workers[index];

        public void WakeMonitor() => _monitorWoken = true;

        public void Produce(int producer, int count)
        {
            for (int i = 0; i < count; i++)
            {
                _inlets[producer].Enqueue(new WorkItem(i));
                if (ProducersLeave) _sleep.NoticeLeftWork();
                else _sleep.Notice();
            }
        }

        /// <summary>Before anything else happens.</summary>
        public void LetMonitorSleep() => _monitorSleepsFirst = _sleep.TryMonitorSleep();

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

        public void Monitor()
        {
            if (_sleep.TryMonitorSleep())
            {
                Explorer.Sleep(() => _monitorWoken);
            }
            MonitorSaw = HasWork;
        }

        private bool TryTakeOne()
        {
            foreach (Inlet inlet in _inlets)
            {
                if (inlet.TryClaim(1, out _, out _, out _))
                {
                    if (++Taken == _items)
                    {
                        // All done: let the sleepers go home.
                        Array.ForEach(Workers, static w => w.Done = true);
                    }
                    return true;
                }
            }
            return false;
        }

        public sealed class Worker(Pool pool, int index) : Sleeper
        {
            private bool _awake = true;

            public bool Done;

            internal override int Index => index;

            internal override void Wake() => _awake = true;

            public void Live()
            {
                bool searching = false;
                while (!Done)
                {
                    if (pool.TryTakeOne())
                    {
                        if (searching)
                        {
                            pool._sleep.StopSearching();
                            searching = false;
                        }
                        if (pool.ItemsBlock)
                        {
                            Explorer.Sleep(() => pool.Taken == pool._items);
                        }
                    }
                    else if (searching || !(searching = pool._sleep.TryStartSearching(1)))
                    {
                        _awake = false;
                        pool._sleep.Fall(this, searching);
                        Explorer.Sleep(() => _awake || Done);
                        searching = true;
                    }
                }
            }
        }
    }
}
