namespace ThreadPoolDoctor.Governor.Tests.Simulation;

/// <summary>
/// A load made from a seed: a few streams of items, each of its own kind, size and rate, that begin and end at their
/// own times.
/// </summary>
internal sealed class RandomLoad
{
    public const double Seconds = 6;
    private const double Step = 0.0005;

    private static readonly (string Name, Func<Random, Func<Item>> Make)[] s_kinds =
    [
        ("tiny", static _ => static () => Item.Computing(Step)),
        ("computing", static random => Fixed(Item.Computing(Between(random, 0.002, 0.4)))),
        ("sleeping", static random => Fixed(Item.Sleeping(Between(random, 0.002, 1)))),
        ("polling", static random => Fixed(Item.Polling(Between(random, 0.05, 1), Between(random, 0.002, 0.02)))),
        ("hot lock", static random => On(new Gate(1, isLock: true), Between(random, Step, 0.005), 0)),
        ("lock around I/O", static random => On(new Gate(1, isLock: true), Step, Between(random, 0.005, 0.05))),
        ("database", static random => On(new Gate(random.Next(2, 30), isLock: false), Step, Between(random, 0.005, 0.1))),
        ("sync over async", static random => Fixed(Item.AwaitingSynchronously(Between(random, 0.002, 0.5)))),
        ("lock around sync over async", static random => Calling(new Gate(1, isLock: true), Between(random, 0.005, 0.05))),
    ];

    private readonly Stream[] _streams;

    public RandomLoad(int seed)
    {
        Random random = new(seed);
        Processors = random.Next(1, 9);
        _streams = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => new Stream(random))];
    }

    public int Processors { get; }

    public override string ToString() => $"{Processors} processors, {string.Join("; ", _streams.Select(static stream => stream.ToString()))}";

    public LoadResult Plain() => Run(static _ => { });

    /// <summary>As if there were always a worker free: what threads can do at best.</summary>
    public LoadResult Unlimited() => Run(static pool => pool.SetMinimum(10_000));

    public LoadResult Governed() => Run(null);

    private LoadResult Run(Action<SimulatedPool>? prepare)
    {
        SimulatedPool pool = new(Processors, Step);
        prepare?.Invoke(pool);
        Governed? governed = prepare is null ? new(pool) : null;
        IEnumerator<(double At, Item Item)> arrivals = Arrivals().GetEnumerator();
        bool more = arrivals.MoveNext();
        List<QueueSample> queue = [];
        void Each()
        {
            for (; more && arrivals.Current.At <= pool.Now; more = arrivals.MoveNext()) pool.Queue(arrivals.Current.Item);
            if (queue.Count > 0 && pool.Now - queue[^1].At < 0.05) return;
            queue.Add(new(pool.Now, pool.Waiting, pool.Busy, pool.Unfinished, pool.TotalUsed / Processors));
        }
        if (governed is null) pool.Run(Seconds, Each);
        else governed.Run(Seconds, Each);
        return new(pool.Completed, pool.MostThreads, pool.TotalUsed / (Seconds * Processors), queue);
    }

    /// <summary>Made anew for each run, for gates hold a state.</summary>
    private IEnumerable<(double At, Item Item)> Arrivals() =>
        _streams.SelectMany(static stream => stream.Arrivals()).OrderBy(static arrival => arrival.At);

    private static Func<Item> Fixed(Item item) => () => item;

    private static Func<Item> On(Gate gate, double computes, double sleeps) => () => Item.Holding(gate, computes, sleeps);

    private static Func<Item> Calling(Gate gate, double seconds) => () => Item.Calling(gate, seconds);

    /// <summary>Evenly over the orders of magnitude.</summary>
    private static double Between(Random random, double least, double most) => least * Math.Pow(most / least, random.NextDouble());

    private sealed class Stream
    {
        private readonly int _kind;
        private readonly int _seed;
        private readonly int _burst;
        private readonly double _every;
        private readonly double _from;
        private readonly double _until;

        public Stream(Random random)
        {
            (_kind, _seed) = (random.Next(s_kinds.Length), random.Next());
            _burst = random.Next(3) == 0 ? (int)Between(random, 10, 600) : 1;
            _every = _burst * Between(random, 0.002, 0.1);
            _from = random.Next(2) * Between(random, 0.1, 3);
            _until = random.Next(3) == 0 ? _from + Between(random, 0.5, 3) : Seconds;
        }

        public IEnumerable<(double At, Item Item)> Arrivals()
        {
            Func<Item> make = s_kinds[_kind].Make(new Random(_seed));
            for (double at = _from; at < Math.Min(_until, Seconds); at += _every)
            {
                for (int i = 0; i < _burst; i++) yield return (at, make());
            }
        }

        public override string ToString()
        {
            Item item = s_kinds[_kind].Make(new Random(_seed))();
            string acts = item.Acts.Length > 8 ? $"{item.Acts.Length} acts" : string.Join(" ", item.Acts.Select(static act => $"{act.Act} {act.Seconds * 1000:0.0}"));
            return $"{s_kinds[_kind].Name} ({acts}) {_burst} each {_every * 1000:0} ms, {_from:0.0} to {_until:0.0} s";
        }
    }
}
