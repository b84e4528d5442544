using Xunit.Abstractions;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// Requests that hold one of some locks for a time each, as many as there are clients, in windows of load and pauses: a
/// simulated pool that asks <see cref="GrowthGuard"/> each millisecond. Items begin and end together, as those of one
/// program do.
/// </summary>
public class GrowthInLinesTests(ITestOutputHelper output)
{
    private const int Programs = 3000;

    /// <summary>
    /// The locks let so many through and no more; half of that is asked in each window but the first. Of the 150,000
    /// windows of the 30,000 programs from TPD_SEED=100000 on 20 have less.
    /// </summary>
    [Fact]
    public void In_each_window_of_load_the_locks_are_used()
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("TPD_SEED"), out int given) ? given : 1;
        output.WriteLine($"TPD_SEED={seed}");
        List<string> wrong = [];
        for (int i = 0; i < Programs; i++)
        {
            var random = new Random(seed + i);
            int locks = 4 << random.Next(4), holds = 10 * random.Next(1, 21), clients = locks * random.Next(2, 9);
            int load = random.Next(1000, 3000), pause = random.Next(200, 3000), processors = random.Next(1, 5);
            var pool = new Lines(locks, holds, clients, processors);
            double most = (double)load * locks / holds;
            for (int window = 0; window < 6; window++)
            {
                double share = pool.Run(load) / most;
                if (share < 0.5 && window > 0) wrong.Add(
                    $"{seed + i}: {locks} locks of {holds} ms, {clients} clients, {load} and {pause} ms, {processors} processors: window {window} {share:0.00}");
                pool.Rest(pause);
            }
        }
        wrong.ShouldBeEmpty();
    }

    private sealed class Lines(int locks, int holds, int clients, int processors)
    {
        private readonly GrowthGuard _guard = new();
        private readonly int _free = Math.Max(2, processors);
        private readonly PriorityQueue<int, long> _holders = new();
        private readonly int[] _waiters = new int[locks];
        private readonly bool[] _held = new bool[locks];

        private long _now = 1000, _ended, _turn;
        private int _queued, _busy, _added, _outside = clients;
        private bool _isOpen;

        /// <summary>Requests that have ended in so many milliseconds of load.</summary>
        public long Run(int milliseconds)
        {
            long before = _ended;
            _isOpen = true;
            for (int i = 0; i < milliseconds; i++) Step();
            return _ended - before;
        }

        public void Rest(int milliseconds)
        {
            _isOpen = false;
            for (int i = 0; i < milliseconds; i++) Step();
        }

        private void Step()
        {
            _now++;
            while (_holders.TryPeek(out int place, out long end) && end <= _now)
            {
                _holders.Dequeue();
                (_ended, _busy, _outside, _held[place]) = (_ended + 1, _busy - 1, _outside + 1, false);
                if (_waiters[place] > 0) Enter(place, from: ref _waiters[place]);
            }
            if (_isOpen) (_queued, _outside) = (_queued + _outside, 0);
            for (; _queued > 0 && _busy < processors + _added; _queued--, _busy++)
            {
                int place = (int)(_turn++ % locks), nobody = 1;
                if (_held[place]) _waiters[place]++;
                else Enter(place, from: ref nobody);
            }
            Adjust();
        }

        private void Enter(int place, ref int from)
        {
            from--;
            _held[place] = true;
            _holders.Enqueue(place, _now + holds);
        }

        private void Adjust()
        {
            if (_queued == 0)
            {
                _added = Math.Min(_added, _guard.Reset(_added, new GrowthGuard.Ends(_ended, _ended), _now));
                if (_now % 100 == 0) _added -= Math.Max(0, (_added - _busy + 3) / 4);
                return;
            }
            _guard.Recall(_now);
            int limit = _guard.Limit(_added, _added + processors, _free, _queued, new GrowthGuard.Ends(_ended, _ended), _now);
            _added = Math.Min(limit, _added + 1 + _added / 4);
        }
    }
}
