using static ThreadPoolDoctor.Governor.GovernorReason;

namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>The policy's table. The first row that applies decides; the last one always does.</summary>
internal static class Rules
{
    // Seconds until the next look; a calm pool has a pace of its own.
    private const double Confirm = 0.002;
    private const double Attentive = 0.005;
    private const double Watchful = 0.02;
    private const double Calmly = 0;
    private const double JustNow = 0.05;
    private const int MostAtOnce = 32;

    public static Rule[] InOrder { get; } =
    [
        // What was tried has failed.
        new(NoGain, "As much is completed while growth pauses: it stays away.",
            static pool => pool.Growth.WasForNothing, Stop),
        new(Locks, "Nearly each item that began on the added workers met a lock that was taken: they go.",
            static pool => pool.Trials.Helped == false && pool.Trials.AllWaitForLocks(pool.Sample, pool.History), TakeBack),
        new(NothingCompletes, "Nothing completed before, and nothing since workers were added: no more of them.",
            static pool => pool.Trials.Helped == false && pool.Trials.IsBlind, TakeBack),
        new(NoGain, "The added workers completed no more items: they go.",
            static pool => pool.Trials.Helped == false, TakeBack),

        // Nothing waits.
        new(Calm, "Nothing waits, and nothing is set.",
            static pool => pool.IsServed && !pool.Minimum.IsRaised, static (pool, reason) => pool.Keep(reason, Calmly, see: false)),
        new(Reserve, "Blocked workers are replaced before an item has to wait, for a while after workers were needed.",
            static pool => pool.IsServed && pool.MayNeedMore && pool.Reserve > pool.Minimum.Set,
            static (pool, reason) => pool.Raise(pool.Reserve, reason, Attentive)),
        new(GivenBack, "Workers have not been needed for a while: a part goes.",
            static pool => pool.IsServed && pool.GivingBack.IsDue(pool.Sample), GiveBack),
        new(Calm, "Nothing waits.",
            static pool => pool.IsServed, static (pool, reason) => pool.Keep(reason, pool.IsAhead ? Attentive : Watchful)),

        // Items wait, and that is no matter of workers.
        new(null, "The first look at a queue, and one that came late, say nothing of the workers.",
            static pool => !pool.Queue.IsTold, static (pool, reason) => pool.Keep(reason, Confirm)),
        new(Calm, "What waits is worked off at once.",
            static pool => !pool.HasProven && pool.IsPrompt,
            static (pool, reason) => pool.Keep(reason, pool.Queue.IsPromptForLong(pool.Sample.At) && !pool.Trials.IsOpen ? Watchful : Attentive)),
        new(Compiling, "Items wait behind the first ones, whose code is compiled: one worker for each processor.",
            static pool => !pool.HasProven && pool.IsCompiling,
            static (pool, reason) => pool.Raise(pool.MostWhileCompiling, reason, Attentive)),
        new(GovernorReason.EndlessItems, "The processors are used by items of which none ends.",
            static pool => !pool.HasProven && pool.IsBusy && pool.Endless.NeedWorkers(pool.Sample),
            static (pool, reason) => pool.Raise(pool.Sample.Threads + pool.Endless.Start(pool.Sample, pool.Minimum.Set), reason, Attentive)),
        new(Processors, "Items that seemed endless have ended: what was added for them goes.",
            static pool => !pool.HasProven && pool.IsBusy && !pool.WaitsBehindBlocked && pool.Endless.TurnedOutToEnd, TakeBackFromEndless),
        new(Processors, "The workers use all processors: more of them would serve the queue no sooner.",
            static pool => !pool.HasProven && pool.IsBusy && !pool.WaitsBehindBlocked,
            static (pool, reason) => pool.Keep(reason, pool.MaySoonBeFree(JustNow) ? Confirm : Watchful)),
        new(Calm, "The pool has yet to start or wake workers that it may.",
            static pool => !pool.HasProven && !pool.IsBusy && pool.Sample.Coming > 0, static (pool, reason) => pool.Keep(reason, Attentive)),
        new(Calm, "Many came at once while code is compiled: those that stand still may wait for that code.",
            static pool => !pool.HasProven && !pool.IsBusy && pool.IsCrowdThatBegins, static (pool, reason) => pool.Keep(reason, Attentive)),
        new(Calm, "The workers that are not blocked suffice.",
            static pool => !pool.HasProven && !pool.IsBusy && pool.UnblockedSuffice, static (pool, reason) => pool.Keep(reason, Attentive)),

        // Workers are lacking.
        new(null, "A growth has failed, and what it showed still holds.",
            static pool => pool.StillRests(), static (pool, reason) => pool.Keep(reason, Watchful)),
        new(Blocked, "What the last growth brought shows yet.",
            static pool => pool.Trials.Settles(pool.Sample, pool.History, pool.Queue), static (pool, reason) => pool.Keep(reason, Attentive)),
        new(Blocked, "Workers sit blocked while processors are free: one for each, and one for each processor.",
            static _ => true, Grow),
    ];

    private static Decision Stop(Knowledge pool, GovernorReason reason)
    {
        pool.Trials.Stop(pool.Sample.At);
        return pool.Keep(reason, Watchful);
    }

    private static Decision TakeBack(Knowledge pool, GovernorReason reason)
    {
        (int minimum, int workers) = pool.Trials.Fail(pool.Sample, pool.History, reason);
        minimum = Math.Max(pool.Minimum.Asked, Math.Min(pool.Minimum.Set, minimum));
        // Where nothing moves a smaller number would only keep others waiting.
        return new(minimum, reason, Watchful, true, reason == NothingCompletes ? 0 : Math.Max(minimum, workers));
    }

    private static Decision TakeBackFromEndless(Knowledge pool, GovernorReason reason)
    {
        int minimum = Math.Max(pool.Minimum.Asked, Math.Min(pool.Minimum.Set, pool.Endless.MinimumBefore));
        int workers = Math.Max(minimum, pool.Endless.WorkersBefore);
        pool.Endless.GiveBack();
        return new(minimum, reason, Watchful, true, workers);
    }

    private static Decision GiveBack(Knowledge pool, GovernorReason reason)
    {
        int lower = pool.GivingBack.Lower(pool.Sample, pool.Minimum.Set, pool.Minimum.Asked);
        return new(lower, reason, pool.IsAhead ? Attentive : Watchful, true);
    }

    private static Decision Grow(Knowledge pool, GovernorReason reason)
    {
        int wanted = pool.Blocked + (int)Math.Max(pool.Sample.Processors, Math.Min(pool.Sample.Waiting, MostAtOnce));
        int allowed = pool.Trials.Grow(pool.Sample, pool.History, pool.Queue, pool.Minimum.Set, pool.IsBusy && !pool.HasProven);
        return pool.Raise(Math.Min(wanted, allowed), reason, Attentive);
    }
}
