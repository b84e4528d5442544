namespace ThreadPoolDoctor.Pool;

/// <summary>What workers tell those who watch over them. Any thread.</summary>
internal interface IWorkerWatch
{
    /// <summary>Called by who has cleared the monitor bit: an item waits and every worker is busy.</summary>
    void Wake();

    /// <summary>
    /// A worker's thread could not be started: its slot looks idle, so no publisher would wake the monitor.
    /// </summary>
    void WakeAnyway();

    /// <summary>Lets a sleeping monitor look about.</summary>
    void Nudge();

    /// <summary>The worker does not move, so another may.</summary>
    void OnBlocked(Worker worker, BlockedBy how);

    /// <summary>It goes on.</summary>
    void OnUnblocked(Worker worker);

    /// <summary>
    /// On a worker that has ended an item which was seen to poll: true if it is to leave duty, and is counted off.
    /// </summary>
    bool TryLeave(Worker worker);

    /// <summary>On a new worker's thread, before its first item.</summary>
    void OnThreadStart();
}
