namespace ThreadPoolDoctor.Pool;

/// <content>
/// Who pays for the race between a publisher and a worker that falls asleep. A process-wide barrier interrupts the other
/// processors, some microseconds in all; a publisher's fence takes some nanoseconds, for every item. So the worker pays as
/// long as there are hundreds of items for each time that one falls asleep, as in a flood, and else the publishers do, as in
/// a server whose requests block. With few workers it stays with them: they search before they sleep, and so does the barrier
/// for them, in effect; without it joins of a few tiny items took up to three times as long. The argument is in Sleep.md.
/// </content>
internal sealed partial class Sleep
{
    // Interlocked by those who fall asleep, while there are many of them: away from what publishers read.
    private PaddedLong _falls;

    // 1 while somebody judges or changes who pays, so that two of them never mix their steps. By compare-and-swap.
    private int _judging;

    // At the last judgement. Of who judges.
    private long _fallsThen, _itemsThen;

    private void CountFall()
    {
        if (source.IsCrowded && Interlocked.Increment(ref _falls.Value) % FenceThresholds.Falls == 0)
        {
            JudgeFences();
        }
    }

    /// <summary>
    /// Lets publishers fence, or no longer, by what has happened since the last time. Any thread; the monitor calls it at each
    /// look, since in a flood nobody falls asleep.
    /// </summary>
    internal void JudgeFences()
    {
        if (Interlocked.CompareExchange(ref _judging, 1, 0) != 0)
        {
            return;
        }
        long falls = Volatile.Read(ref _falls.Value) - _fallsThen, items = source.ItemsRun - _itemsThen;
        if (falls >= FenceThresholds.Falls || items >= FenceThresholds.Falls * FenceThresholds.ItemsForBarrier)
        {
            _fallsThen += falls;
            _itemsThen += items;
            bool fence = State.PublishersFence;
            if (!fence && items < falls * FenceThresholds.ItemsForBarrier)
            {
                LetPublishersFence();
            }
            else if (fence && items > falls * FenceThresholds.ItemsForBarrier * 2)
            {
                LetPublishersOff();
            }
        }
        Volatile.Write(ref _judging, 0);
    }

    /// <summary>Not for two threads at once.</summary>
    internal void LetPublishersFence()
    {
        Interlocked.Or(ref _state.Value, SleepState.FencesBit);
        // Who has read the state before may have an item in its store buffer, and trusts what it read. After this the item is
        // visible to every worker that falls asleep; others see the bit.
        Interlocked.MemoryBarrierProcessWide();
        Interlocked.Or(ref _state.Value, SleepState.SettledBit);
    }

    /// <summary>
    /// Not for two threads at once. Both bits at once: who no longer sees the first reads a state that also tells of every
    /// worker that has relied on the second.
    /// </summary>
    internal void LetPublishersOff() => Interlocked.And(ref _state.Value, ~(SleepState.FencesBit | SleepState.SettledBit));
}
