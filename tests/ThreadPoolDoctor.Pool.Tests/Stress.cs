using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Stressing;

/// <summary>
/// Random pools under random load: producers, forks, throws, lanes, drains and disposals that race with queueing. The
/// invariant: every item that was accepted ran exactly once. Used by a short test and by the benchmark program's long
/// modes; everything random follows from the printed seed, except the threads' timing.
/// </summary>
internal sealed class Stress(int seed)
{
    private readonly Random _random = new(seed);

    public long Items { get; private set; }

    public long Rescues { get; private set; }

    /// <summary>
    /// Runs rounds until so many items have run or the time is over; throws with the seed when the invariant is broken.
    /// </summary>
    public void Run(long items, TimeSpan limit, Action<string>? report = null)
    {
        long end = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        for (int round = 0; Items < items && Environment.TickCount64 < end; round++)
        {
            var one = new Round(_random.Next());
            one.Run($"seed {seed}, round {round}");
            Items += one.Accepted;
            Rescues += one.Rescues;
            if (round % 100 == 99)
            {
                report?.Invoke($"seed {seed}, round {round}: {Items:N0} items, {Rescues} rescues");
            }
        }
    }

    private sealed class Round(int seed)
    {
        private const int Capacity = 200_000;
        private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(120);

        private readonly Random _random = new(seed);
        private readonly int[] _runs = new int[Capacity];
        private readonly bool[] _accepted = new bool[Capacity];
        private int _next;
        private int _thrown, _handled;
        private WorkPool _pool = null!;
        private int _forkChance, _throwChance, _slowChance;

        public int Accepted { get; private set; }

        public long Rescues { get; private set; }

        public void Run(string where)
        {
            WorkPoolOptions options = RandomOptions();
            _pool = new WorkPool(options);
            _forkChance = _random.Next(60);
            _throwChance = _random.Next(3) == 0 ? 10 : 0;
            _slowChance = _random.Next(3) == 0 ? 20 : 0;
            int producers = _random.Next(1, 5);
            int each = _random.Next(3) == 0 ? _random.Next(1, 50) : _random.Next(100, 20_000);
            bool raceDispose = _random.Next(2) == 0;
            Thread[] threads = [.. Enumerable.Range(0, producers).Select(_ => Producer(_random.Next(), each))];
            Array.ForEach(threads, static t => t.Start());
            if (!raceDispose)
            {
                Array.ForEach(threads, static t => t.Join());
                if (!_pool.DrainAsync().Wait(s_limit))
                {
                    throw Broken(where, "the drain did not end");
                }
                Check(where);
            }
            if (!_pool.DisposeAsync().AsTask().Wait(s_limit))
            {
                throw Broken(where, "the disposal did not end");
            }
            Array.ForEach(threads, static t => t.Join());
            // Items accepted while the pool closed may run on a thread made for them.
            SpinWait.SpinUntil(() => _pool.GetStatistics().QueueLength == 0 && _pool.GetStatistics().Workers == 0, s_limit);
            Check(where);
        }

        private WorkPoolOptions RandomOptions() => new()
        {
            Processors = _random.Next(1, 5),
            IdleTimeout = TimeSpan.FromMilliseconds(_random.Next(4) == 0 ? 1 : 1000),
            UnhandledException = _ => Interlocked.Increment(ref _handled),
            InstallSynchronizationContext = _random.Next(2) == 0,
            QueueFactory = _random.Next(6) switch
            {
                0 => static _ => new FifoWorkQueue(),
                1 => static _ => new PriorityWorkQueue(static item => item.GetHashCode() % 8),
                _ => null,
            },
        };

        private Thread Producer(int producerSeed, int count) => new(() =>
        {
            var random = new Random(producerSeed);
            for (int i = 0; i < count; i++)
            {
                try
                {
                    QueueOne(random.Next());
                }
                catch (ObjectDisposedException)
                {
                    return;
                }
                if (random.Next(1000) == 0)
                {
                    Thread.Sleep(random.Next(3));
                }
            }
        });

        /// <summary>Queues one new item in a way that the number chooses.</summary>
        private void QueueOne(int choice)
        {
            int id = Interlocked.Increment(ref _next) - 1;
            if (id >= Capacity)
            {
                return;
            }
            var item = new Item(this, id, choice);
            bool local = (choice & 1) == 0;
            WorkLane lane = (choice >> 1 & 15) switch { 0 => WorkLane.High, 1 => WorkLane.Low, _ => WorkLane.Normal };
            switch (choice >> 5 & 7)
            {
                case 0:
                    _pool.Queue(static s => ((Item)s!).Execute(), (object)item, local, lane);
                    break;
                case 1:
                    _pool.UnsafeQueue(item.Execute, local, lane);
                    break;
                case 2:
                    _pool.UnsafeQueue(static (Item s) => s.Execute(), item, local, lane);
                    break;
                case 3:
                    _pool.SynchronizationContext.Post(static s => ((Item)s!).Execute(), item);
                    break;
                case 4:
                    _pool.UnsafeQueue(static (t) => t.Item1.Execute(), (item, 1), local, lane);
                    break;
                default:
                    _pool.UnsafeQueue(item, local, lane);
                    break;
            }
            Volatile.Write(ref _accepted[id], true);
        }

        private void RunItem(int id, int choice)
        {
            Interlocked.Increment(ref _runs[id]);
            int dice = (choice >> 8) % 100;
            if (dice < _forkChance)
            {
                for (int i = 0; i < 1 + (choice >> 20 & 1); i++)
                {
                    QueueOne(unchecked((choice * 1103515245) + 12345 + i) & int.MaxValue);
                }
            }
            if ((choice >> 10 & 0xFF) < _slowChance)
            {
                Thread.SpinWait(choice >> 12 & 0x3FF);
            }
            if ((choice >> 9 & 0xFF) < _throwChance)
            {
                Interlocked.Increment(ref _thrown);
                throw new InvalidOperationException("thrown on purpose");
            }
        }

        private void Check(string where)
        {
            int accepted = 0;
            for (int id = 0; id < Math.Min(Volatile.Read(ref _next), Capacity); id++)
            {
                int runs = Volatile.Read(ref _runs[id]);
                bool wanted = Volatile.Read(ref _accepted[id]);
                accepted += wanted ? 1 : 0;
                if (runs != (wanted ? 1 : 0))
                {
                    throw Broken(where, $"item {id} ran {runs} times, accepted: {wanted}");
                }
            }
            if (_thrown != _handled)
            {
                throw Broken(where, $"{_thrown} exceptions thrown, {_handled} handled");
            }
            Accepted = accepted;
            Rescues = _pool.GetStatistics().WatchdogRescues;
        }

        private InvalidOperationException Broken(string where, string what) => new($"{where}: {what}; {_pool.GetStatistics()}");

        private sealed class Item(Round round, int id, int choice) : IThreadPoolWorkItem
        {
            public void Execute() => round.RunItem(id, choice);
        }
    }
}
