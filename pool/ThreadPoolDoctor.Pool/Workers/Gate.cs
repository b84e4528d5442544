namespace ThreadPoolDoctor.Pool;

/// <summary>
/// A short lock: <c>using (gate.Enter())</c>. In a file of its own because the model tests replace it: a thread that is
/// held inside a lock of .NET's would hold the others.
/// </summary>
internal sealed class Gate
{
    private readonly object _lock = new();

    internal Holder Enter()
    {
        Monitor.Enter(_lock);
        return new Holder(_lock);
    }

    internal readonly ref struct Holder(object held)
    {
        public void Dispose() => Monitor.Exit(held);
    }
}
