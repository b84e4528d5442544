namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>For a crew without a monitor: who is told of blocked workers does nothing.</summary>
internal class NoWatch : IWorkerWatch
{
    public virtual void OnBlocked(Worker worker, BlockedBy how)
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
