namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Lets workers leave duty with the items that have polled, while <see cref="PollingTrial"/> shrinks. One at a time,
/// and only if another one goes on: where all others sleep until they look again, nothing would end for so long.
/// </summary>
internal sealed class PollersLeave(Crew crew)
{
    // Milliseconds between two that leave. The rate must have time to tell that they were needed.
    private const long Pace = 10;

    // Among so many pollers the next one looks within this time, so that the last one that goes on may leave as well.
    // Once few are left it may do so now and then: a pause of one sleep is little for a competitor fewer.
    private const double WakesSoon = 20;
    private const long PaceOfLast = 1000;

    private readonly PollingTrial _trial = new();

    // Held by a worker that leaves: of two, each would take the other for the one that goes on.
    private readonly Gate _leaving = new();

    // Under _leaving.
    private long _leftAt;

    // Milliseconds after the one before in which one may leave although no other goes on. Written by the monitor, read
    // by workers that leave.
    private long _paceAlone = long.MaxValue;

    /// <summary>Nobody is to be added. The monitor's.</summary>
    internal bool AddsNobody => _trial.Shrinks;

    /// <summary>The monitor's look; see <see cref="PollingTrial.Look"/>.</summary>
    internal int? Look(in PollingTrial.Seen seen)
    {
        int? granted = _trial.Look(seen);
        bool wakesSoon = seen.Pollers > 0 && seen.Pollers * WakesSoon >= seen.Period;
        Volatile.Write(ref _paceAlone, wakesSoon ? Pace : _trial.IsHeld ? PaceOfLast : long.MaxValue);
        // Workers look at the flag between two items, and at their own mark if it is up.
        if (_trial.Shrinks) crew.Lanes.Attention.Raise(Attention.PollersLeave);
        else crew.Lanes.Attention.TryLower(Attention.PollersLeave);
        return granted;
    }

    /// <summary>
    /// On a worker that has ended an item which was seen to poll. True if it is to leave; <paramref name="takeBack"/>
    /// has then counted it off.
    /// </summary>
    internal bool TryLeave(Worker leaver, Func<bool> takeBack)
    {
        using (_leaving.Enter())
        {
            long now = Environment.TickCount64, since = now - _leftAt;
            if (since < Pace || (since < Volatile.Read(ref _paceAlone) && !AnotherGoesOn(leaver))) return false;
            if (!takeBack()) return false;
            _leftAt = now;
            return true;
        }
    }

    private bool AnotherGoesOn(Worker leaver)
    {
        foreach (Worker worker in crew.Workers)
        {
            if (worker != leaver && GoesOn(worker)) return true;
        }
        return false;
    }

    // A mark may be as old as the monitor's last look: one that has just begun to sleep is asked itself.
    private static bool GoesOn(Worker worker) =>
        worker.State == WorkerState.Running && worker.BlockedBy == BlockedBy.None && !worker.Items.HasPolled
        && !WorkerScan.Sleeps(worker);
}
