namespace ThreadPoolDoctor.Pool;

// Tasks on the pool. All of it goes through the pool's scheduler, so awaits inside come back to the pool.
public sealed partial class WorkPool
{
    /// <summary>The task scheduler that runs tasks on this pool.</summary>
    public TaskScheduler Scheduler { get; }

    /// <summary>The context whose Post queues to this pool; current on every worker unless the options say otherwise.</summary>
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
    public Task Run(Func<Task> function, CancellationToken cancellationToken = default) =>
        Factory.StartNew(function, cancellationToken).Unwrap();

    /// <summary>Runs an async function on the pool; the code after each of its awaits comes back to the pool.</summary>
    /// <inheritdoc cref="Run(Func{Task}, CancellationToken)"/>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    public Task<TResult> Run<TResult>(Func<Task<TResult>> function, CancellationToken cancellationToken = default) =>
        Factory.StartNew(function, cancellationToken).Unwrap();

    /// <summary>
    /// <c>await pool.SwitchTo()</c> continues on a worker of this pool, and does nothing when already on one (with the
    /// lane Normal). The context of the rest of the method is then the pool's.
    /// </summary>
    /// <param name="lane">The lane the rest of the method waits in.</param>
    public SwitchToAwaitable SwitchTo(WorkLane lane = WorkLane.Normal) => new(this, lane);

    /// <summary>Refuses when the pool is closed. The scheduler itself never does: tasks begun before must come to their end.</summary>
    private TaskFactory Factory
    {
        get
        {
            if (Volatile.Read(ref _closed))
            {
                ThrowIfOutside();
            }
            return _factory;
        }
    }
}
