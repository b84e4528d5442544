namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 2, stacks: which burst of <see cref="StackBursts"/> is taken when, and with or without names. One at a time,
/// and beside the look, which does not wait for it.
/// </summary>
internal sealed class StackTier : IDisposable
{
    // Bursts in a window of the look, when there is trouble, and more where those saw nothing.
    private const int Most = 3;
    private const int MostOfOneReading = 2;
    private const int More = 3;

    // In a shorter look the names come with the last burst: a process that ends within it is no worse off.
    private const double LongEnoughForEarlyNames = 2;

    // Names are not asked for more often: they are the dearest part of a burst.
    private const double NamesLastSeconds = 10;

    // In a look that lasts they may take this share of the time: what is blamed is told while it goes on, and its
    // process may end before they are asked for again.
    private const double NamesShare = 0.05;
    private const double LeastBetweenNames = 1;

    private const string Name = "stacks";

    private readonly Tiers _tiers;
    private readonly Patience _patience;
    private readonly Clock _clock;
    private readonly Schedule _schedule;
    private readonly bool _namesComeEarly;
    private readonly bool _lasts;
    private Task _burst = Task.CompletedTask;
    private CancellationTokenSource? _time;
    private int _failed;
    private bool _asked;
    private double _namesAskedAt;

    /// <param name="taken">Takes the bursts.</param>
    /// <param name="options">Of the look.</param>
    /// <param name="isForOneReading">Whether the look ends with one reading, which leaves time for fewer.</param>
    /// <param name="tiers">The sessions of the look.</param>
    /// <param name="patience">For how long a burst may take.</param>
    /// <param name="clock">Of the look.</param>
    public StackTier(
        StackBursts taken, ObservationOptions options, bool isForOneReading, Tiers tiers, Patience patience, Clock clock)
    {
        (Taken, _tiers, _patience, _clock) = (taken, tiers, patience, clock);
        AreWanted = options.Stacks && options.MaxSuspensions > 0;
        _lasts = options.UntilItEnds;
        _namesComeEarly = isForOneReading || options.Duration.TotalSeconds > LongEnoughForEarlyNames;
        int bursts = AreWanted ? isForOneReading ? MostOfOneReading : Most : 0;
        _schedule = new Schedule(options.Duration.TotalSeconds, bursts, options.UntilItEnds);
    }

    /// <summary>What was taken so far.</summary>
    public StackBursts Taken { get; }

    /// <summary>Whether stacks were asked for at all.</summary>
    public bool AreWanted { get; }

    /// <summary>Since when, in seconds of the look, a sign of trouble counts.</summary>
    public double WindowStart => _schedule.WindowStart;

    /// <summary>The burst that is under way, or was last.</summary>
    public Task Current => _burst;

    /// <summary>Wants a burst as soon as may be, trouble or not; from any thread.</summary>
    public void Ask() => Volatile.Write(ref _asked, AreWanted);

    /// <summary>At each step of the look, with or without trouble.</summary>
    public void Step(bool workWaits)
    {
        _schedule.MoveTo(_clock.Now);
        _schedule.Note(workWaits);
        if (!_burst.IsCompleted || !Volatile.Read(ref _asked)) return;
        Volatile.Write(ref _asked, false);
        _burst = TakeAsync(WithNames, workWaits);
    }

    /// <summary>
    /// There is trouble: begins the burst that is due. Not waited for, for the names of a big program take seconds.
    /// </summary>
    public async Task TakeIfDueAsync(bool workWaits)
    {
        if (!_burst.IsCompleted) return;
        await _burst;
        bool isDue = _schedule.IsDue(_clock.Now, workWaits);
        if (_failed < Most && (isDue || _lasts && NamesAreOld)) _burst = TakeAsync(WithNames, workWaits, isDue);
    }

    /// <summary>
    /// Trouble that showed at the end still gets its bursts; one that is under way is waited for afterwards.
    /// </summary>
    public bool Owes(bool trouble) => _burst.IsCompleted && _failed < Most && _schedule.Owes(trouble);

    /// <summary>What the look owes at its end: names, and samples where there were none.</summary>
    public async Task TakeLastAsync(Func<bool> workWaits)
    {
        _time?.CancelAfter(_patience.ForRequest);
        await _burst;
        if (Taken.Taken == 0 || _failed >= Most || !_tiers.Lives()) return;
        // Without a single sample there is no cause to name: the process had no processor at the time, and may get one
        // yet.
        for (int more = 0; more < More && Taken.Ticks == 0 && _failed < Most; more++)
        {
            await TakeAsync(withNames: true, workWaits());
        }
        if (Taken.WantsNames) await TakeAsync(withNames: true, workWaits());
    }

    public void Dispose() => _time?.Dispose();

    private bool WithNames => _namesComeEarly ? !Taken.Named && Taken.Taken == 0 || NamesAreOld : _schedule.NextIsLast;

    /// <summary>In a long look the JIT compiles code anew, of which the names that came first know nothing.</summary>
    private bool NamesAreOld => _clock.Now - _namesAskedAt > NamesLast && Taken.WantsNames;

    private double NamesLast =>
        _lasts ? Math.Clamp(Taken.NamesTook / NamesShare, LeastBetweenNames, NamesLastSeconds) : NamesLastSeconds;

    /// <param name="withNames">Whether names are asked for.</param>
    /// <param name="workWaits">Whether work waits at this moment.</param>
    /// <param name="isDue">False for names alone, between two that are due.</param>
    private async Task TakeAsync(bool withNames, bool workWaits, bool isDue = true)
    {
        if (isDue) _schedule.Took(_clock.Now, workWaits);
        // The end of the look shortens it, also when the burst is over by then: it lives until the next.
        _time?.Dispose();
        CancellationTokenSource time = _time = new(_patience.ForRequest);
        if (withNames) _namesAskedAt = _clock.Now;
        bool complete = true;
        bool taken = await _tiers.TryAsync(Name, async () => complete = await Taken.TakeAsync(withNames, isDue, time.Token));
        if (!taken || !complete) _failed++;
    }
}
