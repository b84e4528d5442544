using System.Diagnostics;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// The workers where the system does not tell of each of them: as many of them can have run as processors were in use,
/// and the others are taken for blocked.
/// </summary>
internal sealed class ProcessorTimeProbe : IWorkerProbe
{
    // Windows counts in steps of 15.6 ms.
    private const double ShortestWindow = 0.03;
    private const double LongestWindow = 0.5;

    private readonly Process _process = Process.GetCurrentProcess();
    private double _looked = double.NegativeInfinity;
    private double _used;
    private WorkerStates _last;

    public WorkerStates Look(double at, int workers)
    {
        double window = at - _looked;
        if (window < ShortestWindow) return _last with { Used = 0 };
        _process.Refresh();
        double used = _process.TotalProcessorTime.TotalSeconds;
        double inUse = (used - _used) / window;
        (_used, _looked) = (used, at);
        if (window > LongestWindow) return _last = default;
        double running = Math.Min(workers, inUse);
        return _last = new(true, Math.Max(0, workers - (int)Math.Ceiling(running)), 0, 0, running, running * window);
    }

    public WorkerWaits Waits(double at, int workers) => default;

    public void Rest() => (_looked, _last) = (double.NegativeInfinity, default);
}
