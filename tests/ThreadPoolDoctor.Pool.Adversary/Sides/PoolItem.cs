namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>Something to be queued.</summary>
internal abstract class PoolItem : IThreadPoolWorkItem
{
    public abstract void Execute();
}
