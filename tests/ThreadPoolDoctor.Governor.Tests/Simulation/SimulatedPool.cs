using ThreadPoolDoctor.Governor.Decisions;
using ThreadPoolDoctor.Governor.Sampling;

namespace ThreadPoolDoctor.Governor.Tests.Simulation;

/// <summary>
/// A small model of .NET's pool on a machine of few processors, in steps of a fixed length: a minimum of workers that
/// come at once, one more each half second while nothing is taken from the queue, processors shared in turns. It gives
/// the samples that the real sampler would, so a policy can govern it.
/// </summary>
internal sealed class SimulatedPool
{
    private const double GateSeconds = 0.5;

    private readonly Queue<(Item Item, double At)> _queue = new();
    // Callbacks of timers, which are taken before all others.
    private readonly Queue<(Item Item, double At)> _urgent = new();
    private readonly List<Worker> _workers = [];
    private readonly List<(double At, Item Item)> _later = [];
    private int _turn;
    private readonly int _processors;
    private readonly double _step;
    private int _goal;
    private double _taken;
    private double _used;
    private double _wanted;
    private double _sampled;

    /// <param name="processors">Processors of the machine.</param>
    /// <param name="step">Seconds of a step; no act is shorter.</param>
    public SimulatedPool(int processors, double step = 0.0005)
    {
        (_processors, _step) = (processors, step);
        Minimum = _goal = processors;
    }

    public double Now { get; private set; }

    public int Minimum { get; private set; }

    public int Maximum { get; set; } = 32_767;

    public long Completed { get; private set; }

    public long Contentions { get; private set; }

    public long MemoryLeft { get; set; } = 1L << 40;

    /// <summary>Whether the system tells what blocked workers wait for.</summary>
    public bool TellsWaits { get; set; } = true;

    /// <summary>Whether the pool tells how many workers have no item.</summary>
    public bool TellsCounts { get; set; } = true;

    /// <summary>Share of each window that a collection takes.</summary>
    public double PausedShare { get; set; }

    public int Threads => _workers.Count;

    public int MostThreads { get; private set; }

    public long Waiting => _queue.Count + _urgent.Count;

    /// <summary>Workers with an item.</summary>
    public int Busy { get; private set; }

    /// <summary>
    /// Items that came from outside and have not ended. What completes the task of one of them is a part of it: a pool
    /// that has begun more items has more of those.
    /// </summary>
    public long Unfinished => _queue.Count(static next => !IsPart(next.Item))
        + _workers.Count(static worker => worker.Item is { } item && !IsPart(item));

    private static bool IsPart(Item item) => item is Stop or Continuation;

    /// <summary>Processor time that has been used, in seconds.</summary>
    public double TotalUsed { get; private set; }

    /// <summary>How long each item waited before it began, in seconds.</summary>
    public List<double> Delays { get; } = [];

    public void Queue(Item item) => _queue.Enqueue((item, Now));

    public void QueueAt(double at, Item item) => _later.Add((at, item));

    public void SetMinimum(int minimum)
    {
        Minimum = minimum;
        _goal = Math.Max(_goal, minimum);
    }

    public void PullBack(int workers) => _goal = Math.Min(_goal, workers);

    /// <summary>Runs until a time; at each step <paramref name="each"/> may queue items.</summary>
    public void Run(double until, Action? each = null)
    {
        while (Now < until)
        {
            each?.Invoke();
            Step();
        }
    }

    /// <summary>Workers that wait for another one, as the probe of a real pool would say.</summary>
    private int Standing => TellsWaits && Threads >= LinuxWorkerProbe.ManyWorkers
        ? _workers.Count(static worker => worker.Stands)
        : 0;

    /// <summary>Workers in a wait that needs no other one, as the probe of a real pool would say.</summary>
    private int Independent => TellsWaits && Threads >= LinuxWorkerProbe.ManyWorkers
        ? _workers.Count(static worker => worker.IsIndependent)
        : 0;

    /// <summary>
    /// Workers that went on when hardly any was blocked for longer, as the probe of a real pool would say.
    /// </summary>
    private int InTurn()
    {
        List<double> blocked = [.. _workers.Where(static worker => !worker.Ran).Select(static worker => worker.BlockedSince)];
        return _workers.Count(worker => worker.Ran && blocked.Count(since => since < worker.BlockedSince) <= 0.25 * blocked.Count && !double.IsNaN(worker.BlockedSince));
    }

    public PoolSample Sample(bool workers)
    {
        double window = Math.Max(_step, Now - _sampled);
        PoolSample sample = new()
        {
            At = Now,
            Waiting = Waiting,
            Completed = Completed,
            Threads = Threads,
            Minimum = Minimum,
            Maximum = Maximum,
            Processors = _processors,
            WorkersSeen = workers,
            Blocked = _workers.Count(static worker => !worker.Ran),
            Resumed = _workers.Count(static worker => worker.Stood && worker.Ran),
            InTurn = TellsWaits ? InTurn() : 0,
            Running = _wanted / window,
            Used = _used,
            Paused = PausedShare * window,
            Contentions = Contentions,
            TaskWaits = _workers.Count(static worker => worker.Item is not null && worker.Current.Act == Act.Call),
            Standing = Standing,
            Independent = Independent,
            Idle = TellsCounts ? Threads - Busy : 0,
            Goal = TellsCounts ? _goal : 0,
            MemoryLeft = MemoryLeft,
        };
        bool tells = Standing > 0;
        foreach (Worker worker in _workers)
        {
            worker.BlockedSince = worker.Ran ? double.NaN : double.IsNaN(worker.BlockedSince) ? _sampled : worker.BlockedSince;
            (worker.Stood, worker.Ran) = (tells && worker.Stands && !worker.Ran, false);
        }
        (_sampled, _used, _wanted) = (Now, 0, 0);
        return sample;
    }

    private void Step()
    {
        Now += _step;
        foreach ((double at, Item item) in _later.Where(due => due.At <= Now)) (item is Stop ? _urgent : _queue).Enqueue((item, at));
        _later.RemoveAll(due => due.At <= Now);
        Inject();
        foreach (Worker worker in _workers) Advance(worker);
        Compute();
        MostThreads = Math.Max(MostThreads, Threads);
    }

    /// <summary>Free workers take items; missing ones are started up to the goal, which the gate raises.</summary>
    private void Inject()
    {
        if (Waiting == 0) _taken = Now;
        foreach (Worker worker in _workers.Where(static worker => worker.Item is null))
        {
            if (Busy < _goal) TakeNext(worker);
        }
        while (Waiting > 0 && Busy < Math.Min(_goal, Maximum))
        {
            Worker worker = new();
            _workers.Add(worker);
            TakeNext(worker);
        }
        if (Waiting > 0 && Now - _taken > GateSeconds)
        {
            _goal = Math.Min(Maximum, _goal + 1);
            _taken = Now;
        }
    }

    private void TakeNext(Worker worker)
    {
        if (!_urgent.TryDequeue(out (Item Item, double At) next) && !_queue.TryDequeue(out next)) return;
        Delays.Add(Now - next.At);
        _taken = Now;
        Busy++;
        worker.Begin(next.Item);
    }

    /// <summary>Everything that takes no processor.</summary>
    private void Advance(Worker worker)
    {
        while (worker.Item is not null)
        {
            (Act act, double seconds, Gate? gate) = worker.Current;
            if (act is Act.ComputeForEver or Act.Call && !worker.Armed)
            {
                worker.Armed = true;
                QueueAt(Now + seconds, new Stop(worker, IsContinued: act == Act.Call));
            }
            if (act is Act.Compute or Act.ComputeForEver or Act.Call && worker.Left > 0) return;
            if (act is Act.Sleep or Act.Wait && (worker.Left -= _step) > 0) return;
            if (act == Act.Enter && !TryEnter(worker, gate!)) return;
            if (act == Act.Leave) gate!.Free++;
            if (worker.Item is Stop stop) End(stop);
            if (worker.Item is Continuation continuation) continuation.Runner.Left = 0;
            Item item = worker.Item;
            if (!worker.Next()) continue;
            item.Then?.Invoke();
            Completed++;
            Busy--;
            // Beyond the goal a worker takes nothing more.
            if (Busy < _goal) TakeNext(worker);
        }
    }

    /// <summary>
    /// The callback ends what counts; what waits for a task is ended by a continuation, which takes its turn in the
    /// queue.
    /// </summary>
    private void End(Stop stop)
    {
        if (stop.IsContinued) Queue(new Continuation(stop.Runner));
        else stop.Runner.Left = 0;
    }

    private bool TryEnter(Worker worker, Gate gate)
    {
        if (!worker.Waits && !gate.IsLock) gate.Line.Enqueue(worker);
        if (gate.Free == 0 || !gate.IsLock && gate.Line.Peek() != worker)
        {
            if (!worker.Waits && gate.IsLock) Contentions++;
            worker.Waits = true;
            return false;
        }
        if (!gate.IsLock) gate.Line.Dequeue();
        gate.Free--;
        worker.Waits = false;
        return true;
    }

    /// <summary>As many as there are processors get one for this step, in turns.</summary>
    private void Compute()
    {
        List<Worker> ready = [.. _workers.Where(static worker => worker.Item is not null && worker.Computes)];
        _wanted += ready.Count * _step;
        foreach (Worker worker in ready) worker.Ran = true;
        for (int i = 0; i < Math.Min(_processors, ready.Count); i++)
        {
            Worker worker = ready[(_turn + i) % ready.Count];
            _used += _step;
            TotalUsed += _step;
            if (worker.Current.Act == Act.Compute) worker.Left -= _step;
        }
        _turn++;
    }

    /// <summary>The callback of the timer that ends another worker's act.</summary>
    private sealed record Stop(Worker Runner, bool IsContinued) : Item((Act.Compute, 0.00001, null));

    /// <summary>Completes the task that another worker waits for.</summary>
    private sealed record Continuation(Worker Runner) : Item((Act.Compute, 0.00001, null));

    private sealed class Worker
    {
        private int _act;

        public Item? Item { get; private set; }

        public double Left { get; set; }

        public bool Waits { get; set; }

        public bool Armed { get; set; }

        public bool Ran { get; set; }

        public bool Stood { get; set; }

        /// <summary>Since when it does not run, as far as the samples tell.</summary>
        public double BlockedSince { get; set; } = double.NaN;

        public (Act Act, double Seconds, Gate? Gate) Current => Item!.Acts[_act];

        public bool Stands => Item is not null && Current.Act is Act.Enter or Act.Call or Act.Wait && !IsIndependent;

        public bool IsIndependent => Item is not null && (Current.Act == Act.Sleep || Current is { Act: Act.Enter, Gate.IsLimited: true });

        public bool Computes => Current.Act is Act.Compute or Act.ComputeForEver;

        public void Begin(Item item)
        {
            (Item, _act, Armed, Ran) = (item, 0, false, true);
            Left = Current.Seconds;
        }

        /// <summary>Goes on to the next act; true when the item has ended.</summary>
        public bool Next()
        {
            _act++;
            if (_act < Item!.Acts.Length)
            {
                Left = Current.Seconds;
                return false;
            }
            Item = null;
            return true;
        }
    }
}
