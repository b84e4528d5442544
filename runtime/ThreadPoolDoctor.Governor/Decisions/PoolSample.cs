namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// What one look at the process saw: plain numbers, so that each decision is a function of the series and can be tested
/// on recorded and simulated ones. Times are in seconds of a clock that never goes back; "window" is the time since the
/// previous look.
/// </summary>
internal readonly record struct PoolSample
{
    /// <summary>When, in seconds.</summary>
    public required double At { get; init; }

    /// <summary>Work items in the pool's queues.</summary>
    public required long Waiting { get; init; }

    /// <summary>Work items that the pool has completed so far.</summary>
    public required long Completed { get; init; }

    /// <summary>Workers that exist, idle ones included.</summary>
    public required int Threads { get; init; }

    /// <summary>The pool's minimum of workers as it reads now.</summary>
    public required int Minimum { get; init; }

    /// <summary>The pool's maximum of workers as it reads now.</summary>
    public required int Maximum { get; init; }

    /// <summary>Processors that the process may use.</summary>
    public required int Processors { get; init; }

    /// <summary>Whether the next six were measured over the window.</summary>
    public bool WorkersSeen { get; init; }

    /// <summary>
    /// Workers that neither ran nor wanted a processor in the whole window; an idle worker is one of them.
    /// </summary>
    public int Blocked { get; init; }

    /// <summary>
    /// Workers that were seen to wait for another thread without a limit of time, and ran in the window.
    /// </summary>
    public int Resumed { get; init; }

    /// <summary>
    /// Workers that had been blocked and ran in the window, when hardly any had been blocked for longer: those whose
    /// turn it was.
    /// </summary>
    public int InTurn { get; init; }

    /// <summary>Workers that ran or wanted a processor, averaged over the window.</summary>
    public double Running { get; init; }

    /// <summary>Processor time that the workers used in the window, in seconds.</summary>
    public double Used { get; init; }

    /// <summary>How long methods were compiled in the window, in seconds, by any thread.</summary>
    public double Compiled { get; init; }

    /// <summary>How long the collector held all threads in the window, in seconds.</summary>
    public double Paused { get; init; }

    /// <summary>Waits for a lock so far, in the whole process.</summary>
    public long Contentions { get; init; }

    /// <summary>
    /// Workers that wait for a task, as far as the runtime tells; read only while the workers are seen.
    /// </summary>
    public int TaskWaits { get; init; }

    /// <summary>
    /// Workers that wait for another thread without a limit of time: for a lock, a semaphore, an event or a task.
    /// 0 where the system does not tell, and of few workers.
    /// </summary>
    public int Standing { get; init; }

    /// <summary>
    /// Workers in a wait that ends without another worker: for a client, or for so long at most. 0 where the system
    /// does not tell, and of few workers.
    /// </summary>
    public int Independent { get; init; }

    /// <summary>Workers that have no item now, as the pool counts them; 0 where it does not tell.</summary>
    public int Idle { get; init; }

    /// <summary>How many workers the pool lets work at once; 0 where it does not tell.</summary>
    public int Goal { get; init; }

    /// <summary>Workers that the pool has yet to wake or start before it could use a higher minimum.</summary>
    public int Coming => Math.Max(0, Goal - (Threads - Idle));

    /// <summary>
    /// Blocked workers, to be told. Never more than have an item: on Linux a thread that a worker has started, and
    /// nobody named, bears the worker's name.
    /// </summary>
    public int BlockedWithItem => Math.Clamp(Blocked, 0, Math.Max(0, Threads - Idle));

    /// <summary>Bytes that more workers may take; read only while items wait.</summary>
    public long MemoryLeft { get; init; }
}
