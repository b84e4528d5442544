using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>Why the watch for a sign ended.</summary>
internal enum SignWatchEnd
{
    /// <summary>The sign was seen.</summary>
    Sign,

    /// <summary>The process ended, or sends nothing more.</summary>
    Silence,

    /// <summary>It was asked to end.</summary>
    Asked,
}

/// <summary>
/// Watches one process by the cheap tiers alone until a sign is seen: a reading and a few events a second, and its
/// threads under /proc. No stacks, no thread is ever stopped; memory and cost stay the same however long it takes.
/// </summary>
internal sealed class SignWatch
{
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(250);

    // Any long look has the settings that others use, which do not disturb theirs.
    private static readonly TimeSpan s_long = TimeSpan.FromDays(20);

    private const double CensusPause = 2;
    private const double InjectionLasts = 3;
    private const double MeterPatience = 3;
    private const string What = "counters and pool events";

    private readonly Target _target;
    private readonly Clock _clock = new();
    private readonly Tiers _tiers;
    private readonly WatchListener _watch;
    private readonly ThreadWatch _threads;
    private ThreadCensus? _census;
    private double _censusDue;

    public SignWatch(Target target, TimeSpan timeout)
    {
        _target = target;
        _tiers = new Tiers(target, new Patience(_clock, new() { Duration = s_long, Timeout = timeout }), new NotSeen());
        _watch = new WatchListener(_clock, target.Processors);
        _threads = new ThreadWatch(target.ProcessId);
    }

    /// <summary>
    /// Watches until <paramref name="sign"/> is true. Throws what the client throws when the session cannot be opened.
    /// </summary>
    public async Task<SignWatchEnd> WatchAsync(Func<WatchSample, bool> sign, CancellationToken enough)
    {
        using LiveSession session = await _tiers.OpenAsync(new("sign watch", WatchProviders.Watch(_target.Runtime, s_long)), _watch.Listen);
        LiveSession? counters = null;
        try
        {
            while (!enough.IsCancellationRequested)
            {
                if (session.Drained.IsCompleted || !_tiers.Lives()) return SignWatchEnd.Silence;
                if (counters is null && NeedsCounters) counters = await _tiers.TryOpenAsync(new("counters", WatchProviders.CountersOnly), _watch.Listen, What);
                if (sign(Now())) return SignWatchEnd.Sign;
                await Task.WhenAny(Task.Delay(s_pulse, enough), session.Drained);
            }
            return SignWatchEnd.Asked;
        }
        finally
        {
            await _tiers.CloseAsync(counters, What);
            counters?.Dispose();
            await _tiers.CloseAsync(session, What);
        }
    }

    /// <summary>
    /// Meters that another session uses with other settings, or that the program was built without, send nothing.
    /// </summary>
    private bool NeedsCounters => WatchProviders.HasMeters(_target.Runtime) && !_watch.MetersCome
        && (_watch.MetersRefused.IsCompleted || _clock.Now > MeterPatience);

    private WatchSample Now()
    {
        if (ProcFiles.Available && _clock.Now >= _censusDue)
        {
            _census = _threads.Read(_clock.Now, BootClock.Read());
            _censusDue = _clock.Now + CensusPause;
        }
        return new(_watch.LatestTick, _watch.LatestBundledTick, _census, _clock.Now - _watch.InjectedAt < InjectionLasts, _target.Processors);
    }
}
