using Xunit.Abstractions;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>
/// Services made by chance: one to three kinds of requests, some of which stand in line before a lock or a semaphore,
/// in windows of load and pauses. A simulated pool asks <see cref="GrowthGuard"/> each millisecond; beside it runs the
/// same service with a worker for each request.
/// </summary>
public class GrowthInServicesTests(ITestOutputHelper output)
{
    private const int Programs = 1000, AtMost = 25;

    /// <summary>
    /// In the second half of each window. What is left are two to four clients behind a line of two hundred, whose rate
    /// cannot be told from chance, and first windows that end before the trial has.
    /// </summary>
    [Fact]
    public void Each_kind_of_request_gets_half_of_what_a_worker_for_each_would_give_it()
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("TPD_SEED"), out int given) ? given : 1;
        output.WriteLine($"TPD_SEED={seed}");
        List<string> wrong = [];
        for (int i = 0; i < Programs; i++)
        {
            if (Play(new Random(seed + i)) is { } program) wrong.Add($"{seed + i}: {program}");
        }
        foreach (string program in wrong) output.WriteLine(program);
        wrong.Count.ShouldBeLessThanOrEqualTo(AtMost);
    }

    /// <summary>The service, if one of its kinds gets less than half; else null.</summary>
    private static string? Play(Random random)
    {
        int processors = random.Next(1, 5);
        Kind[] kinds = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Kind.Next(random))];
        var windows = Enumerable.Range(0, 4).Select(window => (
            Load: random.Next(1500, 5000),
            Pause: new[] { 0, 0, 300, 2000 }[random.Next(4)],
            Kinds: window == 0 || random.Next(2) == 0 ? (1 << kinds.Length) - 1 : random.Next(1, 1 << kinds.Length))).ToArray();
        var ours = new Service(kinds, processors, new GrowthGuard());
        var ideal = new Service(kinds, processors, guard: null);
        foreach (var window in windows)
        {
            long[] got = ours.Run(window.Load, window.Kinds), best = ideal.Run(window.Load, window.Kinds);
            ours.Rest(window.Pause);
            ideal.Rest(window.Pause);
            for (int kind = 0; kind < kinds.Length; kind++)
            {
                if (best[kind] < 20 || got[kind] >= best[kind] / 2.0) continue;
                return $"{string.Join("; ", (object[])kinds)}; {processors} processors; kind {kind} {got[kind]} of {best[kind]}";
            }
        }
        return null;
    }

    /// <summary>So many clients, each of which asks again after a while.</summary>
    /// <param name="Clients">How many.</param>
    /// <param name="Held">For how long a request holds its worker, and its place, in milliseconds; 0 for not at all.</param>
    /// <param name="Places">As many at a time; 0 for all.</param>
    /// <param name="Pause">Milliseconds until the client asks again.</param>
    /// <param name="IsLock">Whether the runtime counts who waits for a place.</param>
    private sealed record Kind(int Clients, int Held, int Places, int Pause, bool IsLock)
    {
        private static readonly int[] s_clients = [2, 4, 16, 40, 80, 125, 200], s_held = [2, 5, 10, 20, 50, 100, 200, 400];

        public static Kind Next(Random random)
        {
            int kind = random.Next(5), clients = s_clients[random.Next(7)], held = s_held[random.Next(8)];
            int places = 1 << random.Next(6), pause = random.Next(2) == 0 ? 1 : random.Next(1, 50);
            return kind switch
            {
                0 or 1 => new Kind(clients, held, places, pause, IsLock: kind == 0),
                2 => new Kind(Math.Min(clients, 16), 0, 0, random.Next(5, 50), IsLock: false),
                _ => new Kind(clients, held, 0, pause, IsLock: false),
            };
        }
    }

    /// <summary>Without a guard there is a worker for each request.</summary>
    private sealed class Service(Kind[] kinds, int processors, GrowthGuard? guard)
    {
        private const int QuickItems = 20;

        private readonly PriorityQueue<int, long> _ends = new(), _pauses = new();
        private readonly Queue<int> _queue = new();
        private readonly int[] _inside = new int[kinds.Length], _inLine = new int[kinds.Length];
        private readonly int[] _outside = [.. kinds.Select(kind => kind.Clients)];
        private readonly long[] _endedOf = new long[kinds.Length];
        private long _now = 1000, _ended, _blockedEnded, _locksMet;
        private int _busy, _added, _mostBusy, _open;

        /// <summary>How many of each kind have ended in the second half.</summary>
        public long[] Run(int milliseconds, int open)
        {
            _open = open;
            for (int kind = 0; kind < kinds.Length; kind++)
            {
                for (; IsOpen(kind) && _outside[kind] > 0; _outside[kind]--) _queue.Enqueue(kind);
            }
            for (int i = 0; i < milliseconds / 2; i++) Step();
            long[] before = [.. _endedOf];
            for (int i = milliseconds / 2; i < milliseconds; i++) Step();
            return [.. _endedOf.Zip(before, (now, then) => now - then)];
        }

        public void Rest(int milliseconds)
        {
            _open = 0;
            for (int i = 0; i < milliseconds; i++) Step();
        }

        private bool IsOpen(int kind) => (_open >> kind & 1) != 0;

        private void Step()
        {
            _now++;
            while (_ends.TryPeek(out int kind, out long end) && end <= _now)
            {
                _ends.Dequeue();
                (_busy, _blockedEnded) = (_busy - 1, _blockedEnded + 1);
                End(kind);
                if (kinds[kind].Places == 0) continue;
                _inside[kind]--;
                if (_inLine[kind] > 0) Enter(kind, fromLine: 1);
            }
            while (_pauses.TryPeek(out int kind, out long end) && end <= _now)
            {
                _pauses.Dequeue();
                if (IsOpen(kind)) _queue.Enqueue(kind);
                else _outside[kind]++;
            }
            Begin();
            if (guard is not null) Adjust(guard);
        }

        private void Begin()
        {
            for (int quick = 0; _queue.Count > 0 && quick < QuickItems * processors;)
            {
                if (guard is not null && _busy >= processors + _added) return;
                int kind = _queue.Dequeue();
                if (kinds[kind].Held == 0)
                {
                    quick++;
                    End(kind);
                    continue;
                }
                _busy++;
                if (kinds[kind].Places == 0 || _inside[kind] < kinds[kind].Places)
                {
                    Enter(kind, fromLine: 0);
                    continue;
                }
                _inLine[kind]++;
                if (kinds[kind].IsLock) _locksMet++;
            }
        }

        private void Enter(int kind, int fromLine)
        {
            _inLine[kind] -= fromLine;
            _inside[kind]++;
            _ends.Enqueue(kind, _now + kinds[kind].Held);
        }

        private void End(int kind)
        {
            (_ended, _endedOf[kind]) = (_ended + 1, _endedOf[kind] + 1);
            _pauses.Enqueue(kind, _now + kinds[kind].Pause);
        }

        private void Adjust(GrowthGuard guard)
        {
            _mostBusy = Math.Max(_mostBusy, _busy);
            var ends = new GrowthGuard.Ends(_ended, _blockedEnded, Contentions: _locksMet);
            if (_queue.Count == 0)
            {
                _added = Math.Min(_added, guard.Reset(_added, ends, _now));
                if (_now % 100 != 0) return;
                (_added, _mostBusy) = (_added - Math.Max(0, (_added - _mostBusy + 3) / 4), _busy);
                return;
            }
            bool allBlocked = _busy >= processors + _added;
            if (allBlocked) guard.Recall(_now);
            int free = Math.Max(2, processors);
            int limit = guard.Limit(_added, _added + processors, free, _queue.Count, ends, _now);
            int recalled = Math.Min(guard.Recalled, _added + _queue.Count);
            _added = Math.Min(limit, Math.Max(recalled, allBlocked ? _added + 1 + _added / 4 : _added));
        }
    }
}
