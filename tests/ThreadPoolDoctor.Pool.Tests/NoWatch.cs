namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>For a crew without a monitor: who is told of blocked workers does nothing.</summary>
internal class NoWatch : IWorkerWatch
{
    public void OnBlocked(Worker worker, BlockedBy how)
    {
    }

    public bool TryLeave(Worker worker) => false;

    public void OnUnblocked(Worker worker)
    {
    }

    public void Wake()
    {
    }

    public void WakeAnyway()
    {
    }

    public virtual void Nudge()
    {
    }

    public void OnThreadStart()
    {
    }
}

/// <summary>Counts how often all threads were nudged.</summary>
internal sealed class NudgeCount : NoWatch
{
    private int _nudges;

    public int Nudges => Volatile.Read(ref _nudges);

    public override void Nudge() => Interlocked.Increment(ref _nudges);
}
