namespace ThreadPoolDoctor.Monitoring.Blocks;

/// <summary>
/// Samples of all threads, kept as stays: a blocked thread is one entry however long it stands. What a watch that never
/// ends may keep is bounded. Used by one thread at a time.
/// </summary>
internal sealed class StayBook(int most = 1_000_000)
{
    private readonly List<Stay> _over = [];
    private readonly Dictionary<int, Stay> _present = [];

    /// <summary>Whether there were more than are kept, so that the later ones are missing.</summary>
    public bool IsFull => _over.Count >= most;

    /// <summary>Moments at which a thread was sampled, as far as they tell them apart.</summary>
    public int Samples { get; private set; }

    public void Add(int thread, int stack, double at)
    {
        Samples++;
        if (_present.TryGetValue(thread, out Stay stay) && stay.Stack == stack)
        {
            _present[thread] = stay with { To = at, Samples = stay.Samples + 1 };
            return;
        }
        if (stay.Samples > 0 && !IsFull) _over.Add(stay);
        _present[thread] = new(thread, stack, at, at, 1);
    }

    /// <summary>Thread by thread, each in the order of time.</summary>
    public IEnumerable<IGrouping<int, Stay>> ByThread() => _over.Concat(_present.Values).GroupBy(stay => stay.Thread);
}
