namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A queue that hands out the item with the smallest priority number first, and items of one priority in the order
/// they came. One lock guards it.
/// </summary>
/// <param name="priority">Says the priority of an item, from its <see cref="WorkItem.Target"/> or
/// <see cref="WorkItem.UserState"/>; called once per item, on the thread that queues it and so by many threads at once.
/// What it throws comes out of the call that queued the item, and the item is not queued.</param>
/// <exception cref="ArgumentNullException"><paramref name="priority"/> is null.</exception>
public sealed class PriorityWorkQueue(Func<WorkItem, int> priority) : IWorkQueue
{
    private readonly Func<WorkItem, int> _priority = priority ?? throw new ArgumentNullException(nameof(priority));

    // Guarded by _lock. The arrival number makes the heap, which is not stable by itself, first-in-first-out.
    private readonly PriorityQueue<WorkItem, (int Priority, long Arrival)> _items = new();
    private readonly Gate _lock = new();
    private long _arrivals;

    // Written under _lock, read by anyone: lets idle workers look without taking the lock.
    private int _count;

    /// <inheritdoc/>
    public bool IsEmpty => Volatile.Read(ref _count) == 0;

    /// <inheritdoc/>
    public long Count => Volatile.Read(ref _count);

    /// <inheritdoc/>
    public void Enqueue(WorkItem item)
    {
        int number = _priority(item);
        using (_lock.Enter())
        {
            _items.Enqueue(item, (number, _arrivals++));
            Volatile.Write(ref _count, _items.Count);
        }
    }

    /// <inheritdoc/>
    public bool TryDequeue(out WorkItem item)
    {
        if (IsEmpty)
        {
            item = default;
            return false;
        }
        using (_lock.Enter())
        {
            bool found = _items.TryDequeue(out item, out _);
            Volatile.Write(ref _count, _items.Count);
            return found;
        }
    }
}
