namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The shared queue of one lane. Any thread calls any member at any time. The pool sleeps on what it says: an item
/// whose <see cref="Enqueue"/> has returned must be seen by a later <see cref="TryDequeue"/> or <see cref="IsEmpty"/>
/// of any thread, until it is dequeued.
/// </summary>
public interface IWorkQueue
{
    /// <summary>
    /// Adds an item; never refuses and never runs anything. What it throws all the same comes out of the call that
    /// queued the item, which is then not queued.
    /// </summary>
    void Enqueue(WorkItem item);

    /// <summary>
    /// Takes the item whose turn it is; false if there is none. An exception here is thrown on a worker: it goes to
    /// <see cref="WorkPoolOptions.UnhandledException"/>, and ends the process if there is no handler.
    /// </summary>
    /// <param name="item">The item, or the default value.</param>
    bool TryDequeue(out WorkItem item);

    /// <summary>False if an item waits. May be true for a moment while another thread dequeues the last item.</summary>
    bool IsEmpty { get; }

    /// <summary>How many items wait; a snapshot, for statistics.</summary>
    long Count { get; }
}
