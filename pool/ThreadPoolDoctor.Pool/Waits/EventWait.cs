namespace ThreadPoolDoctor.Pool;

/// <summary>A registered wait on a <see cref="PoolEvent"/>: the event's Set queues it, so no thread waits.</summary>
internal sealed class EventWait(PoolEvent source, in WaitRequest request) : RegisteredWait(request)
{
    // The ring of the event's registrations; both null while not in it. Guarded by the event's lock.
    internal EventWait? Next;
    internal EventWait? Previous;

    // A callback of this wait on a manual-reset event is queued or running. Guarded by the event's lock.
    internal bool InFlight;

    // The list of those one Set fires. Written under the event's lock, read by that Set alone, before it fires the
    // node.
    internal EventWait? NextFired;

    private protected override void Attach() => source.Attach(this);

    private protected override void Detach() => source.Detach(this);

    private protected override void Ended()
    {
        if (source is PoolManualResetEvent manual) manual.Ended(this);
    }
}
