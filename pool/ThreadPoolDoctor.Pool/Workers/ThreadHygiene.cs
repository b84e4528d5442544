using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Each item finds its thread as if it were new, whatever the item before did to it. The culture needs no entry: it
/// lives in the ExecutionContext, and restoring that puts it back. Used by the worker's own thread only.
/// </summary>
internal struct ThreadHygiene
{
    internal const string ThreadName = "TPD Worker";

    // What an item must find.
    private Thread _thread;
    private ExecutionContext _context;
    private SynchronizationContext? _synchronizationContext;
    private ThreadPriority _priority;

    /// <summary>Called first thing on a new worker's thread.</summary>
    internal void Prepare(SynchronizationContext? synchronizationContext, ThreadPriority priority)
    {
        _thread = Thread.CurrentThread;
        _context = DefaultContext.Remember();
        _priority = priority;
        _synchronizationContext = synchronizationContext;
        SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        if (priority != ThreadPriority.Normal) _thread.Priority = priority;
        // The name it was started with counts as a change.
        ThreadFields.HasNotChanged(_thread);
    }

    /// <summary>A few reads; writes only what an item has changed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly void Restore()
    {
        if (!ThreadFields.AreContextsClean(_thread, _context, _synchronizationContext)
            || ThreadFields.MayHaveChanged(_thread, ThreadName, _priority))
        {
            RestoreChanged();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void RestoreChanged()
    {
        if (ExecutionContext.IsFlowSuppressed()) ExecutionContext.RestoreFlow();
        ExecutionContext.Restore(_context);
        SynchronizationContext.SetSynchronizationContext(_synchronizationContext);
        if (!ReferenceEquals(_thread.Name, ThreadName)) _thread.Name = ThreadName;
        if (_thread.Priority != _priority) _thread.Priority = _priority;
        _thread.IsBackground = true;
        ThreadFields.HasNotChanged(_thread);
    }
}
