namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// The workers as Linux sees them: which threads bear a worker's name, and from their schedstat how long each of them
/// ran and waited for a processor since the previous look. One that did neither is blocked, or idle. The files stay
/// open between looks; the threads are listed again only when their number changes.
/// </summary>
internal sealed class LinuxWorkerProbe : IWorkerProbe
{
    // Descriptors are the program's too: of more workers than this a part is watched, and stands for the rest.
    private const int MostWatched = 256;
    private const double ListAgain = 0.02;
    private const double LongestWindow = 0.25;

    // From so many workers on it matters what they wait for. How often it is read, and of how many, bounds the cost.
    internal const int ManyWorkers = 8;
    private const double AskGrowing = 0.02;
    private const double AskAgain = 0.2;
    private const int MostAsked = 64;
    private const double OlderShare = 0.25;

    private readonly List<Worker> _workers = [];
    private readonly HashSet<int> _known = [];
    private readonly List<int> _threads = [];
    // Threads that bore another name in the list before, and in the one that is being read.
    private HashSet<int> _others = [];
    private HashSet<int> _othersNow = [];
    private double _looked = double.NegativeInfinity;
    private double _listed = double.NegativeInfinity;
    private int _expected;
    private bool _lost;
    private double _asked = double.NegativeInfinity;
    private int _askedOf;
    private (double Standing, double Independent) _shares;

    /// <summary>
    /// Whether this kernel tells; some are built without it, and on some architectures the call to list threads is not
    /// known.
    /// </summary>
    public static bool Available()
    {
        Span<byte> text = stackalloc byte[64];
        return OperatingSystem.IsLinux()
            && ProcFile.ReadOfThread(Environment.ProcessId, "schedstat"u8, text) is > 0 and var length
            && ProcFile.TryParseSchedStat(text[..length], out long ran, out _) && ran > 0
            && ThreadList.IsTold;
    }

    public WorkerStates Look(double at, int workers)
    {
        double window = at - _looked;
        _looked = at;
        bool missing = Math.Min(workers, MostWatched) > _workers.Count && at - _listed > ListAgain;
        if (workers != _expected || _lost || missing) List(at, workers, missing);
        int blocked = 0, resumed = 0;
        double ran = 0, wanted = 0;
        for (int i = _workers.Count - 1; i >= 0; i--)
        {
            if (!_workers[i].Measure(at - window, out long onProcessor, out long waiting))
            {
                Drop(i);
                continue;
            }
            ran += onProcessor / 1e9;
            wanted += (onProcessor + waiting) / 1e9;
            if (_workers[i].IsBlocked) blocked++;
            if (_workers[i].HasGoneOn) resumed++;
        }
        if (window > LongestWindow || _workers.Count == 0) return default;
        double each = Math.Max(1, (double)workers / _workers.Count);
        int inTurn = (int)(InTurn(blocked) * each);
        return new(true, (int)(blocked * each), (int)(resumed * each * AskedOneOf), inTurn, wanted / window * each, ran * each);
    }

    /// <summary>
    /// Workers that went on, when hardly any of the blocked ones had been blocked for longer. Those that are let
    /// through one after the other are; what only takes its time ends before much that began earlier.
    /// </summary>
    private int InTurn(int blocked)
    {
        int inTurn = 0;
        foreach (Worker ended in _workers)
        {
            if (double.IsNaN(ended.WasBlockedSince)) continue;
            int older = 0;
            foreach (Worker other in _workers)
            {
                // Many go on at once where each wait ends by itself, and then the answer is soon known.
                if (older > OlderShare * blocked) break;
                if (other.IsBlocked && other.BlockedSince < ended.WasBlockedSince) older++;
            }
            if (older <= OlderShare * blocked) inTurn++;
        }
        return inTurn;
    }

    public WorkerWaits Waits(double at, int workers)
    {
        if (workers < ManyWorkers || _workers.Count == 0) return default;
        double again = workers == _askedOf ? AskAgain : AskGrowing;
        if (at - _asked >= again) (_shares, _asked, _askedOf) = (Shares(), at, workers);
        return new((int)(_shares.Standing * workers), (int)(_shares.Independent * workers));
    }

    private int AskedOneOf => 1 + (_workers.Count - 1) / MostAsked;

    private (double Standing, double Independent) Shares()
    {
        int asked = 0, standing = 0, independent = 0;
        for (int i = 0; i < _workers.Count; i += AskedOneOf, asked++)
        {
            _workers[i].Ask();
            if (_workers[i].Stands) standing++;
            if (_workers[i].IsIndependent) independent++;
        }
        return ((double)standing / asked, (double)independent / asked);
    }

    public void Rest()
    {
        for (int i = _workers.Count - 1; i >= 0; i--) Drop(i);
        (_lost, _expected, _looked) = (false, 0, double.NegativeInfinity);
        _known.Clear();
        _others.Clear();
    }

    private void Drop(int index)
    {
        _workers[index].Close();
        _known.Remove(_workers[index].Thread);
        _workers.RemoveAt(index);
        _lost = true;
    }

    /// <summary>
    /// The threads that have come since the list before. One that had another name keeps it, unless workers are
    /// missing: a worker is given its name just after it has begun. To read each thread's name again takes longer than
    /// to look at the workers.
    /// </summary>
    private void List(double at, int workers, bool missing)
    {
        (_expected, _listed, _lost) = (workers, at, false);
        ThreadList.Read(_threads);
        if (missing) _others.Clear();
        _othersNow.Clear();
        foreach (int thread in _threads)
        {
            if (_known.Contains(thread)) continue;
            if (_others.Contains(thread) || !IsWorker(thread))
            {
                _othersNow.Add(thread);
            }
            else if (_workers.Count < MostWatched && Worker.Open(thread) is { } worker)
            {
                _known.Add(thread);
                _workers.Add(worker);
            }
        }
        (_others, _othersNow) = (_othersNow, _others);
    }

    private static bool IsWorker(int thread)
    {
        Span<byte> name = stackalloc byte[32];
        int length = ProcFile.ReadOfThread(thread, "comm"u8, name);
        return length > 0 && ProcFile.IsWorkerName(name[..length]);
    }

    /// <summary>One worker's open file and what it said last.</summary>
    private sealed class Worker
    {
        private readonly int _file;
        private long _ran;
        private long _waited;
        private bool _measured;
        private bool _asked;

        private Worker(int thread, int file) => (Thread, _file) = (thread, file);

        public int Thread { get; }

        public bool IsBlocked { get; private set; }

        /// <summary>
        /// Whether it was seen to wait for another thread without a limit of time, and has not run since.
        /// </summary>
        public bool Stands { get; private set; }

        /// <summary>Whether it was seen in a wait that needs no other worker to end, and has not run since.</summary>
        public bool IsIndependent { get; private set; }

        /// <summary>Since when; not a number while it is not.</summary>
        public double BlockedSince { get; private set; } = double.NaN;

        /// <summary>Since when it was, if it has run now.</summary>
        public double WasBlockedSince { get; private set; } = double.NaN;

        /// <summary>Whether it stood, and has run now.</summary>
        public bool HasGoneOn { get; private set; }

        public static Worker? Open(int thread) =>
            ProcFile.OpenOfThread(thread, "schedstat"u8) is >= 0 and var file ? new(thread, file) : null;

        public void Close() => LibC.Close(_file);

        /// <summary>
        /// Nanoseconds since the previous call, which was at <paramref name="before"/>; false when the thread has
        /// ended.
        /// </summary>
        public bool Measure(double before, out long ran, out long waited)
        {
            Span<byte> text = stackalloc byte[64];
            int length = LibC.Read(_file, text);
            (ran, waited) = (0, 0);
            if (length <= 0 || !ProcFile.TryParseSchedStat(text[..length], out long nowRan, out long nowWaited)) return false;
            if (_measured) (ran, waited) = (nowRan - _ran, nowWaited - _waited);
            bool still = _measured && ran + waited == 0;
            // The kernel accounts a thread that stays on its processor at its ticks only: the first still window is
            // confirmed.
            IsBlocked = still && (IsBlocked || !RunsNow());
            WasBlockedSince = still ? double.NaN : BlockedSince;
            if (!IsBlocked) BlockedSince = double.NaN;
            else if (double.IsNaN(BlockedSince)) BlockedSince = before;
            (HasGoneOn, Stands, IsIndependent, _asked) = (Stands && !still, Stands && still, IsIndependent && still, _asked && still);
            (_ran, _waited, _measured) = (nowRan, nowWaited, true);
            return true;
        }

        /// <summary>Reads what it waits for. One that has not run since is in the same call.</summary>
        public void Ask()
        {
            if (_asked) return;
            Span<byte> text = stackalloc byte[192];
            int length = ProcFile.ReadOfThread(Thread, "syscall"u8, text);
            if (length <= 0) return;
            _asked = true;
            Stands = ProcFile.WaitsWithoutLimit(text[..length]);
            IsIndependent = ProcFile.WaitsIndependently(text[..length]);
        }

        private bool RunsNow()
        {
            Span<byte> text = stackalloc byte[256];
            int length = ProcFile.ReadOfThread(Thread, "stat"u8, text);
            return length > 0 && ProcFile.State(text[..length]) == 'R';
        }
    }
}
