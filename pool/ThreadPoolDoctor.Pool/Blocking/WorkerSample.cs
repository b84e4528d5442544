namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What the monitor saw of one worker when it last looked. Read and written by the monitor's thread only.
/// </summary>
internal sealed class WorkerSample
{
    // What cannot be opened (no descriptor left, files that may not be read) is not tried again for so long,
    // for no worker of the process: each try costs an exception.
    private const long RetryAfter = 1000;
    private static long s_retryAt;

    // How often one that stands still is asked where its file is opened for each question, some 5 us: seven hundred
    // blocked workers would take the monitor's whole time. Seen late, a worker that goes on is one too many on duty.
    private const long StandsStillEvery = 100;
    private long _readAt;

    // The thread that the open file or handle of the probe tells about.
    private int _probedThread;
    private KernelProbe? _probe;

    private ThreadFigures _figures;
    private bool _hasFigures;

    /// <summary>
    /// Whether the kernel was asked about this item; once is not enough to tell that it stands still.
    /// </summary>
    internal bool HasFigures => _hasFigures;

    // Time on a processor when this item was asked about for the first time.
    private ulong _runAtFirst;

    // When the kernel was last asked about this worker between its items, in milliseconds, and what it said.
    private long _judgedAt = long.MinValue / 2;
    private ulong _judgedActive;
    private bool _mostlyOffCpu;

    /// <summary>The worker's item counter; -1 while it is not inside an item.</summary>
    internal long Items { get; private set; } = -1;

    /// <summary>When this item was first seen, in milliseconds.</summary>
    internal long Since { get; private set; }

    /// <summary>
    /// Time on a processor that this item is known to have had; as good as endless where the system does not tell.
    /// </summary>
    internal ulong RunOfItem => _hasFigures && _probe is { TellsReady: true } ? _figures.Run - _runAtFirst : ulong.MaxValue;

    /// <summary>Whether this item was seen to wait or sleep.</summary>
    internal bool HasBlocked { get; set; }

    /// <summary>This item's turns on a processor, as far as they were counted.</summary>
    internal ItemTurns Turns { get; } = new();

    /// <summary>What <see cref="IsMostlyOffCpu"/> said last.</summary>
    internal bool WasMostlyOffCpu => _mostlyOffCpu;

    internal void Begin(long items, long now) => (Items, Since, _hasFigures, HasBlocked) = (items, now, false, false);

    internal void End() => Items = -1;

    internal void Close()
    {
        _probe?.Dispose();
        (_probe, _probedThread, _hasFigures, _mostlyOffCpu) = (null, 0, false, false);
        _judgedAt = long.MinValue / 2;
    }

    /// <summary>
    /// Whether the thread neither ran nor wanted to since the last look. If it only wanted to, it lacks a processor,
    /// and another thread would make that worse. <paramref name="was"/>: it did not at the last look.
    /// </summary>
    internal bool StandsStill(Worker worker, bool was, long now)
    {
        if (was && _probe is { OpensForEach: true } && now - _readAt < StandsStillEvery) return true;
        if (!TryRead(worker, now, out ThreadFigures figures)) return false;
        bool same = _hasFigures && figures == _figures;
        if (!_hasFigures) _runAtFirst = figures.Run;
        (_figures, _hasFigures) = (figures, true);
        return same && (was || _probe!.Sleeps());
    }

    /// <summary>
    /// Whether the worker slept for more than half of the time since it was last judged, through however many items,
    /// and sleeps now. One that ran or lacked a processor did not. Judged anew after <paramref name="every"/>
    /// milliseconds.
    /// </summary>
    internal bool IsMostlyOffCpu(Worker worker, long now, long every)
    {
        if (now - _judgedAt < every) return _mostlyOffCpu;
        if (!TryRead(worker, now, out ThreadFigures figures) || !_probe!.TellsReady) return false;
        ulong active = figures.Run + figures.Ready - _judgedActive;
        // Many times the interval has passed: it did not run items all the time, so that says nothing.
        bool known = now - _judgedAt < every * 10;
        _mostlyOffCpu = known && active < (ulong)(now - _judgedAt) * 500_000 && _probe.Sleeps();
        _judgedActive = figures.Run + figures.Ready;
        _judgedAt = now;
        return _mostlyOffCpu;
    }

    /// <summary>This item is blocked: counts how often it went on for a moment.</summary>
    internal void CountTurns(Worker worker, long now)
    {
        if (Turns.IsDue(Items, now) && TryRead(worker, now, out ThreadFigures figures)) Turns.Count(Items, figures.Turns, now);
    }

    private bool TryRead(Worker worker, long now, out ThreadFigures figures)
    {
        figures = default;
        if (_probedThread != worker.SystemThreadId) Close();
        if (Opens && now < Volatile.Read(ref s_retryAt)) return false;
        _probedThread = worker.SystemThreadId;
        _probe ??= KernelProbe.TryOpen(_probedThread);
        _readAt = now;
        if (_probe is not null && _probe.TryRead(out figures)) return true;
        if (Opens && _probedThread != 0) Volatile.Write(ref s_retryAt, now + RetryAfter);
        return false;
    }

    /// <summary>Whether the next question opens a file or handle.</summary>
    private bool Opens => _probe is null or { OpensForEach: true };
}
