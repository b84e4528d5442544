using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Pool.Adversary;

// What each kind of step does: one row each.
internal sealed partial class ProgramRun
{
    private static readonly Dictionary<StepKind, Action<ProgramRun, Node>> s_steps = new()
    {
        [StepKind.Memory] = static (_, _) => { },
        [StepKind.Processors] = static (_, _) => { },
        [StepKind.Context] = static (_, _) => { },
        [StepKind.Idle] = static (_, _) => { },
        [StepKind.Queue] = static (run, node) => run.QueueBatch(node, r => new BodyItem(run, node, r)),
        [StepKind.Relay] = static (run, node) => run.QueueBatch(node, r => new RelayItem(run, node, r)),
        [StepKind.Meet] = static (run, node) => run.Meet(node, static all => all.Wait()),
        [StepKind.Pipe] = static (run, node) => run.Pipe(node),
        [StepKind.Async] = static (run, node) => run.RunAsync(node),
        [StepKind.Yields] = static (run, node) => run.RunYields(node),
        [StepKind.Turns] = static (run, node) => run.TakeTurns(node),
        [StepKind.Quiet] = static (run, node) => run.RunWhenQuiet(node),
        [StepKind.Join] = static (run, node) => run.RunJoined(node),
        [StepKind.Parallel] = static (run, node) => run.RunParallel(node),
        [StepKind.Spin] = static (run, node) => run.Meet(node, static all => SpinWait.SpinUntil(() => all.IsSet)),
        [StepKind.Crowd] = static (run, node) => run.Crowd(node),
        [StepKind.Timer] = static (run, node) => run.StartTimer(node),
        [StepKind.Wait] = static (run, node) => run.RegisterWait(node),
        [StepKind.Cancel] = static (run, node) => run.Cancel(node),
        [StepKind.Fail] = static (run, node) => run.Fail(node),
        [StepKind.Result] = static (run, node) => run.BlockOnResult(node),
        [StepKind.Compute] = static (_, node) => Work.Compute(node.Count),
        [StepKind.Sleep] = static (_, node) => Thread.Sleep(node.Count),
        [StepKind.Poll] = static (_, node) => Poll(node.Count),
        [StepKind.Socket] = static (run, node) => run._peer.Receive(node.Count),
        [StepKind.Lock] = static (run, node) => run.UnderLock(node),
        [StepKind.Gate] = static (run, node) =>
            run.Under(node, run._gates[node.Count].Wait, () => run._gates[node.Count].Release()),
        [StepKind.Read] = static (run, node) =>
            run.Under(node, run.Shared(node).EnterReadLock, run.Shared(node).ExitReadLock),
        [StepKind.Write] = static (run, node) =>
            run.Under(node, run.Shared(node).EnterWriteLock, run.Shared(node).ExitWriteLock),
        [StepKind.Here] = static (run, node) => run.RunHere(node),
        [StepKind.Dirty] = static (_, _) => ThreadConditions.Dirty(),
        [StepKind.Minimum] = static (run, node) => run._side.SetMinimum(node.Count),
        [StepKind.Maximum] = static (run, node) => run._side.SetMaximum(node.Count),
        [StepKind.Refuse] = static (run, node) => run._side.RefuseThreads(node.Count),
        [StepKind.Producer] = static (run, node) => run.StartOutside(node.Body),
        [StepKind.Pause] = static (_, node) => Thread.Sleep(node.Count),
        [StepKind.Drain] = static (run, _) => run.WaitUntilQuiet(run.Drain, "a drain"),
        [StepKind.Dispose] = static (run, _) => run.Dispose(),
    };

    // One per number that a program names; a gate lets in one more than its number.
    private readonly object[] _locks = [.. Enumerable.Range(0, 10).Select(static _ => new object())];
    private readonly SemaphoreSlim[] _gates = [.. Enumerable.Range(0, 10).Select(static n => new SemaphoreSlim(n + 1))];

    private readonly ReaderWriterLockSlim[] _shared = [.. Enumerable.Range(0, 10).Select(static _ => new ReaderWriterLockSlim())];

    // Keeps them alive: ThreadPool's end when nobody refers to them.
    private readonly List<ITimer> _timers = [];

    private void Do(Node[] steps)
    {
        foreach (Node node in steps)
        {
            Action<ProgramRun, Node> step = s_steps[node.Step.Kind];
            if (!_disposes || !node.Step.Row.Queues || _side.IsWorker)
            {
                step(this, node);
                continue;
            }
            // From outside nothing can be queued any more when the disposal has begun: a producer that is late, a
            // timer's callback that comes after the end of its pool.
            _end.EnterReadLock();
            if (!_disposed)
            {
                step(this, node);
            }
            _end.ExitReadLock();
        }
    }

    private void Meet(Node node, Action<ManualResetEventSlim> wait)
    {
        var meeting = new Meeting(node.Count, wait);
        QueueBatch(node, r => new BodyItem(this, node, r, meeting.Join));
    }

    /// <summary>
    /// Items that take what others put into a collection that holds four, each waiting for the other side.
    /// </summary>
    private void Pipe(Node node)
    {
        const int Values = 20;
        (int takers, int putters) = (node.Step.Numbers[0], node.Step.Numbers[1]);
        var pipe = new BlockingCollection<int>(boundedCapacity: 4);
        int puttersLeft = putters, next = 0;
        QueueBatch(node, takers + putters, r => new BodyItem(this, node, r, next++ < takers ? Take : Put));

        void Take()
        {
            foreach (int _ in pipe.GetConsumingEnumerable())
            {
            }
        }

        void Put()
        {
            for (int i = 0; i < Values; i++) pipe.Add(i);
            if (Interlocked.Decrement(ref puttersLeft) == 0) pipe.CompleteAdding();
        }
    }

    /// <summary>
    /// A meeting in the kernel, of which the runtime knows nothing: each reads from one socket, and the last one
    /// writes. With a minimum of as many workers, without which ThreadPool would take minutes.
    /// </summary>
    private void Crowd(Node node)
    {
        _side.SetMinimum(node.Count + 8);
        (Socket near, Socket far) = _peer.Borrow();
        var meeting = new Meeting(node.Count, _ => near.Receive(new byte[1]), () => far.Send(new byte[node.Count - 1]));
        QueueBatch(node, r => new BodyItem(this, node, r, meeting.Join));
    }

    private void StartTimer(Node node)
    {
        ItemRecord record = NewBatch(node, 1)[0];
        _open.AddLater();
        record.Wait(Stopwatch.GetTimestamp() + node.Count * Stopwatch.Frequency / 1000);
        ITimer timer = _side.Time.CreateTimer(
            _ => RunLater(node, record), null, TimeSpan.FromMilliseconds(node.Count), Timeout.InfiniteTimeSpan);
        lock (_timers)
        {
            _timers.Add(timer);
        }
    }

    private void RegisterWait(Node node)
    {
        ItemRecord record = NewBatch(node, 1)[0];
        record.Wait(Stopwatch.GetTimestamp() + node.Count * Stopwatch.Frequency / 1000);
        _open.AddLater();
        var handle = new AutoResetEvent(false);
        _side.RegisterWait(handle, () => RunLater(node, record));
        _peer.After(node.Count, () =>
        {
            record.Wait(Stopwatch.GetTimestamp());
            handle.Set();
        });
    }

    private void RunLater(Node node, ItemRecord record)
    {
        RunBody(node, record);
        _open.LaterEnded();
    }

    private void UnderLock(Node node)
    {
        Presence mine = Presence.Mine;
        mine.WaitsForLock = true;
        lock (_locks[node.Count])
        {
            mine.WaitsForLock = false;
            Do(node.Body);
        }
    }

    private ReaderWriterLockSlim Shared(Node node) => _shared[node.Count];

    private void Under(Node node, Action enter, Action leave)
    {
        Presence mine = Presence.Mine;
        mine.WaitsForLock = true;
        enter();
        mine.WaitsForLock = false;
        Do(node.Body);
        leave();
    }

    private static void Poll(int milliseconds)
    {
        long since = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(since).TotalMilliseconds < milliseconds)
        {
            Thread.Sleep(1);
        }
    }

    private void Dispose()
    {
        _end.EnterWriteLock();
        _disposed = true;
        _end.ExitWriteLock();
        WaitUntilQuiet(_side.Dispose, "a disposal");
    }
}
