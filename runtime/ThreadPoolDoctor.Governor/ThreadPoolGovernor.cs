using ThreadPoolDoctor.Governor.Control;
using ThreadPoolDoctor.Governor.Telemetry;

namespace ThreadPoolDoctor.Governor;

/// <summary>
/// Keeps .NET's own thread pool from starving: while work items wait, workers sit blocked and processors are free, it
/// raises the pool's minimum of workers, as long as that completes more items, and takes it back afterwards. There is
/// one in a process. All members may be called from any thread.
/// </summary>
public static class ThreadPoolGovernor
{
    private static readonly object s_lock = new();
    private static GovernorThread? s_thread;

    /// <summary>
    /// Raised on the governor's thread for each step, and when none is taken although items wait. What it throws ends
    /// the governor.
    /// </summary>
    public static event Action<GovernorStep>? StepTaken;

    /// <summary>How it stands now.</summary>
    public static GovernorStatus Status
    {
        get
        {
            ThreadPool.GetMinThreads(out int minimum, out _);
            return s_thread?.Status ?? new(false, minimum, minimum, null, default);
        }
    }

    /// <summary>
    /// Starts the governor for as long as the process runs; where it runs already, the options are taken over.
    /// </summary>
    public static void Start(GovernorOptions? options = null) => Start(options ?? GovernorOptions.FromConfiguration(), Lease.None);

    /// <summary>Ends the governor; the minimum that the program asked for is back when this returns.</summary>
    public static void Stop()
    {
        GovernorThread? thread;
        lock (s_lock) (thread, s_thread) = (s_thread, null);
        thread?.End();
    }

    internal static void Start(GovernorOptions options, Lease lease)
    {
        // The commands of `tpdoctor relieve` come through its event source, so that must be there from the start.
        _ = GovernorEventSource.Log;
        lock (s_lock)
        {
            if (s_thread is { HasEnded: false } running && running.Renew(options, lease)) return;
            s_thread = new GovernorThread(options, lease, step => StepTaken?.Invoke(step));
            s_thread.Begin();
        }
    }

    internal static GovernorThread? Thread => s_thread;
}
