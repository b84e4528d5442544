using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Requests;

/// <summary>
/// Which requests suffer: only from when work waits on, once in a look, for half a minute at most. A process
/// without ASP.NET Core is not asked; in a web app the process counts and times each request.
/// </summary>
internal sealed class RequestLook(int processId, Tiers tiers, Clock clock, TimeSpan duration) : IDisposable
{
    private const string What = "requests";
    private const double LongestSeconds = 30;

    // To read its mappings takes a lock of the process's own, and this is asked many times a second.
    private const double SecondsToAskAgain = 5;

    private readonly RequestListener _listener = new();
    private LiveSession? _session;
    private double _began = -1;
    private double _askedAt = double.NegativeInfinity;
    private double _seconds;

    public long Events => _listener.Events;

    /// <summary>What became of the requests; null where there were none, or none were looked at.</summary>
    public RequestFacts? Facts => _began < 0 ? null : _listener.Facts(_session is null ? _seconds : clock.Now - _began);

    /// <summary>Looks, or ends it when it has lasted long enough.</summary>
    public async Task LookAsync(bool workWaits)
    {
        if (_session is not null)
        {
            if (clock.Now - _began > LongestSeconds) await EndAsync();
            return;
        }
        if (!workWaits || _began >= 0 || !MayServe()) return;
        _began = clock.Now;
        _session = await tiers.TryOpenAsync(new(What, [WatchProviders.Requests(duration)]), _listener.Listen, What);
    }

    private bool MayServe()
    {
        if (clock.Now - _askedAt < SecondsToAskAgain) return false;
        _askedAt = clock.Now;
        return RequestServer.MayBe(processId);
    }

    /// <summary>Ends what is under way.</summary>
    public async Task EndAsync()
    {
        if (_session is not { } session) return;
        _session = null;
        _seconds = clock.Now - _began;
        await tiers.CloseAsync(session, What);
        session.Dispose();
    }

    /// <summary>Cuts off what was not ended.</summary>
    public void Dispose() => _session?.Dispose();
}
