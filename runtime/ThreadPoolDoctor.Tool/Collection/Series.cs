namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// A series in constant memory, however long the look: when it is full, every two neighbours become one. So it always
/// covers the whole look, evenly, and gets coarser instead of longer. Used by one thread at a time.
/// </summary>
internal sealed class Series<T>
{
    private readonly int _capacity;
    private readonly Func<T, T, T> _merge;
    private readonly List<T> _items = [];
    private int _together = 1;
    private int _pending;
    private T? _open;

    /// <param name="capacity">How many are kept at most; even.</param>
    /// <param name="merge">Makes one of two neighbours, the older first.</param>
    public Series(int capacity, Func<T, T, T> merge) => (_capacity, _merge) = (capacity, merge);

    /// <summary>Oldest first, the newest included though its neighbour has not come yet.</summary>
    public IReadOnlyList<T> Items => _pending == 0 ? [.. _items] : [.. _items, _open!];

    /// <summary>The newest, or the default when there is none.</summary>
    public T? Latest => _pending > 0 ? _open : _items.LastOrDefault();

    public int Count => _items.Count + (_pending == 0 ? 0 : 1);

    public void Add(T item)
    {
        _open = _pending == 0 ? item : _merge(_open!, item);
        if (++_pending < _together) return;
        _items.Add(_open);
        _pending = 0;
        if (_items.Count >= _capacity) Halve();
    }

    private void Halve()
    {
        int half = _items.Count / 2;
        for (int i = 0; i < half; i++) _items[i] = _merge(_items[2 * i], _items[2 * i + 1]);
        _items.RemoveRange(half, _items.Count - half);
        _together *= 2;
    }
}
