using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>Who can be woken: a worker, or a model of one.</summary>
internal abstract class Sleeper
{
    /// <summary>Its place in the table of sleepers.</summary>
    internal abstract int Index { get; }

    /// <summary>The next idle one below it. Written before it is pushed on the stack, read by who pops it.</summary>
    internal int NextIdle;

    /// <summary>Wakes it, or starts its thread. Called by who popped it, once for each time it was pushed.</summary>
    internal abstract void Wake();
}

/// <summary>What the sleepers wait for.</summary>
internal interface IWorkSource
{
    /// <summary>Whether an item waits anywhere that a searching worker could take.</summary>
    bool HasWork { get; }

    /// <summary>Whether a worker keeps an item for itself: the monitor must watch that it comes to it.</summary>
    bool KeepsItem { get; }

    /// <summary>The sleeper with this index.</summary>
    Sleeper Sleeper(int index);

    /// <summary>Wakes the monitor, which had announced its sleep.</summary>
    void WakeMonitor();
}

/// <summary>
/// Decides who sleeps and who is woken. The protocol, the race it prevents and the argument are in Sleep.md beside this
/// file: change both together.
/// </summary>
/// <param name="source">What the sleepers wait for.</param>
/// <param name="publishersFence">
/// Who pays for the race of a publisher and a worker that falls asleep: each publisher by a fence of some nanoseconds,
/// or the worker by a process-wide barrier, which interrupts every processor that runs a thread of the process.
/// </param>
internal sealed class Sleep(IWorkSource source, bool publishersFence)
{
    // Changed by compare-and-swap by anyone, read by every publisher.
    private PaddedLong _state;

    internal SleepState State => new(Volatile.Read(ref _state.Value));

    /// <summary>
    /// Called after an item has been published. One plain read while all workers are busy: the store of the item and
    /// this read may pass each other in the processor, which the process-wide barrier in Fall makes good; or a fence
    /// before the read.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Notice()
    {
        // Between the item and the read (pairs with the compare-and-swap in Push).
        if (publishersFence) Interlocked.MemoryBarrier();
        if (State.AnyoneToTell) NoticeSlow();
    }

    /// <summary>
    /// Wakes a worker if none searches, after a full fence; for who leaves work behind rather than publishes it.
    /// </summary>
    internal void NoticeLeftWork()
    {
        Interlocked.MemoryBarrier();
        WakeOne(State);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NoticeSlow()
    {
        SleepState state = State;
        if (state.Searching > 0)
        {
            // A searcher may be about to find something else and leave without having seen our item, which may still be
            // in the processor's store buffer. With nobody idle there is nobody to wake for it, and whoever falls
            // asleep first pays a barrier; the monitor, which is awake, comes within a tick.
            if (!state.MonitorSleeps && !state.AnyIdle) return;
            // Once our item is visible and it still searches, it will see the item when it leaves (pairs with the
            // exchange in StopSearching).
            Interlocked.MemoryBarrier();
            state = State;
            if (state.Searching > 0) return;
        }
        WakeOne(state);
    }

    /// <summary>
    /// Makes sure that the monitor watches; for who relies on it instead of waking a worker, and has stored its item
    /// before. One plain read if it does: pairs with the process-wide barrier in TryMonitorSleep.
    /// </summary>
    internal void WakeMonitor()
    {
        SleepState state = State;
        while (state.MonitorSleeps)
        {
            if (TryReplace(ref state, state.WithMonitorAwake))
            {
                source.WakeMonitor();
                return;
            }
        }
    }

    /// <summary>Wakes the idle worker that slept last, unless somebody searches already.</summary>
    private void WakeOne(SleepState state)
    {
        while (state.Searching == 0)
        {
            if (!state.AnyIdle)
            {
                if (!state.MonitorSleeps) return;
                if (TryReplace(ref state, state.WithMonitorAwake))
                {
                    source.WakeMonitor();
                    return;
                }
                continue;
            }
            Sleeper top = source.Sleeper(state.Top);
            // Counted as searching by its waker, so that the next publisher does not wake another for the same item.
            if (TryReplace(ref state, state.WithTop(Volatile.Read(ref top.NextIdle)).OneMoreSearching))
            {
                top.Wake();
                return;
            }
        }
    }

    /// <summary>
    /// A busy worker has run out of work. False if enough others search already: then it should sleep.
    /// </summary>
    internal bool TryStartSearching(int limit)
    {
        SleepState state = State;
        while (state.Searching < limit)
        {
            if (TryReplace(ref state, state.OneMoreSearching)) return true;
        }
        return false;
    }

    /// <summary>A worker from outside the idle stack begins to search.</summary>
    internal void StartSearching() => Interlocked.Add(ref _state.Value, SleepState.OneSearching);

    /// <summary>
    /// A searching worker has found an item and goes to run it. The last one to leave looks whether there is more, and
    /// wakes a successor: publishers that saw it searching rely on that.
    /// </summary>
    internal void StopSearching()
    {
        // Full fence between leaving and looking (pairs with the fence in NoticeSlow).
        var state = new SleepState(Interlocked.Add(ref _state.Value, -SleepState.OneSearching));
        // With nobody idle the monitor must know that work waits: its publisher left that to us.
        if (state.Searching == 0 && (state.AnyIdle || state.MonitorSleeps) && source.HasWork) WakeOne(State);
    }

    /// <summary>
    /// A worker goes to sleep: it is on the stack of idle workers when this returns, and must now park. If an item
    /// turned up in between, somebody has been woken for it, maybe the caller: then its parking ends at once.
    /// </summary>
    internal void Fall(Sleeper sleeper, bool wasSearching)
    {
        bool othersIdle = Push(sleeper, wasSearching);
        // Every publisher either sees the push in Notice, or its item is visible to the look below: by its own fence
        // and the one of the push, or by a barrier on all processors. With others idle, a publisher that did not see
        // them read before the first of them was pushed, and its item is seen after the barrier of that one.
        if (!publishersFence && !othersIdle) Interlocked.MemoryBarrierProcessWide();
        if (source.HasWork) WakeOne(State);
    }

    /// <summary>
    /// Puts a sleeper on the idle stack; true if others are on it. Alone it is enough only while nothing can have been
    /// published, or for a caller that looks again after.
    /// </summary>
    internal bool Push(Sleeper sleeper, bool wasSearching)
    {
        SleepState state = State;
        do
        {
            // Released by the compare-and-swap to who pops it.
            Volatile.Write(ref sleeper.NextIdle, state.Top);
        }
        while (!TryReplace(ref state, (wasSearching ? state.OneFewerSearching : state).WithTop(sleeper.Index)));
        return state.AnyIdle;
    }

    /// <summary>
    /// Takes the worker that slept last off the idle stack, asleep as it is; null if none is idle. For the monitor: a
    /// publisher that found this one idle has found another, or, if there is none, left its item to the monitor's next
    /// look.
    /// </summary>
    internal Sleeper? TryPopIdle()
    {
        SleepState state = State;
        while (state.AnyIdle)
        {
            Sleeper top = source.Sleeper(state.Top);
            if (TryReplace(ref state, state.WithTop(Volatile.Read(ref top.NextIdle)))) return top;
        }
        return null;
    }

    /// <summary>
    /// The monitor announces its sleep. False if work waits already: then it must stay awake, and it is.
    /// </summary>
    internal bool TryMonitorSleep()
    {
        Interlocked.Or(ref _state.Value, SleepState.MonitorBit);
        // As in Fall: a publisher sees the bit, or we see its item. Also that of a worker that keeps one, and never
        // fences.
        Interlocked.MemoryBarrierProcessWide();
        if (!source.HasWork && !source.KeepsItem) return true;
        Interlocked.And(ref _state.Value, ~SleepState.MonitorBit);
        return false;
    }

    /// <summary>The monitor is awake again, of itself.</summary>
    internal void MonitorWakes() => Interlocked.And(ref _state.Value, ~SleepState.MonitorBit);

    /// <summary>
    /// The only compare-and-swap loop's step: on failure <paramref name="state"/> is what was there instead.
    /// </summary>
    private bool TryReplace(ref SleepState state, SleepState next)
    {
        var seen = new SleepState(Interlocked.CompareExchange(ref _state.Value, next.Raw, state.Raw));
        if (seen == state) return true;
        state = seen;
        return false;
    }
}
