namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The level that growth is at, as far as it has been seen: since when, since when all its workers are there, and what
/// had ended at both moments. <see cref="GrowthGuard"/>'s alone.
/// </summary>
internal sealed class LevelMeasure
{
    // Null before the first look at it, and while it is not full.
    private long? _since, _fullSince;

    private GrowthGuard.Ends _then, _whenFull;
    private int _workersThen;

    // Since all its workers are there: how many had ended at the first look that saw some end and at the last one, and
    // the times of both. Null before the first.
    private long? _firstEndAt;
    private long _endedAtFirst, _lastEndAt, _endedAtLast;

    /// <summary>Looks since all its workers are there.</summary>
    internal int FullLooks { get; private set; }

    /// <summary>Since when all its workers are there; only after <see cref="SeeFull"/>.</summary>
    internal long FullSince => _fullSince!.Value;

    /// <summary>The next look is the first one at another level.</summary>
    internal void Restart() => _since = _fullSince = null;

    internal void See(int workers, GrowthGuard.Ends ends, long now)
    {
        if (_since is null) (_since, _then, _workersThen) = (now, ends, workers);
    }

    /// <summary>As many are added as may be. After <see cref="See"/>.</summary>
    internal void SeeFull(GrowthGuard.Ends ends, long now)
    {
        if (_fullSince is null) (_fullSince, _whenFull, FullLooks, _firstEndAt, _endedAtLast) = (now, ends, 0, null, ends.All);
        FullLooks++;
        if (ends.All == _endedAtLast) return;
        if (_firstEndAt is null) (_firstEndAt, _endedAtFirst) = (now, ends.All);
        (_lastEndAt, _endedAtLast) = (now, ends.All);
    }

    /// <summary>Items that have ended since it began, all of them.</summary>
    internal long Ended(GrowthGuard.Ends ends) => ends.All - _then.All;

    /// <summary>Workers that came since it began.</summary>
    internal int Came(int workers) => workers - _workersThen;

    /// <summary>Waits for a held lock since it began, in the whole process.</summary>
    internal long LocksMet(GrowthGuard.Ends ends) => ends.Contentions - _then.Contentions;

    /// <summary>For how long it has lasted.</summary>
    internal long Milliseconds(long now) => now - _since!.Value;

    /// <summary>What can be told of it now; only after <see cref="SeeFull"/>.</summary>
    internal GrowthLevel Tell(int added, int workers, GrowthGuard.Ends ends, long now) => new(
        added, workers, ends.Blocked - _then.Blocked, Milliseconds(now), ends.All - _whenFull.All, now - FullSince,
        _endedAtLast - _endedAtFirst, _lastEndAt - (_firstEndAt ?? _lastEndAt), ends.Wanted - _whenFull.Wanted, ends.Had - _whenFull.Had);
}
