using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// One handler on one of the server's threads, from the moment it takes its place until it returns.
/// One object per thread, used again; only that thread uses it.
/// </summary>
internal sealed class ServerRun
{
    [ThreadStatic]
    private static ServerRun? t_run;

    // Null between two runs.
    private Habit? _habit;
    private SynchronizationContext? _before;
    private int _place;
    private long _since;

    /// <summary>The run that the current thread is inside, or null.</summary>
    internal static ServerRun? Current => t_run is { _habit: not null } run ? run : null;

    /// <summary>What is learned from the run. Only between begin and end.</summary>
    internal Habit Habit => _habit!;

    /// <summary>
    /// Begins a run on the current thread, under the context given. Null if there is no place, or if the thread is none
    /// of the server's pool: one that belongs to a socket engine or to a caller must run no handler at all.
    /// </summary>
    internal static ServerRun? TryBegin(Habit habit, SynchronizationContext context)
    {
        if (Current is not null || !Thread.CurrentThread.IsThreadPoolThread) return null;
        int place = ServerPlaces.TryTake(habit, out long now);
        if (place < 0) return null;
        ServerRun run = t_run ??= new ServerRun();
        (run._habit, run._place, run._since) = (habit, place, now);
        run._before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        return run;
    }

    /// <summary>The handler has returned, and <paramref name="awaits"/> if it goes on later.</summary>
    internal void End(bool awaits)
    {
        Habit habit = _habit!;
        _habit = null;
        SynchronizationContext.SetSynchronizationContext(_before);
        _before = null;
        ServerPlaces.Leave(_place);
        habit.Ended(Stopwatch.GetTimestamp() - _since, awaits);
    }
}
