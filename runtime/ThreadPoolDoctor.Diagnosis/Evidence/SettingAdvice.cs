using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>
/// What the pool's minimum and maximum and the process's quota can do for a starving pool until its cause is cured.
/// They are no cure: the same load blocks as many threads as before.
/// </summary>
internal static class SettingAdvice
{
    // Items that must have been completed for their pace to say something.
    private const double LeastItems = 5;

    // With more threads than this a process is ill in another way.
    private const int ManyWorkers = 1000;

    // Load is not even: what keeps up on average falls behind in between.
    private const double Room = 1.25;

    private static readonly Advice s_untold = new(
        "minimum", null,
        "the workers wait for what may need a worker itself, so that this look cannot tell how many would keep up: raise the minimum"
        + " in steps and look again (ThreadPool.SetMinThreads in code, or DOTNET_ThreadPool_ForceMinWorkerThreads, hexadecimal, at the next start).");

    public static IReadOnlyList<Advice> Of(PoolSignals signals)
    {
        if (signals.Recording.IsOfBundledPool || !signals.WorkWaits) return [];
        if (signals.Throttled) return [Quota(signals)];
        // Nobody gets a lock sooner because more threads wait for it.
        if (!signals.MostlyBlocked || IsForLocks(signals)) return [];
        int? needed = Needed(signals);
        int? maximum = signals.Recording.Process.MaxWorkers;
        if (maximum is { } most && signals.Workers >= most) return [Maximum(most, needed)];
        return needed > signals.Workers && signals.Recording.Governor is null ? [Minimum(signals, needed.Value)] : [];
    }

    /// <summary>
    /// Workers that keep up, by Little's law: items that arrive in a second, times what one holds its worker. Null
    /// where too few items were completed to tell, or one reading does not say how many arrive.
    /// </summary>
    private static int? Needed(PoolSignals signals)
    {
        int used = signals.Blocked + signals.Working;
        if (signals.CompletedPerSecond * signals.Recording.Cost.Seconds < LeastItems || used == 0) return null;
        if (signals.QueueGrowth is not { } growth) return null;
        double arriving = signals.CompletedPerSecond + Math.Max(0, growth);
        double workers = Math.Ceiling(arriving * used / signals.CompletedPerSecond * Room);
        return (int)Math.Min(workers, 1_000_000);
    }

    /// <summary>Half is enough: one of the others is inside.</summary>
    private static bool IsForLocks(PoolSignals signals) =>
        signals.Activities.Count(activity => activity.Blockage is { IsMutual: true }) is > 0 and var waiting
        && waiting * 2 >= signals.Blocked;

    private static bool Mostly(PoolSignals signals, Func<Blockage, bool> holds) =>
        signals.Activities.Count(activity => activity.Blockage is { } blockage && holds(blockage)) * 2 > signals.Blocked;

    /// <summary>
    /// What completes a task or gives a signal may wait for a worker itself: with enough of them each item holds its
    /// own for less long than it did while it was looked.
    /// </summary>
    private static bool WaitsForOthers(Blockage blockage) => blockage.Ailment == Ailments.WaitingOnSignal
        || blockage.Stack.Any(frame =>
            frame.TypeDefinition is "System.Threading.Tasks.Task" && BlockingFrames.Match(frame) is not null);

    /// <summary>
    /// Of a semaphore there are as many turns with more workers; but who has one may need a worker to give it back.
    /// </summary>
    private static bool WaitsForTurn(Blockage blockage) => blockage.Row is { Type: "System.Threading.SemaphoreSlim" };

    private static Advice Minimum(PoolSignals signals, int needed)
    {
        bool needsWorkers = Mostly(signals, WaitsForOthers);
        // An item that waits for a worker as well holds its own for as long as the queue is: by then the number says
        // nothing.
        if (needsWorkers && (needed > ManyWorkers || Mostly(signals, WaitsForTurn))) return s_untold;
        string about = needsWorkers ? "at most" : "about";
        string now = signals.Recording.Process.MinWorkers is { } minimum ? $"{minimum}" : $"{signals.MinWorkers}, one a processor, unless set in code";
        string many = needed > ManyWorkers ? " So many threads take memory and processors of their own: let less work in." : "";
        return new(
            "minimum", needed,
            $"{about} {needed.ToString("N0", System.Globalization.CultureInfo.InvariantCulture)} workers would keep up with this load (the minimum is {now}):"
            + $" ThreadPool.SetMinThreads({needed}, ...) in code, or DOTNET_ThreadPool_ForceMinWorkerThreads={needed:X} (hexadecimal) at the next start.{many}");
    }

    private static Advice Maximum(int most, int? needed) => new(
        "maximum", needed,
        $"the pool is at its maximum of {Count(most, "worker")}, so none is added: raise it"
        + $"{(needed > most ? $", to {needed} at least for this load" : "")}"
        + " (DOTNET_ThreadPool_ForceMaxWorkerThreads where that is set, for it overrules all else;"
        + " ThreadPool.SetMaxThreads, System.Threading.ThreadPool.MaxThreads in runtimeconfig.json).");

    private static Advice Quota(PoolSignals signals) => new(
        "quota", null,
        $"the quota of {Number(signals.Recording.Process.Capacity)} processors is what is short: raise it, or take less load; more workers would not help.");
}
