using System.Collections.Concurrent;
using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// One run of a program on one side: begins on a thread that is no worker, ends when nothing is left to do.
/// </summary>
internal sealed partial class ProgramRun
{
    private const int ObserveEvery = 5;
    private const int DisposalLimit = 3000;

    private readonly IPoolSide _side;
    private readonly List<Node> _nodes = [];
    private readonly Node[] _top;
    private readonly OpenItems _open = new();
    private readonly ConcurrentQueue<string> _faults = new();
    private readonly Peer _peer = new();
    private volatile bool _over;
    // Set with the lock for writing; who queues from outside has it for reading.
    private volatile bool _disposed;
    private readonly ReaderWriterLockSlim _end = new(LockRecursionPolicy.SupportsRecursion);
    private readonly bool _disposes;
    private int _threads, _useful;

    internal ProgramRun(IPoolSide side, PoolProgram program)
    {
        _side = side;
        _top = Node.Of(program.Steps, _nodes);
        _disposes = program.Has(StepKind.Dispose);
    }

    /// <summary>Blocks until everything has ended, or for so many milliseconds.</summary>
    internal RunReport Run(int limit)
    {
        long since = Stopwatch.GetTimestamp();
        StartOutside(_top);
        Thread observer = new(Observe) { IsBackground = true, Name = "observer" };
        observer.UnsafeStart();
        bool complete = _open.WaitForNone(limit);
        long now = Stopwatch.GetTimestamp();
        _over = true;
        observer.Join();
        Dictionary<Node, double> overtaken = QueueOrder.Overtaken(_top);
        return new RunReport
        {
            Complete = complete,
            Elapsed = Stopwatch.GetElapsedTime(since, complete ? _open.EndedAt : now).TotalMilliseconds,
            Nodes = [.. _nodes.Select(n => n.Report(now, overtaken.GetValueOrDefault(n))).Where(static n => n.Accepted > 0)],
            Threads = _threads,
            Useful = _useful,
            Disposal = complete && !_disposed ? Disposal.Measure(_side, DisposalLimit) : default,
            Faults = [.. _faults.Distinct().Take(20)],
        };
    }

    private void StartOutside(Node[] steps)
    {
        _open.AddLater();
        var thread = new Thread(() =>
        {
            ThreadConditions.BeginContext();
            Do(steps);
            _open.LaterEnded();
        })
        { IsBackground = true, Name = "outside" };
        thread.Start();
    }

    private void Observe()
    {
        while (!_over)
        {
            _threads = Math.Max(_threads, _side.Threads);
            _useful = Math.Max(_useful, Presence.CountUseful());
            Thread.Sleep(ObserveEvery);
        }
    }

    private void Fault(string what) => _faults.Enqueue(what);

    private void Fault(Node node, string what) => Fault($"step {node.Index}, {node.Step.Row.Word}: {what}");
}
