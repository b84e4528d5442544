using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Queueing in all its forms. Each form turns into a two-word WorkItem without allocating where that is possible, and
// ends in Enqueue. The safe forms capture the caller's ExecutionContext, the unsafe ones do not.
public sealed partial class WorkPool
{
    /// <summary>Queues an action; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <param name="action">What to run.</param>
    /// <param name="preferLocal">Queue to the current worker's own queue, newest first, if called from an item of this
    /// pool.</param>
    /// <param name="lane">How urgent it is.</param>
    /// <returns>Always <see langword="true"/>, as <see cref="ThreadPool.QueueUserWorkItem(WaitCallback)"/>
    /// does.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="action"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="lane"/> is none of the three.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed. From inside an item of the pool queueing
    /// still works, so that what is queued can finish.</exception>
    public bool Queue(Action action, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Enqueue(ContextFlow.Capture(new WorkItem(action, ItemKind.Plain)), preferLocal, lane);
    }

    /// <summary>Queues a callback with its state; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="Queue(Action, bool, WorkLane)"/>
    /// <param name="callback">What to run.</param>
    /// <param name="state">Its argument.</param>
    /// <param name="preferLocal">Queue to the current worker's own queue, newest first, if called from an item of this
    /// pool.</param>
    /// <param name="lane">How urgent it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="callback"/> is null.</exception>
    public bool Queue(WaitCallback callback, object? state = null, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(callback);
        return Enqueue(ContextFlow.Capture(new WorkItem(callback, state)), preferLocal, lane);
    }

    /// <summary>Queues an action with typed state; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="Queue(Action, bool, WorkLane)"/>
    /// <typeparam name="TState">The type of the state; a reference type costs no allocation.</typeparam>
    /// <param name="action">What to run.</param>
    /// <param name="state">Its argument.</param>
    /// <param name="preferLocal">Queue to the current worker's own queue, newest first, if called from an item of this
    /// pool.</param>
    /// <param name="lane">How urgent it is.</param>
    [OverloadResolutionPriority(1)] // A lambda with typed state fits WaitCallback too; the typed form is the better one.
    public bool Queue<TState>(Action<TState> action, TState state, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Enqueue(typeof(TState).IsValueType ? ContextFlow.Capture(action, state) : ContextFlow.Capture(new WorkItem(action, state)), preferLocal, lane);
    }

    /// <summary>Queues a work item object; it runs under the caller's <see cref="ExecutionContext"/>.</summary>
    /// <inheritdoc cref="Queue(Action, bool, WorkLane)"/>
    /// <param name="item">What to run; it may be queued again while it runs.</param>
    /// <param name="preferLocal">Queue to the current worker's own queue, newest first, if called from an item of this
    /// pool.</param>
    /// <param name="lane">How urgent it is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="item"/> is null.</exception>
    public bool Queue(IThreadPoolWorkItem item, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(item);
        return Enqueue(ContextFlow.Capture(new WorkItem(item, ItemKind.Item)), preferLocal, lane);
    }

    /// <summary>
    /// Queues an action that runs under the default <see cref="ExecutionContext"/>: asynchronous locals do not flow to
    /// it.
    /// </summary>
    /// <inheritdoc cref="Queue(Action, bool, WorkLane)"/>
    public bool UnsafeQueue(Action action, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Enqueue(new WorkItem(action, ItemKind.Plain), preferLocal, lane);
    }

    /// <summary>
    /// Queues a callback that runs under the default <see cref="ExecutionContext"/>: asynchronous locals do not flow
    /// to it.
    /// </summary>
    /// <inheritdoc cref="Queue(WaitCallback, object?, bool, WorkLane)"/>
    public bool UnsafeQueue(WaitCallback callback, object? state = null, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(callback);
        return Enqueue(new WorkItem(callback, state), preferLocal, lane);
    }

    /// <summary>
    /// Queues an action with typed state that runs under the default <see cref="ExecutionContext"/>: asynchronous
    /// locals do not flow to it.
    /// </summary>
    /// <inheritdoc cref="Queue{TState}(Action{TState}, TState, bool, WorkLane)"/>
    [OverloadResolutionPriority(1)] // A lambda with typed state fits WaitCallback too; the typed form is the better one.
    public bool UnsafeQueue<TState>(Action<TState> action, TState state, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Enqueue(ContextFlow.ToItem(action, state), preferLocal, lane);
    }

    /// <summary>
    /// Queues a work item object that runs under the default <see cref="ExecutionContext"/>: the cheapest form, it
    /// never allocates.
    /// </summary>
    /// <inheritdoc cref="Queue(IThreadPoolWorkItem, bool, WorkLane)"/>
    public bool UnsafeQueue(IThreadPoolWorkItem item, bool preferLocal = false, WorkLane lane = WorkLane.Normal)
    {
        ArgumentNullException.ThrowIfNull(item);
        return Enqueue(new WorkItem(item, ItemKind.Item), preferLocal, lane);
    }
}
