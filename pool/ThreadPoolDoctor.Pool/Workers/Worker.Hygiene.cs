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
        // The name it was started with counts as a change.
        ThreadFields.HasNotChanged(_thread);
    }

    /// <summary>A few reads; writes only what an item has changed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CleanUp()
    {
        if (!ThreadFields.AreContextsClean(_thread, _cleanContext, _cleanSynchronizationContext)
            || ThreadFields.MayHaveChanged(_thread, ThreadName, _cleanPriority))
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
        _thread.IsBackground = true;
        ThreadFields.HasNotChanged(_thread);
    }
}
