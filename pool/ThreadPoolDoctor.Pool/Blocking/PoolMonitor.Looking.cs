namespace ThreadPoolDoctor.Pool;

/// <content>One look at every worker: who runs, who is blocked, and whether items flow.</content>
internal sealed partial class PoolMonitor
{
    /// <summary>What one look found.</summary>
    /// <param name="Running">Workers inside an item and not blocked.</param>
    /// <param name="Captured">Those of them that have been in the same item for much longer than items usually take.</param>
    /// <param name="Ran">Whether one of them has had a processor for long in the same item, as far as the system tells.</param>
    /// <param name="Progress">An item has ended since the last look.</param>
    /// <param name="Changed">A worker was found blocked, or back.</param>
    internal readonly record struct Round(int Running, int Captured, bool Ran, bool Progress, bool Changed);

    // How often the kernel is asked about a worker whose items end between two looks, in milliseconds.
    private const long JudgeEvery = 10;

    // All fields here belong to the monitor's thread. _still counts workers whose items end before the monitor has seen
    // them twice, and which sleep most of the time all the same.
    private readonly List<Worker> _freshSleepers = [];
    private long _progressAt;
    private int _running, _captured, _executing, _still;
    private bool _ran, _progress, _changed, _waitedBefore;

    private Round Look(bool waits, long now)
    {
        _running = _captured = _executing = _still = 0;
        _ran = _progress = _changed = false;
        _freshSleepers.Clear();
        foreach (Worker worker in Pool.Workers) LookAt(worker, waits, now);

        // Work waits and not one worker is doing anything: no need to look twice, whoever sleeps is blocked.
        if (waits && _executing == 0)
        {
            foreach (Worker worker in _freshSleepers) MarkBlocked(worker, BlockedBy.ThreadState);
        }
        else
        {
            _still += _freshSleepers.Count;
        }
        // A silence counts while work waits; before that nobody wanted an item to end.
        if (_progress || !waits || !_waitedBefore) _progressAt = now;
        _waitedBefore = waits;
        var round = new Round(_running, _captured, _ran, _progress, _changed);
        Compensate(round, waits, now);
        return round;
    }

    private void LookAt(Worker worker, bool waits, long now)
    {
        WorkerSight sight = worker.Sight;
        WorkerState state = worker.State;
        if (state != WorkerState.Running)
        {
            if (!worker.SaidItself) MarkUnblocked(worker);
            if (sight.Items >= 0) SawEnd(sight, now);
            sight.Items = -1;
            if (state == WorkerState.Unstarted) sight.Close();
            if (state == WorkerState.Searching) _executing++;
            return;
        }
        long items = worker.ItemsStarted;
        if (items != sight.Items)
        {
            // A worker that was not inside an item has begun one: that alone is no progress.
            if (sight.Items >= 0) SawEnd(sight, now);
            sight.Begin(items, now);
            LookAtFresh(worker, waits, now);
        }
        else
        {
            LookAgain(worker, waits, now);
        }
    }

    private void SawEnd(WorkerSight sight, long now)
    {
        LearnDuration(now - sight.Since);
        _progress = true;
    }

    /// <summary>An item not seen before: a sleep just begun may be over in a moment, so nothing is marked yet.</summary>
    private void LookAtFresh(Worker worker, bool waits, long now)
    {
        if (worker.SaidItself) return;
        MarkUnblocked(worker);
        _running++;
        if (detects && Sleeps(worker))
        {
            _freshSleepers.Add(worker);
            return;
        }
        _executing++;
        if (detects && waits && StandsMostlyStill(worker, now)) _still++;
    }

    /// <summary>
    /// Whether the worker slept for more than half of the time since it was last judged, through however many items,
    /// and sleeps now. One that ran or lacked a processor did not.
    /// </summary>
    private static bool StandsMostlyStill(Worker worker, long now)
    {
        WorkerSight sight = worker.Sight;
        if (now - sight.JudgedAt < JudgeEvery) return sight.StoodStill;
        if (!TryReadFigures(worker, out ThreadFigures figures) || !sight.Probe!.TellsReady) return false;
        ulong active = figures.Run + figures.Ready - sight.JudgedActive;
        // Twice the interval has passed and more: it did not run items all the time, so that says nothing.
        bool known = now - sight.JudgedAt < JudgeEvery * 10;
        sight.StoodStill = known && active < (ulong)(now - sight.JudgedAt) * 500_000 && sight.Probe.Sleeps();
        sight.JudgedActive = figures.Run + figures.Ready;
        sight.JudgedAt = now;
        return sight.StoodStill;
    }

    private void LookAgain(Worker worker, bool waits, long now)
    {
        if (worker.SaidItself) return;
        if (detects && IsBlocked(worker, waits, out BlockedBy how))
        {
            MarkBlocked(worker, how);
            return;
        }
        MarkUnblocked(worker);
        _running++;
        _executing++;
        if (now - worker.Sight.Since >= CaptureAfter) _captured++;
        _ran |= worker.Sight.RunOfItem >= RunBeforeHelp;
    }

    /// <summary>The ladder: the managed state is nearly free; the kernel is asked only while it matters.</summary>
    private static bool IsBlocked(Worker worker, bool waits, out BlockedBy how)
    {
        how = BlockedBy.ThreadState;
        if (Sleeps(worker)) return true;
        how = BlockedBy.Kernel;
        bool was = worker.BlockedBy == BlockedBy.Kernel;
        return (waits || was) && StandsStill(worker, was);
    }

    internal static bool Sleeps(Worker worker) =>
        worker.Thread is { } thread && (thread.ThreadState & ThreadState.WaitSleepJoin) != 0;

    /// <summary>
    /// Whether the thread neither ran nor wanted to since the last look. If it only wanted to, it lacks a processor, and
    /// another thread would make that worse.
    /// </summary>
    private static bool StandsStill(Worker worker, bool was)
    {
        WorkerSight sight = worker.Sight;
        if (!TryReadFigures(worker, out ThreadFigures figures)) return false;
        bool same = sight.HasFigures && figures == sight.Figures;
        if (!sight.HasFigures) sight.RunAtFirst = figures.Run;
        sight.Figures = figures;
        sight.HasFigures = true;
        return same && (was || sight.Probe!.Sleeps());
    }

    private static bool TryReadFigures(Worker worker, out ThreadFigures figures)
    {
        WorkerSight sight = worker.Sight;
        if (sight.ProbedThread != worker.SystemThreadId || sight.Probe is null)
        {
            sight.Close();
            sight.ProbedThread = worker.SystemThreadId;
            sight.Probe = KernelProbe.TryOpen(sight.ProbedThread);
        }
        figures = default;
        return sight.Probe is not null && sight.Probe.TryRead(out figures);
    }

    private void MarkBlocked(Worker worker, BlockedBy how)
    {
        if (worker.BlockedBy != BlockedBy.None || !worker.TryMarkBlocked(how)) return;
        _changed = true;
    }

    private void MarkUnblocked(Worker worker)
    {
        // Only what the monitor itself found: a worker that said so ends it itself.
        if (worker.BlockedBy is not (BlockedBy.ThreadState or BlockedBy.Kernel)) return;
        if (worker.MarkUnblocked()) _changed = true;
    }
}
