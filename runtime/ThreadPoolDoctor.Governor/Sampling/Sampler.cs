using System.Diagnostics;
using System.Runtime;
using ThreadPoolDoctor.Governor.Decisions;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>Takes one sample of this process. Nothing is allocated while nothing waits.</summary>
internal sealed class Sampler
{
    private const double MemoryAgain = 0.1;

    private readonly IWorkerProbe _probe = LinuxWorkerProbe.Available() ? new LinuxWorkerProbe() : new ProcessorTimeProbe();
    private readonly long _start = Stopwatch.GetTimestamp();
    private double _paused;
    private double _compiled = JitInfo.GetCompilationTime().TotalSeconds;
    private long _memory = long.MaxValue;
    private double _memoryAt = double.NegativeInfinity;
    private bool _watching;

    public PoolSample Take(bool seeWorkers)
    {
        double at = Now;
        long waiting = ThreadPool.PendingWorkItemCount;
        int threads = ThreadPool.ThreadCount;
        WorkerStates workers = SeeWorkers(seeWorkers || waiting > 0, at, threads);
        if (waiting > 0 && at - _memoryAt > MemoryAgain) (_memory, _memoryAt) = (MemoryRoom.Left(), at);
        double pausedSoFar = GC.GetTotalPauseDuration().TotalSeconds;
        double paused = pausedSoFar - _paused;
        _paused = pausedSoFar;
        double compiledSoFar = JitInfo.GetCompilationTime().TotalSeconds;
        double compiled = compiledSoFar - _compiled;
        _compiled = compiledSoFar;
        WorkerWaits waits = _watching ? _probe.Waits(at, threads) : default;
        PoolCounts counts = _watching ? PoolCounts.Read() : default;
        ThreadPool.GetMinThreads(out int minimum, out _);
        ThreadPool.GetMaxThreads(out int maximum, out _);
        return new()
        {
            At = at,
            Waiting = waiting,
            Completed = ThreadPool.CompletedWorkItemCount,
            Threads = threads,
            Minimum = minimum,
            Maximum = maximum,
            Processors = Environment.ProcessorCount,
            WorkersSeen = workers.Seen,
            Blocked = workers.Blocked,
            Resumed = workers.Resumed,
            InTurn = workers.InTurn,
            Running = workers.Running,
            Used = workers.Used,
            Paused = paused,
            Compiled = compiled,
            Contentions = Monitor.LockContentionCount,
            TaskWaits = _watching ? TaskWaits.Count() : 0,
            Standing = waits.Standing,
            Independent = waits.Independent,
            Idle = counts.Idle,
            Goal = counts.Goal,
            MemoryLeft = _memory,
        };
    }

    /// <summary>Seconds since this was made.</summary>
    public double Now => Stopwatch.GetElapsedTime(_start).TotalSeconds;

    /// <summary>Closes the workers' files.</summary>
    public void Rest()
    {
        if (_watching) _probe.Rest();
        _watching = false;
    }

    private WorkerStates SeeWorkers(bool wanted, double at, int threads)
    {
        if (!wanted)
        {
            Rest();
            return default;
        }
        _watching = true;
        return _probe.Look(at, threads);
    }
}
