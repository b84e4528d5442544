using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>TPD105: many workers wait for one lock; its owner is named where it can be seen.</summary>
internal sealed class LockConvoyRule : IRule
{
    public Finding? Look(PoolSignals signals)
    {
        if (LockSites.Worst(signals) is not { } site) return null;

        LockOwner? owner = LockOwner.Of(signals, site);
        List<Cause> causes = [.. CauseList.Group(site.Waiting.Select(waiter => waiter.Blockage), signals.Blocked)];
        if (owner?.Held is { } held) causes.InsertRange(0, CauseList.Group([held], signals.Blocked));
        return Found.Of(Ailments.LockConvoy, $"{Waiters(site)} in {site.Method}; {Told(owner)}.", causes);
    }

    private static string Waiters(LockSite site)
    {
        int count = site.PerLock;
        string workers = count == 1 ? "1 worker waits" : $"{count} workers wait";
        return site.Locks == 1 ? $"{workers} for one lock" : $"about {workers} for each of {site.Locks} locks";
    }

    private static string Told(LockOwner? owner) => owner is null
        ? "its owner could not be seen"
        : $"thread {owner.OsId} {(owner.Certain ? "holds" : "probably holds")} it, {owner.Doing}";
}
