namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The first and the newest of many, in constant memory: how it began, and how it is now. Used by one thread at a time.
/// </summary>
internal sealed class Remembered<T>(int first, int newest)
{
    private readonly List<T> _first = [];
    private readonly Queue<T> _newest = [];

    /// <summary>Oldest first.</summary>
    public IReadOnlyList<T> Items => [.. _first, .. _newest];

    public void Add(T item)
    {
        if (_first.Count < first)
        {
            _first.Add(item);
            return;
        }
        if (_newest.Count == newest) _newest.Dequeue();
        _newest.Enqueue(item);
    }
}
