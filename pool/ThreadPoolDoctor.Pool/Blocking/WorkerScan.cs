namespace ThreadPoolDoctor.Pool;

/// <summary>What one look at all workers found.</summary>
/// <param name="Running">Workers inside an item and not blocked.</param>
/// <param name="Awake">Of those, the ones that do not sleep just now either, and seldom do.</param>
/// <param name="OffCpu">Workers not marked as blocked that sleep all the same, in items too short to be seen
/// twice, or usually do and have been asked about once.</param>
/// <param name="Captured">Running workers that have been in the same item for much longer than items usually
/// take.</param>
/// <param name="Ran">Whether a worker has had a processor for long in the same item, as far as the system
/// tells.</param>
/// <param name="Progress">An item has ended since the last look.</param>
/// <param name="Changed">A worker was found blocked, or back.</param>
/// <param name="Ended">Items that have ended, ever; read before the look, so that none of those that blocked is missing
/// in the next number.</param>
/// <param name="BlockedEnded">Items that were seen to block and have ended, ever.</param>
/// <param name="Pollers">Workers inside an item that sleeps, looks, and sleeps again; 0 unless they are sought.</param>
/// <param name="PollPeriod">How long those usually sleep, in milliseconds.</param>
internal readonly record struct ScanResult(
    int Running, int Awake, int OffCpu, int Captured, bool Ran, bool Progress, bool Changed, long Ended,
    long BlockedEnded, int Pollers, double PollPeriod);

/// <summary>
/// One look at every worker: who runs, who is blocked, whether items flow, and which items their workers do not come
/// to. All of it belongs to the monitor's thread.
/// </summary>
internal sealed class WorkerScan(Crew crew, ItemDurations durations, bool detects)
{
    // How often the kernel is asked about a worker whose items end between two looks, in milliseconds.
    private const long JudgeEvery = 10;

    // Nanoseconds on a processor within one item, before a silence is put down to long items: where other programs
    // take the processors, short items do not end for as long, and more threads would make that worse.
    private const ulong RunBeforeHelp = 5_000_000;

    private readonly List<Worker> _freshSleepers = [];
    private int _running, _captured, _executing, _offCpu, _dozing;
    private bool _ran, _progress, _changed, _seeksPollers;
    private long _blockedEnded;
    private int _pollers;
    private double _pollPeriods;

    /// <summary>Before the look: brings into the open what workers have not come to since the last one.</summary>
    internal void GiveUpOvertaken(long now)
    {
        foreach (Worker worker in crew.Workers)
        {
            if (worker.State != WorkerState.Running) continue;
            worker.Items.GiveUpOvertaken(stuck: worker.ItemsStarted == worker.Sample.Items, now);
        }
    }

    /// <summary>
    /// Looks at every worker; <paramref name="waits"/> says whether work waits, <paramref name="now"/> is in
    /// milliseconds. <paramref name="seeksPollers"/>: asks about blocked items whether they poll, too.
    /// </summary>
    internal ScanResult Look(bool waits, bool seeksPollers, long now)
    {
        // One that ended after its worker was looked at would seem not to have blocked.
        long ended = crew.ItemsRun;
        (_seeksPollers, _pollers, _pollPeriods) = (seeksPollers, 0, 0);
        _running = _captured = _executing = _offCpu = _dozing = 0;
        _ran = _progress = _changed = false;
        _freshSleepers.Clear();
        foreach (Worker worker in crew.Workers) LookAt(worker, waits, now);
        int awake = _running - _freshSleepers.Count - _offCpu - _dozing;

        // Work waits and not one worker is doing anything: no need to look twice, whoever sleeps is blocked.
        if (waits && _executing == 0)
        {
            foreach (Worker worker in _freshSleepers) MarkBlocked(worker, BlockedBy.ThreadState);
        }
        else
        {
            _offCpu += _freshSleepers.Count;
        }
        return new ScanResult(_running, awake, _offCpu, _captured, _ran, _progress, _changed, ended,
            _blockedEnded, _pollers, _pollPeriods / Math.Max(1, _pollers));
    }

    /// <summary>Gives back what is open for asking the kernel.</summary>
    internal void CloseProbes()
    {
        foreach (Worker worker in crew.Workers) worker.Sample.Close();
    }

    /// <summary>Whether the runtime says that the worker's thread waits or sleeps.</summary>
    internal static bool Sleeps(Worker worker) =>
        worker.Thread is { } thread && (thread.ThreadState & ThreadState.WaitSleepJoin) != 0;

    private void LookAt(Worker worker, bool waits, long now)
    {
        WorkerSample sample = worker.Sample;
        WorkerState state = worker.State;
        if (state != WorkerState.Running)
        {
            if (!worker.IsSelfReported) MarkUnblocked(worker);
            if (sample.Items >= 0) SawEnd(sample, now);
            sample.End();
            if (state == WorkerState.Unstarted) sample.Close();
            if (state == WorkerState.Searching) _executing++;
            return;
        }
        long items = worker.ItemsStarted;
        if (items == sample.Items)
        {
            LookAgain(worker, waits, now);
            return;
        }
        // A worker that was not inside an item has begun one: that alone is no progress.
        if (sample.Items >= 0) SawEnd(sample, now);
        sample.Begin(items, now);
        // Read first: a store at each look would take the line from the worker.
        if (worker.Items.HasPolled) worker.Items.HasPolled = false;
        LookAtFresh(worker, waits, now);
    }

    private void SawEnd(WorkerSample sample, long now)
    {
        durations.Learn(now - sample.Since);
        if (sample.HasBlocked) _blockedEnded++;
        _progress = true;
    }

    /// <summary>
    /// An item not seen before: a sleep just begun may be over in a moment, so nothing is marked yet.
    /// </summary>
    private void LookAtFresh(Worker worker, bool waits, long now)
    {
        if (worker.IsSelfReported)
        {
            worker.Sample.HasBlocked = true;
            return;
        }
        MarkUnblocked(worker);
        _running++;
        if (detects && Sleeps(worker))
        {
            worker.Sample.HasBlocked = true;
            _freshSleepers.Add(worker);
            return;
        }
        _executing++;
        if (!detects || !waits || !worker.Sample.IsMostlyOffCpu(worker, now, JudgeEvery)) return;
        worker.Sample.HasBlocked = true;
        _offCpu++;
    }

    private void LookAgain(Worker worker, bool waits, long now)
    {
        bool isSelfReported = worker.IsSelfReported;
        BlockedBy how = default;
        bool wasAsked = worker.Sample.HasFigures;
        if (isSelfReported || (detects && IsBlocked(worker, waits, now, out how)))
        {
            worker.Sample.HasBlocked = true;
            if (!isSelfReported) MarkBlocked(worker, how);
            if (_seeksPollers) LookForPolls(worker, now);
            return;
        }
        MarkUnblocked(worker);
        _running++;
        _executing++;
        // Whether it sleeps this time, too, the next look tells. Until then it is made up for as before: an item that
        // waits for ten looks in the kernel would else have nobody in its worker's place for one of them.
        if (worker.Sample.WasMostlyOffCpu)
        {
            if (wasAsked || !worker.Sample.HasFigures) _dozing++;
            else _offCpu++;
        }
        if (now - worker.Sample.Since >= durations.Long) _captured++;
        _ran |= worker.Sample.RunOfItem >= RunBeforeHelp;
    }

    private void LookForPolls(Worker worker, long now)
    {
        // One that has slept once may poll for all that is known, and who competes with pollers is one of them.
        worker.Items.HasPolled = true;
        worker.Sample.CountTurns(worker, now);
        ItemTurns turns = worker.Sample.Turns;
        if (!turns.Polls) return;
        _pollers++;
        _pollPeriods += turns.Period;
    }

    /// <summary>The ladder: the managed state is nearly free; the kernel is asked only while it matters.</summary>
    private static bool IsBlocked(Worker worker, bool waits, long now, out BlockedBy how)
    {
        how = BlockedBy.ThreadState;
        if (Sleeps(worker)) return true;
        how = BlockedBy.Kernel;
        bool was = worker.BlockedBy == BlockedBy.Kernel;
        return (waits || was) && worker.Sample.StandsStill(worker, was, now);
    }

    private void MarkBlocked(Worker worker, BlockedBy how) =>
        _changed |= worker.BlockedBy == BlockedBy.None && worker.TryMarkBlocked(how);

    // Only what the monitor itself found: a worker that said so ends it itself.
    private void MarkUnblocked(Worker worker) =>
        _changed |= worker.BlockedBy is BlockedBy.ThreadState or BlockedBy.Kernel && worker.MarkUnblocked();
}
