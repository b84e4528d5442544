namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>What the rules do.</summary>
internal static class Actions
{
    // Seconds until the next look; a calm pool has a pace of its own.
    private const double Confirm = 0.002;
    private const double Attentive = 0.005;
    private const double Watchful = 0.02;
    private const double Calm = 0;
    // A processor that was busy just now, as with code that is compiled at first, may be free soon.
    private const double JustNow = 0.05;
    private const int MostAtOnce = 32;

    public static Decision Lack(Knowledge pool, GovernorReason reason)
    {
        pool.Trials.ForgetWhatIsOver(pool.Sample, pool.History);
        return Rules.Decide(Rules.WhenLacking, pool);
    }

    public static Decision Grow(Knowledge pool, GovernorReason reason)
    {
        int wanted = pool.Blocked + (int)Math.Max(pool.Sample.Processors, Math.Min(pool.Sample.Waiting, MostAtOnce));
        // Those that compute must not keep the blocked ones from being replaced for ever; whether it helps, it tells.
        bool cautious = pool.IsBusy && pool.Trials.Helped != true;
        int allowed = pool.Trials.Grow(pool.Sample, pool.History, pool.Queue, pool.Minimum.Set, cautious);
        return Raise(pool, Math.Min(wanted, allowed), reason);
    }

    public static Decision RaiseReserve(Knowledge pool, GovernorReason reason) => Raise(pool, pool.Reserve, reason);

    public static Decision RaiseCompiling(Knowledge pool, GovernorReason reason) => Raise(pool, pool.MostWhileCompiling, reason);

    public static Decision RaiseEndless(Knowledge pool, GovernorReason reason) =>
        Raise(pool, pool.Sample.Threads + pool.Endless.Start(pool.Sample, pool.Minimum.Set), reason);

    /// <summary>Within four bounds: what a pause in growth, waits without an end, memory and the maximum allow.</summary>
    private static Decision Raise(Knowledge pool, int wanted, GovernorReason reason)
    {
        (int limit, GovernorReason limited) = Limits.Of(pool.Sample, pool.MaxWorkers);
        if (wanted > pool.Growth.Limit)
        {
            wanted = pool.Growth.Limit;
            pool.Growth.Denied(pool.Sample);
        }
        bool isHeld = wanted > pool.Waits.Limit;
        wanted = Math.Min(wanted, pool.Waits.Limit);
        if (wanted > pool.Minimum.Set) pool.GivingBack.Need(pool.Sample);
        int minimum = Limits.Unlikely(Math.Min(wanted, limit), limit);
        if (minimum > pool.Minimum.Set) return new(minimum, reason, Attentive, true);
        GovernorReason held = wanted > limit ? limited
            : isHeld ? GovernorReason.NothingCompletes
            : pool.Growth.HasFailed ? GovernorReason.NoGain : GovernorReason.Calm;
        return KeepAttentive(pool, held);
    }

    /// <summary>More workers do not help; whether fewer would do is not known.</summary>
    public static Decision Stop(Knowledge pool, GovernorReason reason)
    {
        pool.Trials.Stop(pool.Sample.At);
        return KeepWatchful(pool, reason);
    }

    public static Decision TakeBack(Knowledge pool, GovernorReason reason)
    {
        (int minimum, int workers) = pool.Trials.Fail(pool.Sample, pool.History, reason);
        Decision back = Back(pool, reason, minimum, workers);
        // Where nothing moves a smaller number would only keep others waiting.
        return reason == GovernorReason.NothingCompletes ? back with { PullBackTo = 0 } : back;
    }

    public static Decision TakeBackEndless(Knowledge pool, GovernorReason reason)
    {
        Decision back = Back(pool, reason, pool.Endless.MinimumBefore, pool.Endless.WorkersBefore);
        pool.Endless.GiveBack();
        return back;
    }

    private static Decision Back(Knowledge pool, GovernorReason reason, int minimum, int workers)
    {
        minimum = Math.Max(pool.Minimum.Asked, Math.Min(pool.Minimum.Set, minimum));
        return new(minimum, reason, Watchful, true, Math.Max(minimum, workers));
    }

    public static Decision GiveBack(Knowledge pool, GovernorReason reason) =>
        KeepServed(pool, reason) with { Minimum = pool.GivingBack.Lower(pool.Sample, pool.Minimum.Set, pool.Minimum.Asked) };

    public static Decision KeepCalm(Knowledge pool, GovernorReason reason) => new(pool.Minimum.Set, reason, Calm, false);

    public static Decision KeepServed(Knowledge pool, GovernorReason reason) => Keep(pool, reason, pool.IsAhead ? Attentive : Watchful);

    public static Decision KeepUntilTold(Knowledge pool, GovernorReason reason) => Keep(pool, reason, Confirm);

    public static Decision KeepPrompt(Knowledge pool, GovernorReason reason)
    {
        bool forLong = pool.Queue.IsPromptForLong(pool.Sample.At) && !pool.Trials.IsOpen;
        return Keep(pool, reason, forLong ? Watchful : Attentive);
    }

    public static Decision KeepBusy(Knowledge pool, GovernorReason reason)
    {
        bool soonFree = !pool.Trials.IsOpen && pool.Sample.At - pool.Queue.Since < JustNow;
        return Keep(pool, reason, soonFree ? Confirm : Watchful);
    }

    public static Decision KeepAttentive(Knowledge pool, GovernorReason reason) => Keep(pool, reason, Attentive);

    public static Decision KeepWatchful(Knowledge pool, GovernorReason reason) => Keep(pool, reason, Watchful);

    private static Decision Keep(Knowledge pool, GovernorReason reason, double next) => new(pool.Minimum.Set, reason, next, true);
}
