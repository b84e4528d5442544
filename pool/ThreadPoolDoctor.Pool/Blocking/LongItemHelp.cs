namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Items that run long without blocking. While others complete they are left alone: more threads than processors only
/// make each slower. When all workers are inside items that take longer than any before, and others wait, workers are
/// added: eight at once, then more, so that ten endless loops all run within a tenth of a second. They leave when items
/// flow again.
/// </summary>
internal sealed class LongItemHelp(Crew crew, Compensation compensation, MemoryGate memory, ItemDurations durations)
{
    // Milliseconds.
    private const long StepEvery = 5;

    // Few and large steps: among endless loops the monitor's own thread gets a processor only now and then.
    private const int FirstStep = 8;

    // Beyond this many running workers per processor, one more each SlowStep: as .NET's ThreadPool does from the start.
    private const int FastPerProcessor = 8, FastAtLeast = 16;
    private const long SlowStep = 500;

    // Workers added for long items and not given back. Interlocked: also by the workers that help to start others.
    private int _added;

    // Workers of the present step that nobody has begun to start. Set by the monitor, taken by it and by new workers
    // with Interlocked; below zero when all are taken.
    private long _startsLeft;

    // The fields below belong to the monitor's thread, but the last, which statistics read.
    private int _step = FirstStep;
    private long _addedAt, _progressAt;
    private bool _waitedBefore;
    private long _addedEver;

    internal long AddedEver => Interlocked.Read(ref _addedEver);

    internal int Added => Volatile.Read(ref _added);

    /// <summary>The monitor's look.</summary>
    internal void Adjust(ScanResult found, bool waits, long now)
    {
        // A silence counts while work waits; before that nobody wanted an item to end.
        if (found.Progress || !waits || !_waitedBefore) _progressAt = now;
        _waitedBefore = waits;
        if (found.Progress)
        {
            _step = FirstStep;
            // One at a time, and never those that endless items hold.
            if (Added > found.Captured) GiveBackOne();
            return;
        }
        if (!waits)
        {
            // No item may ever end again; while any are counted the monitor watches, and its thread does not end.
            while (Added > found.Captured) GiveBackOne();
            return;
        }
        if (found.Running == 0 || now - _progressAt < durations.Silence) return;
        if (_step == FirstStep && !found.Ran) return;
        int most = Math.Max(FastAtLeast, FastPerProcessor * crew.Processors);
        bool fast = found.Running < most;
        if (now - _addedAt < (fast ? StepEvery : SlowStep)) return;
        Add(fast ? Math.Min(Math.Min(_step, most - found.Running), crew.Waiting) : 1);
        _step *= 2;
        _addedAt = now;
    }

    /// <summary>On a new worker's thread, before its first item.</summary>
    internal void HelpToStart()
    {
        if (Interlocked.Read(ref _startsLeft) > 0) TryStartOne();
    }

    /// <summary>
    /// To start a thread means to wait until it runs, and among endless loops that takes a turn of the scheduler each
    /// time. So each new worker starts another one before it takes an item, beside the monitor: three turns, not eight.
    /// </summary>
    private void Add(long wanted)
    {
        Interlocked.Exchange(ref _startsLeft, wanted);
        bool added = false;
        while (TryStartOne()) added = true;
        // Timers will need the reserve, and would have to start it when their time has come.
        if (added && crew.ExpectsHighItems()) crew.PrepareReserve();
    }

    private bool TryStartOne()
    {
        if (Interlocked.Decrement(ref _startsLeft) < 0) return false;
        if (!memory.TryPass() || !crew.TryAddWorker(WorkerAddReason.LongItems))
        {
            Interlocked.Exchange(ref _startsLeft, 0);
            compensation.CountRefused();
            return false;
        }
        Interlocked.Increment(ref _added);
        Interlocked.Increment(ref _addedEver);
        return true;
    }

    private void GiveBackOne()
    {
        Interlocked.Decrement(ref _added);
        crew.RetireWorker();
    }
}
