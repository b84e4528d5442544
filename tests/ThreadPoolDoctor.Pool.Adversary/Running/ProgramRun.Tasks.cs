using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

// What the steps do that make tasks and async methods.
internal sealed partial class ProgramRun
{
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

    /// <summary>
    /// A task that the thread runs itself, and so gets the lock that the thread holds. It finds what the thread has, so
    /// nobody looks there.
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
}
