namespace ThreadPoolDoctor.Pool;

/// <summary>What the monitor saw of one worker when it last looked. Read and written by the monitor's thread only.</summary>
internal sealed class WorkerSight
{
    /// <summary>The worker's item counter.</summary>
    internal long Items = -1;

    /// <summary>When this item was first seen, in milliseconds.</summary>
    internal long Since;

    /// <summary>The kernel's figures, if <see cref="HasFigures"/>.</summary>
    internal ThreadFigures Figures;
    internal bool HasFigures;

    /// <summary>Time on a processor when this item was asked about for the first time.</summary>
    internal ulong RunAtFirst;

    /// <summary>The thread that the open file or handle of <see cref="Probe"/> tells about.</summary>
    internal int ProbedThread;
    internal KernelProbe? Probe;

    /// <summary>When the kernel was last asked about this worker between its items, in milliseconds, and what it said.</summary>
    internal long JudgedAt = long.MinValue / 2;
    internal ulong JudgedActive;
    internal bool StoodStill;

    /// <summary>Time on a processor that this item is known to have had; as good as endless where the system does not tell.</summary>
    internal ulong RunOfItem => HasFigures && Probe is { TellsReady: true } ? Figures.Run - RunAtFirst : ulong.MaxValue;

    internal void Begin(long items, long now)
    {
        Items = items;
        Since = now;
        HasFigures = false;
    }

    internal void Close()
    {
        Probe?.Dispose();
        Probe = null;
        ProbedThread = 0;
        HasFigures = false;
        JudgedAt = long.MinValue / 2;
        StoodStill = false;
    }
}
