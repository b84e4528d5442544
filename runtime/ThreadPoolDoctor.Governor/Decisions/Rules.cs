using static ThreadPoolDoctor.Governor.Decisions.Actions;
using static ThreadPoolDoctor.Governor.GovernorReason;

namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>The policy's table: the first row that applies decides.</summary>
internal static class Rules
{
    public static Rule[] InOrder { get; } =
    [
        // What was tried has shown what it brings.
        new(NoGain, "As much is completed while growth pauses: it stays away.",
            static pool => pool.Growth.WasForNothing, Stop),
        new(Locks, "Nearly each item that began on the added workers met a lock that was taken: they go.",
            static pool => pool.Trials.Helped == false && pool.Trials.MetLocks(pool.Sample, pool.History), TakeBack),
        new(NothingCompletes, "Nothing was completed before, and nothing since workers were added: no more are.",
            static pool => pool.Trials.Helped == false && pool.Trials.IsBlind, TakeBack),
        new(NoGain, "The added workers completed no more items: they go.",
            static pool => pool.Trials.Helped == false, TakeBack),
        new(null, "The added workers helped, and items wait still: the next growth may follow at once.",
            static pool => pool.Trials.Helped == true, Lack),

        // Nothing waits.
        new(Calm, "Nothing waits, and nothing is set.",
            static pool => pool.IsServed && !pool.Minimum.IsRaised, KeepCalm),
        new(Reserve, "Blocked workers are replaced before an item has to wait, for a while after workers were needed.",
            static pool => pool.IsServed && pool.MayNeedMore && pool.Reserve > pool.Minimum.Set, RaiseReserve),
        new(GivenBack, "Workers have not been needed for a while: a part goes.",
            static pool => pool.IsServed && pool.GivingBack.IsDue(pool.Sample), GiveBack),
        new(Calm, "Nothing waits, and what is set is needed or was just now.",
            static pool => pool.IsServed, KeepServed),

        // Items wait, and workers are not what is lacking.
        new(null, "A first look at a queue, and one that came late, say nothing of the workers.",
            static pool => !pool.Queue.IsTold, KeepUntilTold),
        new(Calm, "What waits is worked off at once.",
            static pool => pool.IsPrompt, KeepPrompt),
        new(Compiling, "Items wait behind a program's first ones, whose code is compiled: one worker for each processor.",
            static pool => pool.IsCompiling, RaiseCompiling),
        new(GovernorReason.EndlessItems, "The processors are used by items of which none ends.",
            static pool => pool.IsBusy && pool.Endless.NeedWorkers(pool.Sample), RaiseEndless),
        new(Processors, "Items that seemed endless have ended: what was added for them goes.",
            static pool => pool.IsBusy && !pool.WaitsBehindBlocked && pool.Endless.TurnedOutToEnd, TakeBackEndless),
        new(Processors, "The workers use all processors: more of them would serve the queue no sooner.",
            static pool => pool.IsBusy && !pool.WaitsBehindBlocked, KeepBusy),
        new(Calm, "The pool has yet to start or wake workers that it may.",
            static pool => pool.Sample.Coming > 0, KeepAttentive),
        new(Calm, "Many came at once while code is compiled: those that stand still may wait for that code.",
            static pool => pool.IsCrowdThatBegins, KeepAttentive),
        new(Calm, "The workers that are not blocked suffice.",
            static pool => pool.UnblockedSuffice, KeepAttentive),
        new(null, "Workers are lacking.",
            static _ => true, Lack),
    ];

    public static Rule[] WhenLacking { get; } =
    [
        new(null, "A growth has failed, and what it showed still holds.",
            static pool => pool.Trials.Rests(pool.Sample.At), KeepWatchful),
        new(Blocked, "What the last growth brings is yet to be seen.",
            static pool => pool.Trials.Settles(pool.Sample, pool.History, pool.Queue), KeepAttentive),
        new(Blocked, "Workers sit blocked: one for each, and one for each processor, as far as a trial may go.",
            static _ => true, Grow),
    ];

    /// <summary>What the first row that applies says; the last one of a table always does.</summary>
    public static Decision Decide(Rule[] rules, Knowledge pool)
    {
        int row = 0;
        while (!rules[row].When(pool)) row++;
        return rules[row].Then(pool, rules[row].Reason ?? pool.Trials.RestReason);
    }
}
