using System.Collections.Concurrent;

namespace ThreadPoolDoctor.Pool;

/// <summary>The default queue.</summary>
public sealed class BlockWorkQueue : IWorkQueue
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
