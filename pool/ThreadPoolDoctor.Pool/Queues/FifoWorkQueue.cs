using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A plain first-in-first-out queue: strict order over all producers, at the price of contention on both ends.
/// </summary>
public sealed class FifoWorkQueue : IWorkQueue
{
    private readonly ConcurrentQueue<WorkItem> _items = new();

    /// <inheritdoc/>
    public bool IsEmpty => _items.IsEmpty;

    /// <inheritdoc/>
    public long Count => _items.Count;

    /// <inheritdoc/>
    public void Enqueue(WorkItem item) => _items.Enqueue(item);

    /// <inheritdoc/>
    public bool TryDequeue(out WorkItem item) => _items.TryDequeue(out item);
}
