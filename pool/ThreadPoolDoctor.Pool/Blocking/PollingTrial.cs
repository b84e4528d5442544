namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether a pool whose blocked items poll does as well with fewer workers. Such items sleep, look, and sleep again, as
/// writers before one database file do: they compete, so the more of them are inside, the longer an unlucky one waits,
/// while the rate of all stays the same. <see cref="GrowthGuard"/> cannot know that beforehand: while nothing ends yet
/// it has no rate to compare with, and there may be a worker for each of them.
/// </summary>
/// <remarks>
/// Pure: all it knows is what it is told. The monitor's alone. While a trial goes on nobody is added, and workers leave
/// with the items that have polled. Items that only wait several times, one after another, look the same, and need
/// their workers: then all workers are soon inside such items and the rate falls to almost nothing, which ends the
/// trial within a tenth of a second. What has passed is held as long as it does as well. Measured:
/// docs/measurements/pool-swap.md.
/// </remarks>
internal sealed class PollingTrial
{
    // Milliseconds over which a rate is told, so many of them before a trial, and so many items in each at least. A
    // crowd that lasts for less than a second is not worth a trial.
    private const long Window = 125;
    private const int WindowsBefore = 8, Enough = 64;

    // Of the items that end, at most this share may have blocked.
    private const double BlockedShare = 0.25;

    // A trial is worth it with so many times the workers that may be there in any case, one in four of which polls.
    private const int Crowd = 2, PollerShare = 4;

    // Of the rate before: two short windows in a row with less than this end the trial, and what is held. The second it
    // must have at its end, and the third as long as it is held.
    private const long ShortWindow = 50;
    private const double Collapse = 0.25, Least = 0.9, LeastHeld = 0.5;

    // Milliseconds for which the rate is measured at the end, and for which somebody must leave before that.
    private const long Settling = 250, Stalled = 500;

    // Milliseconds over which the rate of what is held is told, for the last ones that leave may let nobody go on for
    // as long as a poller sleeps; and after which a trial is over if nothing has waited.
    private const long HeldWindow = 1000;

    // Nothing has ended for so long, and for so many times a poller's sleep: those that are inside do not go on. What
    // is held may pause for one sleep, so its short windows are longer than that.
    private const long Silence = 50;
    private const double SilentSleeps = 2.5, HeldSleeps = 1.25;

    // Held for so long, and for twice as long each time that the next trial passes, too.
    private const long FirstHold = 30_000, LongestHold = 240_000;

    // After a trial that failed the next comes later each time: what fails again and again pays five an hour.
    private const long FirstRest = 4000, LongestRest = 900_000;
    private const int RestGrowth = 8;

    private State _state;
    private long _until = long.MinValue, _rest = FirstRest, _hold = FirstHold;

    // The window of this state.
    private long _windowAt = long.MinValue, _windowEnded, _windowBlocked;

    // The short window of a trial and of what is held, and what the one before it had of the rate before.
    private long _shortAt, _shortEnded;
    private double _partBefore;

    private int _windowsBefore;
    private double _rateBefore;

    // How long pollers sleep, in milliseconds, as it was last seen: the few that are left need not tell.
    private double _period;

    // Added workers: when the trial began, and now; when their number last fell. How many might be there in any case.
    private int _addedBefore, _added, _free;
    private long _leftAt;

    // When work last waited.
    private long _waitedAt;

    // Items that have ended, and when the last did.
    private long _ended, _endedAt;

    private enum State
    {
        Watching,
        Shrinking,
        Settling,
        Held,
    }

    /// <summary>
    /// A trial goes on, or has passed and is held: nobody is to be added, and workers are to leave with the items that
    /// have polled.
    /// </summary>
    internal bool Shrinks => _state != State.Watching;

    /// <summary>A trial has passed.</summary>
    internal bool IsHeld => _state == State.Held;

    /// <summary>Whether pollers are worth looking for: as many are added that a trial may begin.</summary>
    internal static bool IsCrowd(int added, int free) => added > Crowd * free;

    /// <summary>
    /// The monitor's look. When workers may be added again: how many there may be without a new proof. Else null.
    /// </summary>
    internal int? Look(in Seen seen)
    {
        if (seen.Ended != _ended) (_ended, _endedAt) = (seen.Ended, seen.Now);
        // Before this look: the monitor may have slept since the last one. And a program that asks for more gets them.
        bool isOver = seen.Now - _waitedAt >= HeldWindow || seen.Free > _free;
        if (seen.Waits) _waitedAt = seen.Now;
        if (seen.Pollers > 0) _period = seen.Period;
        if (_windowAt == long.MinValue) BeginWindow(seen);
        return _state switch
        {
            State.Watching => Watch(seen),
            _ when isOver => End(seen),
            _ when seen.Waits && (IsSilent(seen) || HasCollapsed(seen)) => Fail(seen),
            State.Shrinking => Shrink(seen),
            State.Settling => Settle(seen),
            _ => Hold(seen),
        };
    }

    private bool IsSilent(in Seen seen) => seen.Now - _endedAt > Math.Max(Silence, SilentSleeps * _period);

    // Where most items block, workers are what they need.
    private bool Flows(in Seen seen)
    {
        long ended = seen.Ended - _windowEnded;
        return ended >= Enough && seen.BlockedEnded - _windowBlocked <= BlockedShare * ended;
    }

    private int? Watch(in Seen seen)
    {
        long milliseconds = seen.Now - _windowAt;
        if (milliseconds < Window) return null;
        bool polls = IsCrowd(seen.Added, seen.Free) && seen.Pollers >= seen.Added / PollerShare;
        _windowsBefore = polls && Flows(seen) && seen.Now >= _until ? _windowsBefore + 1 : 0;
        double rate = (double)(seen.Ended - _windowEnded) / milliseconds;
        _rateBefore = _windowsBefore <= 1 ? rate : _rateBefore + (rate - _rateBefore) / _windowsBefore;
        BeginWindow(seen);
        if (_windowsBefore < WindowsBefore) return null;
        (_state, _partBefore, _shortAt, _shortEnded) = (State.Shrinking, 1, seen.Now, seen.Ended);
        (_addedBefore, _added, _leftAt, _free) = (seen.Added, seen.Added, seen.Now, seen.Free);
        return null;
    }

    private int? Shrink(in Seen seen)
    {
        if (seen.Added < _added) (_added, _leftAt) = (seen.Added, seen.Now);
        if (seen.Added > 0 && seen.Now - _leftAt < Stalled) return null;
        // Hardly anybody has left: that proves nothing, and to hold it would keep others from being added.
        if (seen.Added > _addedBefore / 2) return Fail(seen);
        _state = State.Settling;
        BeginWindow(seen);
        return null;
    }

    private bool HasCollapsed(in Seen seen)
    {
        long milliseconds = seen.Now - _shortAt;
        if (milliseconds < (IsHeld ? Math.Max(ShortWindow, HeldSleeps * _period) : ShortWindow)) return false;
        double part = PartOfRate(seen.Ended - _shortEnded, milliseconds);
        bool collapsed = (part + _partBefore) / 2 < Collapse;
        (_partBefore, _shortAt, _shortEnded) = (part, seen.Now, seen.Ended);
        return collapsed;
    }

    private int? Settle(in Seen seen)
    {
        if (seen.Now - _windowAt < Settling) return null;
        if (PartOfRate(seen) < Least) return Fail(seen);
        (_state, _until) = (State.Held, seen.Now + _hold);
        (_rest, _hold) = (FirstRest, Math.Min(2 * _hold, LongestHold));
        BeginWindow(seen);
        return null;
    }

    private int? Hold(in Seen seen)
    {
        if (seen.Now - _windowAt < HeldWindow) return null;
        bool goesOn = PartOfRate(seen) >= LeastHeld && Flows(seen) && seen.Now < _until;
        BeginWindow(seen);
        if (goesOn) return null;
        if (seen.Now < _until) _hold = FirstHold;
        return End(seen);
    }

    private int? End(in Seen seen)
    {
        (_state, _windowsBefore) = (State.Watching, 0);
        BeginWindow(seen);
        return seen.Added;
    }

    private double PartOfRate(in Seen seen) => PartOfRate(seen.Ended - _windowEnded, seen.Now - _windowAt);

    private double PartOfRate(long ended, long milliseconds) => ended / (_rateBefore * milliseconds);

    private int? Fail(in Seen seen)
    {
        (_state, _windowsBefore, _hold) = (State.Watching, 0, FirstHold);
        (_until, _rest) = (seen.Now + _rest, Math.Min(_rest * RestGrowth, LongestRest));
        BeginWindow(seen);
        return _addedBefore;
    }

    private void BeginWindow(in Seen seen) =>
        (_windowAt, _windowEnded, _windowBlocked) = (seen.Now, seen.Ended, seen.BlockedEnded);

    /// <summary>What a look found.</summary>
    /// <param name="Now">In milliseconds.</param>
    /// <param name="Waits">Whether work waits.</param>
    /// <param name="Ended">Items that have ended, ever.</param>
    /// <param name="BlockedEnded">Of those, the ones that were seen to block.</param>
    /// <param name="Added">Workers added for blocked ones.</param>
    /// <param name="Free">As many may be added in any case.</param>
    /// <param name="Pollers">Workers inside an item that polls.</param>
    /// <param name="Period">How long those usually sleep, in milliseconds.</param>
    internal readonly record struct Seen(
        long Now, bool Waits, long Ended, long BlockedEnded, int Added, int Free, int Pollers, double Period);
}
