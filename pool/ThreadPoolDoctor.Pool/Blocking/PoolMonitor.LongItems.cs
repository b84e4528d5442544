namespace ThreadPoolDoctor.Pool;

/// <content>
/// Items that run long without blocking. While others complete they are left alone: more threads than processors only
/// make each slower. When all workers are inside items that take longer than any before, and others wait, workers are
/// added: four, then eight, so that ten endless loops all run within a tenth of a second. They leave when items
/// flow again.
/// </content>
internal sealed partial class PoolMonitor
{
    private const long ShortestSilence = 20;
    private const long LongestSilence = 50;
    private const long StepEvery = 5;

    // Few and large steps: among endless loops the monitor's own thread gets a processor only now and then.
    private const int FirstStep = 4;

    // Beyond this many running workers per processor, one more each SlowStep: as .NET's ThreadPool does from the start.
    private const int FastPerProcessor = 8;
    private const int FastAtLeast = 16;
    private const long SlowStep = 500;

    // All fields belong to the monitor's thread, but _addedForLong, which statistics read, and _long.
    private int _long;
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
            if (_long > round.Captured) GiveBackOne();
            return;
        }
        if (!detects || !waits || round.Running == 0 || now - _progressAt < SilenceBeforeHelp) return;
        bool fast = round.Running < Math.Max(FastAtLeast, FastPerProcessor * Pool.Processors);
        if (now - _addedAt < (fast ? StepEvery : SlowStep)) return;
        Add(fast ? Math.Min(_step, Pool.WaitingItems) : 1);
        _step *= 2;
        _addedAt = now;
    }

    private void Add(long wanted)
    {
        for (; wanted > 0 && Memory.IsOpen && Pool.TryAddWorker(WorkerAddReason.LongItems); wanted--)
        {
            _long++;
            Interlocked.Increment(ref _addedForLong);
        }
        if (wanted > 0) CountRefused();
    }

    private void GiveBackOne()
    {
        _long--;
        Pool.RetireWorker();
    }
}
