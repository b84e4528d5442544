namespace ThreadPoolDoctor.Pool;

// Tasks on the pool, with Task.Run's semantics. All of it goes through the pool's scheduler, so awaits inside come back
// to the pool.
public sealed partial class WorkPool
{
    private readonly WorkPoolScheduler _scheduler;
    private readonly TaskFactory _factory;

    /// <summary>
    /// The task scheduler that runs tasks on this pool. It is the current one inside every item of the pool.
    /// </summary>
    public TaskScheduler Scheduler => _scheduler;

    /// <summary>
    /// The context whose Post queues to this pool, under the caller's <see cref="ExecutionContext"/>. Workers have none
    /// current unless <see cref="WorkPoolOptions.InstallSynchronizationContext"/> says so.
    /// </summary>
    public SynchronizationContext SynchronizationContext { get; }

    /// <summary>Runs an action on the pool.</summary>
    /// <param name="action">What to run.</param>
    /// <param name="cancellationToken">Cancels it while it still waits.</param>
    /// <returns>A task that ends as the action does.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="action"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public Task Run(Action action, CancellationToken cancellationToken = default) =>
        Factory.StartNew(action, cancellationToken);

    /// <summary>Runs a function on the pool.</summary>
    /// <inheritdoc cref="Run(Action, CancellationToken)"/>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="function">What to run.</param>
    /// <param name="cancellationToken">Cancels it while it still waits.</param>
    public Task<TResult> Run<TResult>(Func<TResult> function, CancellationToken cancellationToken = default) =>
        Factory.StartNew(function, cancellationToken);

    /// <summary>Runs an async function on the pool; the code after each of its awaits comes back to the pool.</summary>
    /// <inheritdoc cref="Run(Action, CancellationToken)"/>
    /// <param name="function">What to run.</param>
    /// <param name="cancellationToken">Cancels it while it still waits to start.</param>
    public Task Run(Func<Task> function, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(function);
        return Factory.StartNew(static function => AsyncStart.Begin((Func<Task>)function!), function, cancellationToken).Unwrap();
    }

    /// <summary>Runs an async function on the pool; the code after each of its awaits comes back to the pool.</summary>
    /// <inheritdoc cref="Run(Func{Task}, CancellationToken)"/>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    public Task<TResult> Run<TResult>(Func<Task<TResult>> function, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(function);
        return Factory.StartNew(static function => AsyncStart.Begin((Func<Task<TResult>>)function!), function, cancellationToken).Unwrap();
    }

    /// <summary>
    /// <c>await pool.SwitchTo()</c> continues on a worker of this pool, and does nothing when already on one (with the
    /// lane Normal). What the rest of the method awaits comes back to the pool.
    /// </summary>
    /// <param name="lane">The lane the rest of the method waits in.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="lane"/> is none of the three.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public SwitchToAwaitable SwitchTo(WorkLane lane = WorkLane.Normal) => new(this, lane);

    internal void Post(SendOrPostCallback callback, object? state) =>
        EnqueueAccepted(
            ContextFlow.Capture(new WorkItem(callback, state)), preferLocal: ContinuedCode.IsPosted(callback), WorkLane.Normal);

    /// <summary>
    /// Refuses when the pool is closed. The scheduler itself never does: tasks begun before must come to their end.
    /// </summary>
    private TaskFactory Factory
    {
        get
        {
            if (Volatile.Read(ref _closed)) _crew.ThrowIfRefused();
            return _factory;
        }
    }
}
