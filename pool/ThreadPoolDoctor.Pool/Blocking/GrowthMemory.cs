namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What growth has proven to help, for as long as ThreadPool keeps workers that have nothing to do: how many were
/// added, and how long a worker was inside an item. A burst that comes after a pause gets half of them at once, in
/// place of doublings that each must prove themselves, and all where a slow line had taken each; its items' time then
/// tells whether they are of that kind.
/// </summary>
/// <remarks>Pure, and the guard's alone.</remarks>
internal sealed class GrowthMemory
{
    // In milliseconds; PortableThreadPool's ThreadPoolThreadTimeoutMs.
    private const long Keeps = 20_000;

    // An item's time is like another's up to so many times of it.
    private const double Alike = 2;

    // Those that all may come at once are not looked at for longer: their time was reckoned, and may be seconds.
    private const double LongestMeasure = 250;

    private int _added;
    private bool _atOnce;
    private double _itemTime;
    private long _seenAt;

    // What this spell has proven: the time that a worker is inside an item, 0 for nothing, and whether all may come at
    // once.
    private double _provenTime;
    private bool _provenAtOnce;

    /// <summary>For so many milliseconds items are looked at, until each worker can have ended two.</summary>
    internal double Measure => _atOnce ? Math.Min(Alike * _itemTime, LongestMeasure) : Alike * _itemTime;

    /// <summary>
    /// A level of this spell has helped. All may come again at once where no rate was the proof, half of them otherwise.
    /// </summary>
    internal void Prove(double itemTime, bool atOnce) => (_provenTime, _provenAtOnce) = (itemTime, atOnce);

    /// <summary>Nothing waits any more: so many are what the spell has proven to help.</summary>
    internal void EndSpell(int added, long now)
    {
        if (_provenTime > 0) (_added, _itemTime, _atOnce, _seenAt) = (added, _provenTime, _provenAtOnce, now);
        // As many are still there, or nearly so: they have been needed until now.
        if (added >= _added / 4 * 3) _seenAt = now;
        Prove(0, atOnce: false);
    }

    /// <summary>How many were added; 0 if that is too long ago, or not known.</summary>
    internal int Added(long now) => now - _seenAt <= Keeps ? _added : 0;

    /// <summary>How many of them may be added at once.</summary>
    internal int Recall(long now) => _atOnce ? Added(now) : Added(now) / 2;

    /// <summary>
    /// Whether this level's items are of that kind. If too few end to tell, those are that all may come at once: there
    /// is nothing to lose.
    /// </summary>
    internal bool IsLike(GrowthLevel level) => level.UsualTime == 0
        ? _atOnce
        : level.UsualTime <= _itemTime * Alike && level.UsualTime >= _itemTime / Alike;

    /// <summary>
    /// Whether far fewer have ended in so many milliseconds than items of that kind would have, had the workers come
    /// evenly meanwhile.
    /// </summary>
    internal bool IsSlow(int workers, long ended, long milliseconds) =>
        !_atOnce && milliseconds >= Alike * Measure && ended * _itemTime < workers * milliseconds / (Alike * Alike);

    /// <summary>What earlier spells have proven.</summary>
    internal void Forget() => _added = 0;

    /// <summary>And what this one has.</summary>
    internal void ForgetAll()
    {
        Forget();
        _provenTime = 0;
    }
}
