using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

// Each item finds the thread as if it were new, whatever the item before did to it.
internal sealed partial class Worker
{
    internal const string ThreadName = "TPD Worker";

    // What an item must find. Set when the thread starts, read by that thread only. The culture needs no entry: it
    // lives in the ExecutionContext, and restoring that puts it back.
    private Thread _thread = null!;
    private ExecutionContext _cleanContext = null!;
    private SynchronizationContext? _cleanSynchronizationContext;
    private ThreadPriority _cleanPriority;

    private void PrepareThread()
    {
        _thread = Thread.CurrentThread;
        OnThreadStart();
        _cleanContext = WorkPool.RememberDefaultContext();
        _cleanPriority = Pool.Options.Priority;
        _cleanSynchronizationContext = Pool.Options.InstallSynchronizationContext ? Pool.SynchronizationContext : null;
        SynchronizationContext.SetSynchronizationContext(_cleanSynchronizationContext);
        if (_cleanPriority != ThreadPriority.Normal)
        {
            _thread.Priority = _cleanPriority;
        }
    }

    /// <summary>Five reads; writes only what an item has changed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CleanUp()
    {
        // Capture is null if the item has suppressed the flow and not restored it.
        if (!ReferenceEquals(ExecutionContext.Capture(), _cleanContext)
            || !ReferenceEquals(SynchronizationContext.Current, _cleanSynchronizationContext)
            || !ReferenceEquals(_thread.Name, ThreadName)
            || _thread.Priority != _cleanPriority)
        {
            CleanUpSlow();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CleanUpSlow()
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.RestoreFlow();
        }
        ExecutionContext.Restore(_cleanContext);
        SynchronizationContext.SetSynchronizationContext(_cleanSynchronizationContext);
        if (!ReferenceEquals(_thread.Name, ThreadName))
        {
            _thread.Name = ThreadName;
        }
        if (_thread.Priority != _cleanPriority)
        {
            _thread.Priority = _cleanPriority;
        }
    }
}
