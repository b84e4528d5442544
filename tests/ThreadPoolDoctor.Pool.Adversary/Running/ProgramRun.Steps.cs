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

    // One per number that a program names.
    private readonly object[] _locks = [.. Enumerable.Range(0, 10).Select(static _ => new object())];
    private readonly SemaphoreSlim[] _gates = [.. Enumerable.Range(0, 10).Select(static _ => new SemaphoreSlim(1))];

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
        QueueBatch(node, r => new BodyItem(this, node, r, meeting));
    }

    /// <summary>
    /// A meeting in the kernel, of which the runtime knows nothing: each reads from one socket, and the last one writes.
    /// With a minimum of as many workers, without which ThreadPool would take minutes.
    /// </summary>
    private void Crowd(Node node)
    {
        _side.SetMinimum(node.Count + 8);
        (Socket near, Socket far) = _peer.Borrow();
        var meeting = new Meeting(node.Count, _ => near.Receive(new byte[1]), () => far.Send(new byte[node.Count - 1]));
        QueueBatch(node, r => new BodyItem(this, node, r, meeting));
    }

    private void RunAsync(Node node) => RunAsync(node, SleepThenRunAsync);

    private void RunYields(Node node) => RunAsync(node, YieldAsync);

    private void TakeTurns(Node node) => RunAsync(node, TakeTurnAsync);

    private void RunWhenQuiet(Node node) => RunAsync(node, WaitThenRunAsync);

    private void RunAsync(Node node, Func<Node, ItemRecord, Task> function)
    {
        ItemRecord[] batch = NewBatch(node, node.Count);
        _open.AddLater(batch.Length);
        foreach (ItemRecord record in batch)
        {
            record.Wait(Stopwatch.GetTimestamp());
            _ = _side.Run(() => function(node, record));
        }
    }

    private async Task YieldAsync(Node node, ItemRecord record)
    {
        Begin(node, record);
        long until = Stopwatch.GetTimestamp() + node.Step.Numbers[2] * Stopwatch.Frequency / 1000;
        while (true)
        {
            Work.Compute(node.Step.Numbers[1]);
            long now = Stopwatch.GetTimestamp();
            if (now >= until)
            {
                break;
            }
            Presence.Mine.Leave();
            record.Pause();
            record.Wait(now);
            await Task.Yield();
            if (!record.TryBegin(Stopwatch.GetTimestamp()))
            {
                Fault(node, "the code after an await ran twice");
            }
            Presence.Mine.Enter();
        }
        End(node, record);
        _open.LaterEnded();
    }

    /// <summary>How long it waits for the gate is the holders' affair, and no delay of the pool.</summary>
    private async Task TakeTurnAsync(Node node, ItemRecord record)
    {
        Begin(node, record);
        Presence.Mine.Leave();
        SemaphoreSlim gate = _gates[node.Step.Numbers[1]];
        await gate.WaitAsync();
        Presence.Mine.Enter();
        End(node, record);
        gate.Release();
        _open.LaterEnded();
    }

    /// <summary>Tasks, and code that awaits all of them: that waits from when the last has ended.</summary>
    private void RunJoined(Node node)
    {
        ItemRecord[] batch = NewBatch(node, node.Count);
        ItemRecord after = NewBatch(node, 1)[0];
        _open.AddLater(batch.Length + 1);
        var tasks = new Task[batch.Length];
        for (int i = 0; i < tasks.Length; i++)
        {
            ItemRecord record = batch[i];
            record.Wait(Stopwatch.GetTimestamp());
            tasks[i] = _side.Run(
                () =>
                {
                    RunBody(node, record);
                    after.Wait(Stopwatch.GetTimestamp());
                    _open.LaterEnded();
                },
                CancellationToken.None);
        }
        _ = _side.Run(async () =>
        {
            await Task.WhenAll(tasks);
            if (!after.TryBegin(Stopwatch.GetTimestamp()))
            {
                Fault(node, "the code after an await ran twice");
            }
            after.End();
            _open.LaterEnded();
        });
    }

    /// <summary>Its iterations find what the item around them has left on the thread, so nobody looks there.</summary>
    private void RunParallel(Node node)
    {
        ItemRecord[] batch = NewBatch(node, node.Count);
        _open.AddLater(batch.Length);
        var options = new ParallelOptions { TaskScheduler = _side.Scheduler };
        Parallel.ForEach(batch, options, record =>
        {
            if (!record.TryBegin(Stopwatch.GetTimestamp()))
            {
                Fault(node, "an iteration ran twice");
            }
            Presence.Mine.Enter();
            End(node, record);
            _open.LaterEnded();
        });
    }

    private async Task SleepThenRunAsync(Node node, ItemRecord record)
    {
        Begin(node, record);
        int milliseconds = node.Step.Numbers[1];
        Presence.Mine.Leave();
        record.Pause();
        if (milliseconds == 0)
        {
            record.Wait(Stopwatch.GetTimestamp());
            await Task.Yield();
        }
        else
        {
            record.Wait(Stopwatch.GetTimestamp() + milliseconds * Stopwatch.Frequency / 1000);
            await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), _side.Time);
        }
        RunBody(node, record);
        _open.LaterEnded();
    }

    /// <summary>When the pool is quiet is its own affair: that its code goes on at all is what is looked at.</summary>
    private async Task WaitThenRunAsync(Node node, ItemRecord record)
    {
        Begin(node, record);
        Presence.Mine.Leave();
        record.Pause();
        await (_side.DrainAsync() ?? WaitForNoneQueuedAsync());
        record.Wait(Stopwatch.GetTimestamp());
        RunBody(node, record);
        _open.LaterEnded();
    }

    private async Task WaitForNoneQueuedAsync()
    {
        while (!_open.NoneQueued) await Task.Delay(1);
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

    private void Cancel(Node node)
    {
        using var source = new CancellationTokenSource();
        ItemRecord[] batch = NewBatch(node, node.Count);
        _open.AddQueued(batch.Length);
        foreach (ItemRecord record in batch)
        {
            record.Wait(Stopwatch.GetTimestamp());
            _ = _side.Run(() => RunBody(node, record), source.Token).ContinueWith(
                task => CheckCancelled(node, record, task),
                CancellationToken.None,
                TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
        }
        source.Cancel();
    }

    private void CheckCancelled(Node node, ItemRecord record, Task task)
    {
        if (task.IsCanceled == record.HasBegun)
        {
            Fault(node, $"a task is {task.Status}, and its item has begun {record.Begun} times");
        }
        if (task.IsCanceled)
        {
            record.Cancelled();
        }
        _open.QueuedEnded();
    }

    private void Fail(Node node)
    {
        ItemRecord[] batch = NewBatch(node, node.Count);
        _open.AddQueued(batch.Length);
        foreach (ItemRecord record in batch)
        {
            record.Wait(Stopwatch.GetTimestamp());
            _ = _side.Run(() => Throw(node, record), CancellationToken.None).ContinueWith(
                task => CheckFailed(node, task),
                CancellationToken.None,
                TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
        }
    }

    private void Throw(Node node, ItemRecord record)
    {
        RunBody(node, record);
        throw new InvalidOperationException("thrown on purpose");
    }

    private void CheckFailed(Node node, Task task)
    {
        if (task.Exception?.InnerException is not InvalidOperationException)
        {
            Fault(node, $"the exception of a task is lost: it is {task.Status}");
        }
        _open.QueuedEnded();
    }

    /// <summary>Sync over async: blocks for code that needs a worker after its await.</summary>
    private void BlockOnResult(Node node)
    {
        ItemRecord record = NewBatch(node, 1)[0];
        record.Wait(Stopwatch.GetTimestamp());
        _side.Run(async () =>
        {
            Begin(node, record);
            Presence.Mine.Leave();
            record.Pause();
            record.Wait(Stopwatch.GetTimestamp());
            await Task.Yield();
            RunBody(node, record);
        }).GetAwaiter().GetResult();
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

    /// <summary>
    /// A task that the thread runs itself, and so gets the lock that the thread holds. It finds what the thread has, so nobody
    /// looks there.
    /// </summary>
    private void RunHere(Node node)
    {
        ItemRecord record = NewBatch(node, 1)[0];
        var task = new Task(() =>
        {
            if (!record.TryBegin(Stopwatch.GetTimestamp()))
            {
                Fault(node, "a task ran twice");
            }
            Presence.Mine.Enter();
            UnderLock(node);
            Presence.Mine.Leave();
            record.End();
        });
        Presence mine = Presence.Mine;
        mine.WaitsForLock = true;
        lock (_locks[node.Count])
        {
            mine.WaitsForLock = false;
            record.Wait(Stopwatch.GetTimestamp());
            task.RunSynchronously(_side.Scheduler);
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
