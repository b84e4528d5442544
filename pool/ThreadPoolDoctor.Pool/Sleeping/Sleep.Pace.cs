using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <content>
/// A worker that gets through a few waiting items before a sleeping one could even run is left alone with them: to wake the other one
/// takes microseconds of the publisher, and then it stands in the way of both, on the publisher's processor if there are two. So
/// a worker that runs short items says how many it gets through meanwhile. Nobody relies on that for more than one tick of the
/// monitor; the argument is in Sleep.md.
/// </content>
internal sealed partial class Sleep
{
    /// <summary>Less than a sleeper that is woken takes until it runs: measured 33 us where its processor is idle.</summary>
    internal const int WakingMicroseconds = 20;

    // Low half: how many items the pacemaker gets through while another one wakes; 0 for nobody. High half: its index. Written by
    // whoever is or becomes the pacemaker and by the monitor, without a lock: what is lost by that is a wake-up spared or paid.
    private PaddedLong _pace;

    /// <summary>So many waiting items are worth waking nobody; 0 if no worker has said that it is quick.</summary>
    internal int Reach => (int)Volatile.Read(ref _pace.Value);

    /// <summary>A busy worker tells how many items it gets through while another one would wake. Fewer than one: it is not quick.</summary>
    internal void SetPace(int index, int reach)
    {
        long pace = ((long)index << 32) | (uint)reach;
        if (reach == 0)
        {
            EndPace(index);
        }
        else if (Volatile.Read(ref _pace.Value) != pace)
        {
            Volatile.Write(ref _pace.Value, pace);
        }
    }

    /// <summary>
    /// Before the worker falls asleep, and when it is known to be blocked: nobody may leave items to it any more. True if somebody
    /// may have. Any thread.
    /// </summary>
    internal bool EndPace(int index)
    {
        long pace = Volatile.Read(ref _pace.Value);
        if (pace == 0 || pace >> 32 != index)
        {
            return false;
        }
        // Before the push on the idle stack (pairs with the read in IsLeftToPacemaker, which follows that of the state).
        Volatile.Write(ref _pace.Value, 0);
        return true;
    }

    /// <summary>For the monitor, when work waits at its tick: whoever is quick will say so again.</summary>
    internal void EndPace()
    {
        if (Reach != 0)
        {
            Volatile.Write(ref _pace.Value, 0);
        }
    }

    /// <summary>As <see cref="Notice()"/>, for an item in an inlet of the Normal lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Notice(Inlet? inlet)
    {
        if ((Volatile.Read(ref _state.Value) & SleepState.NoticeMask) != 0)
        {
            NoticeSlow(inlet);
        }
    }

    /// <summary>Whether nobody need be woken for what waits in an inlet; then the monitor is awake. After the read of the state, and the fence.</summary>
    private bool IsLeftToPacemaker(Inlet inlet)
    {
        long waiting = inlet.Count;
        if (waiting > Reach)
        {
            return false;
        }
        // None: who has taken it is about to run it.
        if (waiting != 0)
        {
            WakeMonitor();
        }
        return true;
    }

    /// <summary>As <see cref="Notice()"/>, for items that a worker has claimed to run them itself.</summary>
    internal void NoticeClaim(int count)
    {
        if (count > Reach)
        {
            Notice();
        }
        else
        {
            WakeMonitor();
        }
    }

    /// <summary>Whether work waits for which one must be woken. If it is left to the pacemaker, the monitor is awake.</summary>
    private bool HasWorkForOthers()
    {
        if (!source.HasWork)
        {
            return false;
        }
        int reach = Reach;
        if (reach == 0 || source.HasMoreWorkThan(reach))
        {
            return true;
        }
        WakeMonitor();
        return false;
    }
}
