using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// When to count the threads, and which counts to keep. Reading a thousand threads takes ten milliseconds: the next
/// comes when the last has cost a thousandth of the time since. Written by one thread at a time; any may read what is
/// kept.
/// </summary>
internal sealed class CensusBook
{
    /// <summary>Seconds between two at least: often enough to see a worker come.</summary>
    private const double LeastPause = 0.1;

    /// <summary>Share of one processor that counting may take.</summary>
    private const double Share = 0.001;

    /// <summary>Threads, over all that are kept: some sixty bytes each.</summary>
    private const int MostThreads = 50_000;

    private const int Most = 64;

    // Never changed, only replaced.
    private volatile ThreadCensus[] _kept = [];
    private double _due;

    /// <summary>Oldest first, spread over the look; the first and the latest are always among them.</summary>
    public IReadOnlyList<ThreadCensus> Kept => _kept;

    public ThreadCensus? Latest => _kept is [.., var latest] ? latest : null;

    public bool IsDue(double now) => now >= _due;

    /// <summary>
    /// One was taken, or tried, from <paramref name="began"/> to <paramref name="ended"/>, in seconds of the look.
    /// </summary>
    public void Add(ThreadCensus? census, double began, double ended)
    {
        _due = ended + Math.Max(LeastPause, (ended - began) / Share);
        if (census is null) return;
        List<ThreadCensus> kept = [.. _kept, census];
        while (kept.Count > 2 && (kept.Count > Most || kept.Sum(one => one.Threads.Count) > MostThreads)) Thin(kept);
        _kept = [.. kept];
    }

    /// <summary>Every second one goes, but not the first and the last.</summary>
    private static void Thin(List<ThreadCensus> kept)
    {
        for (int i = kept.Count - 2; i > 0; i -= 2) kept.RemoveAt(i);
    }
}
