namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 2, the session of <see cref="CloseLookListener"/>: open while there is trouble, once in each window of the
/// look, until it has cost what it may.
/// </summary>
internal sealed class CloseLook(Tiers tiers, Clock clock) : IDisposable
{
    private const string Name = "lock waits and timers";

    private LiveSession? _session;
    private double _window = -1;

    public CloseLookListener Seen { get; } = new(clock);

    /// <summary>There is trouble in the window that began at this second of the look.</summary>
    public async Task LookAsync(double windowStart)
    {
        if (_session is null && _window < windowStart)
        {
            _window = windowStart;
            Seen.Renew();
            _session = await tiers.TryOpenAsync(CloseLookListener.Plan, Seen.Listen, Name);
        }
        if (Seen.BudgetSpent) await EndAsync();
    }

    public async Task EndAsync()
    {
        if (_session is not { } session) return;
        _session = null;
        await tiers.CloseAsync(session, Name);
        session.Dispose();
    }

    public void Dispose() => _session?.Dispose();
}
