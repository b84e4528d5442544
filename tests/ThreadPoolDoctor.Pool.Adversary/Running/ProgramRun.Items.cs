using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary;

// How items are queued, begun and ended, and how that is recorded.
internal sealed partial class ProgramRun
{
    /// <summary>Carries out a node's body as one item, after what it waits for.</summary>
    private sealed class BodyItem(ProgramRun run, Node node, ItemRecord record, Action? before = null) : PoolItem
    {
        public override void Execute()
        {
            run.Begin(node, record);
            before?.Invoke();
            run.End(node, record);
            run._open.QueuedEnded();
        }
    }

    /// <summary>Queues itself again until its time is over.</summary>
    private sealed class RelayItem(ProgramRun run, Node node, ItemRecord record) : PoolItem
    {
        private readonly long _length = node.Step.Numbers[2] * Stopwatch.Frequency / 1000;
        private long _until;

        public override void Execute()
        {
            long now = Stopwatch.GetTimestamp();
            if (!record.TryBegin(now))
            {
                run.Fault(node, "a link ran twice");
            }
            Presence mine = Presence.Mine;
            mine.Enter();
            if (_until == 0)
            {
                _until = now + _length;
                node.See(ThreadConditions.Look());
            }
            Work.Compute(node.Step.Numbers[1]);
            mine.Leave();
            now = Stopwatch.GetTimestamp();
            if (now < _until)
            {
                record.Pause();
                record.Wait(now);
                run._side.Queue(this, node.Step.Form);
            }
            else
            {
                record.End();
                run._open.QueuedEnded();
            }
        }
    }

    /// <summary>Items that wait for one another, each by <paramref name="wait"/> for the last of them.</summary>
    private sealed class Meeting(int members, Action<ManualResetEventSlim> wait, Action? release = null)
    {
        private readonly ManualResetEventSlim _all = new();
        private int _missing = members;

        internal void Join()
        {
            if (Interlocked.Decrement(ref _missing) == 0)
            {
                _all.Set();
                release?.Invoke();
            }
            else
            {
                wait(_all);
            }
        }
    }

    private static ItemRecord[] NewBatch(Node node, int count)
    {
        var batch = new ItemRecord[count];
        long now = Stopwatch.GetTimestamp();
        for (int i = 0; i < count; i++)
        {
            batch[i] = new ItemRecord();
            batch[i].Wait(now);
        }
        node.Add(batch);
        return batch;
    }

    private void QueueBatch(Node node, Func<ItemRecord, PoolItem> make) => QueueBatch(node, node.Count, make);

    private void QueueBatch(Node node, int count, Func<ItemRecord, PoolItem> make)
    {
        ItemRecord[] batch = NewBatch(node, count);
        _open.AddQueued(batch.Length);
        foreach (ItemRecord record in batch)
        {
            PoolItem item = make(record);
            record.Wait(Stopwatch.GetTimestamp());
            _side.Queue(item, node.Step.Form);
            record.Accept();
        }
    }

    private void Begin(Node node, ItemRecord record)
    {
        if (!record.TryBegin(Stopwatch.GetTimestamp()))
        {
            Fault(node, "an item ran twice");
        }
        Presence.Mine.Enter();
        node.See(ThreadConditions.Look());
    }

    private void End(Node node, ItemRecord record)
    {
        Do(node.Body);
        Presence.Mine.Leave();
        record.End();
    }

    private void RunBody(Node node, ItemRecord record)
    {
        Begin(node, record);
        End(node, record);
    }

    private bool Drain()
    {
        if (_side.DrainAsync() is not { } drain)
        {
            return false;
        }
        drain.GetAwaiter().GetResult();
        return true;
    }

    /// <summary>What was accepted before a drain began must have ended when it ends.</summary>
    private void WaitUntilQuiet(Func<bool> wait, string what)
    {
        ItemRecord[] before = [.. _nodes.Where(static n => IsQueued(n.Step.Kind)).SelectMany(static n => n.Records)
            .Where(static r => r.WasAccepted)];
        if (wait())
        {
            int left = before.Count(static r => !r.HasEnded);
            if (left > 0)
            {
                Fault($"{what} ended while items that were queued before it had not");
            }
            return;
        }
        while (!_open.NoneQueued)
        {
            Thread.Sleep(1);
        }
    }

    private static bool IsQueued(StepKind kind) =>
        kind is StepKind.Queue or StepKind.Meet or StepKind.Pipe or StepKind.Spin or StepKind.Crowd or StepKind.Relay;
}
