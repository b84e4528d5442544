using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using ThreadPoolDoctor.Pool;

namespace Swapped;

/// <summary>
/// Programs that once behaved otherwise on the bundled pool. Each prints what it found, which must be the same on both,
/// and after a tab how long it took: <c>Swapped ROW</c>, or the names of all rows without one.
/// </summary>
internal static class Program
{
    private static readonly Dictionary<string, Func<string>> s_rows = new()
    {
        ["a minimum of 200, then 100 x Task.Run of a sleep of 500 ms"] = static () => MinimumHelpsTaskRun(),
        ["a scheduler of one at a time on ThreadPool: tasks at once, also after awaits"] = static () => $"{MostAtOnce(new OneAtATime())}",
        ["the exclusive scheduler of a pair: tasks at once, also after awaits"] = static () =>
            $"{MostAtOnce(new ConcurrentExclusiveSchedulerPair(Pool).ExclusiveScheduler)}",
        ["Parallel.ForEachAsync of a degree of 50: the most at once"] = static () => MostInParallel(50),
        ["an async delegate that throws a cancellation before its first await"] = static () => Status(static () => throw new OperationCanceledException()),
        ["an async delegate that throws before its first await"] = static () => Status(static () => throw new FormatException()),
        ["LongRunning, waited for by a worker, 2,000 times: run inline"] = static () => $"{Inline(2_000)}",
        ["the limits of the runtime's configuration, 1 and 2"] = static () => ConfiguredLimits(),
        ["an asynchronous local in the handler of a Progress"] = static () => InProgress(),
        ["the SynchronizationContext of an item"] = static () => OnWorker(static () => $"{SynchronizationContext.Current?.ToString() ?? "none"}"),
        ["the culture, priority and name that an item has changed, in the next"] = static () => AfterChanges(),
        ["a registered wait of an event: signalled, timed out, unregistered"] = static () => RegisteredWait(),
    };

    private static TaskScheduler Pool =>
#if SWAPPED
        WorkPool.Shared.Scheduler;
#else
        TaskScheduler.Default;
#endif

    private static Task Run(Func<Task> function) =>
#if SWAPPED
        WorkPool.Shared.Run(function);
#else
        Task.Run(function);
#endif

    private static bool IsWorker =>
#if SWAPPED
        WorkPool.Shared.IsWorkerThread;
#else
        Thread.CurrentThread.IsThreadPoolThread;
#endif

    private static int Main(string[] arguments)
    {
        if (arguments.Length == 0)
        {
            foreach (string name in s_rows.Keys) Console.WriteLine(name);
            return 0;
        }
        long start = Stopwatch.GetTimestamp();
        string found = s_rows[arguments[0]]();
        Console.WriteLine($"{found}\t{Stopwatch.GetElapsedTime(start).TotalMilliseconds:F0}");
        return 0;
    }

    private static string MinimumHelpsTaskRun()
    {
        bool set = ThreadPool.SetMinThreads(200, 200);
        long start = Stopwatch.GetTimestamp();
        Task.WaitAll([.. Enumerable.Range(0, 100).Select(static _ => Task.Run(static () => Thread.Sleep(500)))]);
        // One by one they would need many times that.
        return $"{set}, {(Stopwatch.GetElapsedTime(start).TotalSeconds < 5 ? "together" : "a few at a time")}";
    }

    /// <summary>Tasks that each await three times; how many were ever between two awaits at once.</summary>
    private static int MostAtOnce(TaskScheduler scheduler)
    {
        int inside = 0, most = 0;
        var factory = new TaskFactory(scheduler);
        Task.WaitAll([.. Enumerable.Range(0, 50).Select(_ => factory.StartNew(async () =>
        {
            for (int i = 0; i < 3; i++)
            {
                Raise(ref most, Interlocked.Increment(ref inside));
                Thread.SpinWait(20_000);
                Interlocked.Decrement(ref inside);
                await Task.Yield();
                await Task.Delay(1);
            }
        }).Unwrap())]);
        return most;
    }

    /// <summary>Several may come at once: the greatest of them stays.</summary>
    private static void Raise(ref int most, int now)
    {
        for (int seen = Volatile.Read(ref most); now > seen; seen = Volatile.Read(ref most)) Interlocked.CompareExchange(ref most, now, seen);
    }

    private static string MostInParallel(int degree)
    {
        int inside = 0, most = 0;
        var options = new ParallelOptions { TaskScheduler = Pool, MaxDegreeOfParallelism = degree };
        Parallel.ForEachAsync(Enumerable.Range(0, 1_000), options, async (_, _) =>
        {
            Raise(ref most, Interlocked.Increment(ref inside));
            await Task.Delay(2);
            Interlocked.Decrement(ref inside);
        }).Wait();
        return most > degree / 2 && most <= degree ? $"more than {degree / 2}, at most {degree}" : $"{most}";
    }

    private static string Status(Func<Task> function)
    {
        Task task = Run(function);
        Task.WhenAny(task).Wait();
        return $"{task.Status}, {task.Exception?.InnerException?.GetType().Name ?? "no exception"}";
    }

    private static int Inline(int times)
    {
        int inline = 0;
        Run(() =>
        {
            for (int i = 0; i < times; i++)
            {
                Task.Factory.StartNew(() => inline += IsWorker ? 1 : 0, default, TaskCreationOptions.LongRunning, Pool).Wait();
            }
            return Task.CompletedTask;
        }).Wait();
        return inline;
    }

    private static string ConfiguredLimits()
    {
        ThreadPool.GetMinThreads(out int least, out _);
        ThreadPool.GetMaxThreads(out int limit, out _);
        int inside = 0, most = 0;
        using var done = new CountdownEvent(50);
        for (int i = 0; i < 50; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                int now = Interlocked.Increment(ref inside);
                for (int seen = most; now > seen; seen = most) Interlocked.CompareExchange(ref most, now, seen);
                Thread.Sleep(2);
                Interlocked.Decrement(ref inside);
                done.Signal();
            });
        }
        done.Wait();
        return $"{least}, {limit}, {(most <= limit ? "kept" : "exceeded")}";
    }

    private static string InProgress()
    {
        var local = new AsyncLocal<string> { Value = "the program's" };
        var seen = new TaskCompletionSource<string?>();
        ThreadPool.QueueUserWorkItem(_ =>
        {
            IProgress<int> progress = new Progress<int>(_ => seen.SetResult(local.Value));
            local.Value = "the reporter's";
            progress.Report(1);
        });
        return seen.Task.Result ?? "lost";
    }

    private static string OnWorker(Func<string> look)
    {
        var seen = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        ThreadPool.UnsafeQueueUserWorkItem(_ => seen.SetResult(look()), null);
        return seen.Task.Result;
    }

    private static string AfterChanges()
    {
        string before = OnWorker(Look);
        for (int i = 0; i < 100; i++)
        {
            OnWorker(static () =>
            {
                var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
                culture.NumberFormat.NumberDecimalSeparator = "'";
                CultureInfo.CurrentCulture = culture;
                Thread.CurrentThread.Priority = ThreadPriority.BelowNormal;
                Thread.CurrentThread.Name = "changed";
                return "";
            });
            if (OnWorker(Look) is var after && after != before) return $"{after}, where it was {before}";
        }
        return "as new";

        static string Look() => $"{1.5}, {Thread.CurrentThread.Priority}, {Thread.CurrentThread.Name}";
    }

    private static string RegisteredWait()
    {
        using var signal = new AutoResetEvent(false);
        using var called = new BlockingCollection<bool>();
        RegisteredWaitHandle wait = ThreadPool.RegisterWaitForSingleObject(signal, (_, timedOut) => called.Add(timedOut), null, -1, executeOnlyOnce: false);
        signal.Set();
        bool first = called.Take();
        RegisteredWaitHandle late = ThreadPool.RegisterWaitForSingleObject(new AutoResetEvent(false), (_, timedOut) => called.Add(timedOut), null, 20, executeOnlyOnce: true);
        bool second = called.Take();
        using var gone = new ManualResetEvent(false);
        bool unregistered = wait.Unregister(gone);
        gone.WaitOne();
        signal.Set();
        return $"{first}, {second}, {unregistered}, {late.Unregister(null)}, {(signal.WaitOne(0) ? "left alone" : "taken")}";
    }

    /// <summary>Runs one task at a time on <c>ThreadPool</c>, whichever that is here.</summary>
    private sealed class OneAtATime : TaskScheduler
    {
        private readonly Queue<Task> _waiting = new();
        private bool _running;

        public override int MaximumConcurrencyLevel => 1;

        protected override IEnumerable<Task> GetScheduledTasks() => _waiting;

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override void QueueTask(Task task)
        {
            lock (_waiting)
            {
                _waiting.Enqueue(task);
                if (_running) return;
                _running = true;
            }
            ThreadPool.UnsafeQueueUserWorkItem(_ => RunAll(), null);
        }

        private void RunAll()
        {
            while (true)
            {
                Task? task;
                lock (_waiting)
                {
                    if (!_waiting.TryDequeue(out task))
                    {
                        _running = false;
                        return;
                    }
                }
                TryExecuteTask(task);
            }
        }
    }
}
