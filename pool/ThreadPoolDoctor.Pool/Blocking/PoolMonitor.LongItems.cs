namespace ThreadPoolDoctor.Pool;

/// <content>
/// Items that run long without blocking. While others complete they are left alone: more threads than processors only
/// make each slower. When all workers are inside items that take longer than any before, and others wait, workers are
/// added: eight at once, then more, so that ten endless loops all run within a tenth of a second. They leave when items
/// flow again.
/// </content>
internal sealed partial class PoolMonitor
{
    private const long ShortestSilence = 20;
    private const long LongestSilence = 50;
    private const long StepEvery = 5;

    // Nanoseconds on a processor within one item, before a silence is put down to long items: where other programs take the
    // processors, short items do not end for as long, and more threads would make that worse.
    private const ulong RunBeforeHelp = 5_000_000;

    // Few and large steps: among endless loops the monitor's own thread gets a processor only now and then.
    private const int FirstStep = 8;

    // Beyond this many running workers per processor, one more each SlowStep: as .NET's ThreadPool does from the start.
    private const int FastPerProcessor = 8;
    private const int FastAtLeast = 16;
    private const long SlowStep = 500;

    // Workers added for long items and not given back. Interlocked: also by the workers that help to start others.
    private int _long;

    // Workers of the present step that nobody has begun to start. Set by the monitor, taken by it and by new workers
    // with Interlocked; below zero when all are taken.
    private long _startsLeft;

    // The fields below belong to the monitor's thread, but _addedForLong, which statistics read.
    private int _step = FirstStep;
    private long _addedAt;
    private double _usualDuration;
    private long _addedForLong;

    internal long AddedForLong => Interlocked.Read(ref _addedForLong);

    /// <summary>After so many milliseconds in which no item ended, long items are holding all workers.</summary>
    private long SilenceBeforeHelp => Math.Clamp((long)(_usualDuration * 3), ShortestSilence, LongestSilence);

    /// <summary>An item that has run for so long is endless, for all that is known: it keeps the worker that was added.</summary>
    private long CaptureAfter => Math.Max(ShortestSilence, (long)(_usualDuration * 3));

    /// <summary>An item ended that was seen for so long; the longest count most, and are forgotten slowly.</summary>
    private void LearnDuration(long milliseconds) =>
        _usualDuration = milliseconds > _usualDuration ? milliseconds : _usualDuration * 0.98 + milliseconds * 0.02;

    private void HelpLongItems(Round round, bool waits, long now)
    {
        if (round.Progress)
        {
            _step = FirstStep;
            // One at a time, and never those that endless items hold.
            if (Volatile.Read(ref _long) > round.Captured) GiveBackOne();
            return;
        }
        if (!detects || !waits || round.Running == 0 || now - _progressAt < SilenceBeforeHelp) return;
        if (_step == FirstStep && !round.Ran) return;
        int most = Math.Max(FastAtLeast, FastPerProcessor * Pool.Processors);
        bool fast = round.Running < most;
        if (now - _addedAt < (fast ? StepEvery : SlowStep)) return;
        Add(fast ? Math.Min(Math.Min(_step, most - round.Running), Pool.WaitingItems) : 1);
        _step *= 2;
        _addedAt = now;
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
        if (added && Pool.HasArmedTimers) Pool.PrepareReserve();
    }

    /// <summary>On a new worker's thread, before its first item.</summary>
    internal void HelpToStart()
    {
        if (Interlocked.Read(ref _startsLeft) > 0) TryStartOne();
    }

    private bool TryStartOne()
    {
        if (Interlocked.Decrement(ref _startsLeft) < 0) return false;
        if (!Memory.IsOpen || !Pool.TryAddWorker(WorkerAddReason.LongItems))
        {
            Interlocked.Exchange(ref _startsLeft, 0);
            CountRefused();
            return false;
        }
        Interlocked.Increment(ref _long);
        Interlocked.Increment(ref _addedForLong);
        return true;
    }

    private void GiveBackOne()
    {
        Interlocked.Decrement(ref _long);
        Pool.RetireWorker();
    }
}
