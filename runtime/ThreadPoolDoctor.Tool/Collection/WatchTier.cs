using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 1, the sessions of <see cref="WatchListener"/>: how the readings are asked for, which of them are still owed,
/// and how the only reading of a short look is had in time.
/// </summary>
internal sealed class WatchTier : IDisposable
{
    // A program that was launched may end soon: readings come as often as in a usual look.
    private static readonly TimeSpan s_usual = TimeSpan.FromSeconds(5);

    // How long beyond the look the readings are waited for without which there is no verdict.
    private const double PatienceSeconds = 2;

    // The runtime sends ten times a second what its threads have written.
    private const double SecondsToArrive = 0.2;

    // How late a reading is at most where processors are not short; nothing need arrive where its session is ended for
    // it.
    private const double Lateness = 0.1;

    // A process whose meters have said nothing for so long does not have them.
    private const double MeterPatienceSeconds = 1.5;

    private const string Name = "counters and pool events";

    private static readonly Task s_never = new TaskCompletionSource().Task;

    private readonly Tiers _tiers;
    private readonly Clock _clock;
    private readonly string _runtime;
    private readonly bool _hasMeters;
    private readonly double _looksUntil;
    private LiveSession? _session;
    private LiveSession? _counterSession;
    private double _began;
    private bool _ended;

    public WatchTier(Target target, ObservationOptions options, Tiers tiers, Clock clock)
    {
        (_tiers, _clock, _runtime) = (tiers, clock, target.Runtime);
        _hasMeters = WatchProviders.HasMeters(target.Runtime);
        _looksUntil = options.Duration.TotalSeconds;
        Pace = options.UntilItEnds ? s_usual : options.Duration;
        Needed = _hasMeters || options.UntilItEnds ? Readings.Usual : Readings.Needed(_looksUntil);
        Seen = new(clock, target.Processors);
    }

    /// <summary>What the sessions have brought.</summary>
    public WatchListener Seen { get; }

    /// <summary>The length of look by which the interval of readings is chosen.</summary>
    public TimeSpan Pace { get; }

    /// <summary>Readings without which there is no verdict.</summary>
    public int Needed { get; private set; }

    /// <summary>Whether there is time for one reading only, which may have to suffice.</summary>
    public bool HasTimeForOne => Needed < Readings.Usual;

    /// <summary>Completes when the process sends no more, unless it was asked to.</summary>
    public Task TargetEnds => _ended ? s_never : _session!.Drained;

    /// <summary>Begins to watch; throws what the client throws.</summary>
    public async Task BeginAsync()
    {
        _session?.Dispose();
        _session = await _tiers.OpenAsync(new("watch", WatchProviders.Watch(_runtime, Pace)), Seen.Listen);
        _ended = false;
        _began = _clock.Now;
    }

    /// <summary>
    /// Meters that another session uses with other settings, or that the program was built without, send nothing.
    /// </summary>
    public async Task WatchAnotherWayAsync()
    {
        if (_counterSession is not null || !_hasMeters || Seen.MetersCome) return;
        if (!Seen.MetersRefused.IsCompleted && _clock.Now < MeterPatienceSeconds) return;
        _counterSession = await _tiers.TryOpenAsync(new("counters", WatchProviders.CountersOnly), Seen.Listen, Name);
    }

    /// <summary>
    /// Ends the session so that its process sends the reading that is due; false when it did not answer in time.
    /// </summary>
    public async Task<bool> EndForReadingAsync() => _ended = await _tiers.CloseAsync(_session, Name);

    /// <summary>The one reading does not settle the matter: watches for another.</summary>
    public Task BeginAgainAsync()
    {
        Needed = Readings.Usual;
        return BeginAsync();
    }

    /// <summary>Ends all sessions; false when the process did not answer in time.</summary>
    public async Task<bool> EndAsync()
    {
        await _tiers.CloseAsync(_counterSession, Name);
        return _ended || await _tiers.CloseAsync(_session, Name);
    }

    /// <summary>
    /// Whether the look must go on for readings. On a machine that is short of processors they come late, and without
    /// those that are needed there is no verdict.
    /// </summary>
    public bool Owes(bool ofBundledPool) => !_ended && _clock.Now < _looksUntil + PatienceSeconds && Lacks(ofBundledPool);

    /// <summary>Whether readings are still to come that are needed.</summary>
    public bool Lacks(bool ofBundledPool) => Seen.Readings + Held(Seen.LatestTick) < Needed
        || ofBundledPool && Seen.BundledReadings + Held(Seen.LatestBundledTick) < Needed;

    public void Dispose()
    {
        _counterSession?.Dispose();
        _session?.Dispose();
    }

    /// <summary>
    /// A reading that was sent and not told yet: TraceEvent puts the events of several threads in order, and for that
    /// holds the newest back until others follow or the session ends. Of meters the first is waited for, for they may
    /// not come.
    /// </summary>
    private int Held(CounterTick? last)
    {
        if (_ended || last is null && _hasMeters) return 0;
        double due = Math.Max(last?.At ?? 0, _began) + WatchProviders.CounterInterval;
        return _clock.Now >= due + (last is null ? Lateness : SecondsToArrive) ? 1 : 0;
    }
}
