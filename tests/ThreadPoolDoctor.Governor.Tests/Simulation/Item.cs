namespace ThreadPoolDoctor.Governor.Tests.Simulation;

/// <summary>What a worker does next in a simulated item.</summary>
internal enum Act
{
    Compute,
    Sleep,
    Enter,
    Leave,
    ComputeForEver,
    Call,
    Wait,
}

/// <summary>A simulated work item: its acts in order. Times are in seconds; a gate is what Enter waits for.</summary>
internal record Item(params (Act Act, double Seconds, Gate? Gate)[] Acts)
{
    /// <summary>What follows once it has ended, as the next request of the same connection.</summary>
    public Action? Then { get; init; }

    public static Item Sleeping(double seconds) => new((Act.Compute, 0.0001, null), (Act.Sleep, seconds, null));

    /// <summary>Looks again and again whether it may go on, and sleeps in between.</summary>
    public static Item Polling(double seconds, double interval) => new(
    [
        .. Enumerable.Range(0, (int)(seconds / interval)).SelectMany(_ =>
            new (Act, double, Gate?)[] { (Act.Compute, 0.0001, null), (Act.Sleep, interval, null) }),
    ]);

    public static Item Computing(double seconds) => new((Act.Compute, seconds, null));

    /// <summary>Holds a place of the gate while it computes or sleeps.</summary>
    public static Item Holding(Gate gate, double computes, double sleeps = 0) => new(
        (Act.Enter, 0, gate), (Act.Compute, computes, null), (Act.Sleep, sleeps, null), (Act.Leave, 0, gate));

    /// <summary>
    /// Holds a lock while it waits for what another item of the pool, queued so many seconds later, brings.
    /// </summary>
    public static Item Calling(Gate gate, double seconds) => new((Act.Enter, 0, gate), (Act.Call, seconds, null), (Act.Leave, 0, gate));

    /// <summary>Waits for a task that another item of the pool, queued so many seconds later, completes.</summary>
    public static Item AwaitingSynchronously(double seconds) => new((Act.Compute, 0.0001, null), (Act.Call, seconds, null));

    /// <summary>Waits for an event that another thread sets so many seconds later.</summary>
    public static Item Waiting(double seconds) => new((Act.Compute, 0.0001, null), (Act.Wait, seconds, null));

    public static Item NeverReturning(Gate closed) => new((Act.Enter, 0, closed));

    /// <summary>Counts until another item, queued so many seconds after it has begun, has run.</summary>
    public static Item Counting() => new((Act.ComputeForEver, 1, null));
}

/// <summary>
/// A lock (one place) or a semaphore. Waits for a lock are counted, as the runtime counts them; waits with a limit of
/// time look like those for a time.
/// </summary>
internal sealed class Gate(int places, bool isLock, bool isLimited = false)
{
    public int Free { get; set; } = places;

    public bool IsLock => isLock;

    public bool IsLimited => isLimited;

    /// <summary>Who waits for a place of a semaphore, the first to come first. A lock is had by whoever asks.</summary>
    public Queue<object> Line { get; } = [];
}
