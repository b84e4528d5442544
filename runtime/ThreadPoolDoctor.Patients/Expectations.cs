namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Every patient, one row each, and what is true about it. The end-to-end tests hold the doctor to this table.
/// </summary>
internal static class Expectations
{
    private const string Here = "ThreadPoolDoctor.Patients.";

    public static IReadOnlyList<Expectation> All { get; } =
    [
        // Sleeping, and the shapes in which a person may have written it.
        Starving("requests", "work items that sleep half a second each, one every 10 ms", "Sick/Requests.cs",
            new Blamed(Here + "Requests.Load(int)", "TPD002")),
        Starving("inlined-requests", "the same, with the sleeping method inlined into its caller", "Sick/InlinedRequests.cs",
            new Blamed(Here + "InlinedRequests.Load(int)", "TPD002")) with { Rare = true },
        Starving("swallowed-requests", "work items that were compiled into the pool's own loop", "Sick/SwallowedRequests.cs",
            new Blamed(Here + "SwallowedRequests.Ask()", "TPD001")) with { Rare = true },
        Starving("lambda-result", "asks a task for its Result, and was inlined into some of the callbacks", "Sick/LambdaResult.cs",
            new Blamed(Here + "LambdaResult.Load(int)", "TPD001")) with { IsOnlyCause = true, Rare = true },
        Starving("lambda-sleep", "sleeps in the lambda that is queued", "Sick/LambdaSleep.cs",
            new Blamed("lambda in " + Here + "LambdaSleep.Run", "TPD002")),
        Starving("local-function", "sleeps in a local function of a generic method", "Sick/LocalFunction.cs",
            new Blamed("Work in " + Here + "LocalFunction.Start", "TPD002")) with { Rare = true },
        Starving("async-method", "sleeps in an async method, after its first await", "Sick/AsyncMethod.cs",
            new Blamed(Here + "AsyncMethod.LoadAsync(string)", "TPD002")),
        Starving("deep-stack", "sleeps 180 calls deep, where stacks are cut", "Sick/DeepStack.cs",
            new Blamed(Here + "DeepStack.Descend(int)", "TPD002")),
        Starving("timer-sleep", "timer callbacks that sleep longer than their period", "Sick/TimerSleep.cs",
            new Blamed(Here + "TimerSleep.Tick(object)", "TPD002")) with { MayHave = ["TPD102", "TPD104", "TPD107"], Rare = true },
        Starving("parallel-sleep", "Parallel.ForEach over a body that sleeps", "Sick/ParallelSleep.cs",
            new Blamed(Here + "ParallelSleep.Ship(int)", "TPD002")) with { Rare = true },
        Starving("block-sleep", "a block of Dataflow that calls back a method that sleeps, and is gone from the stack", "Sick/BlockSleep.cs",
            new Blamed(Here + "BlockSleep.Ship(int)", "TPD002")) with { MayHave = ["TPD102", "TPD104", "TPD107"], Rare = true },

        // Loops that never give their worker back.
        new("counters", "items that count until a timer stops them, which waits for a worker too")
        {
            Source = "Sick/Counters.cs",
            Verdicts = ["starving", "at-risk"],
            Symptoms = ["TPD102", "TPD104"],
            MayHave = ["TPD101", "TPD106"],
            Causes = [new(Here + "Counters.Count()", "TPD005")],
            IsBusy = true,
        },
        Starving("polling-loops", "background jobs that poll for ever on the pool", "Sick/PollingLoops.cs",
            new Blamed(Here + "PollingLoops.Poll()", "TPD005", "TPD002")) with { MayHave = ["TPD102", "TPD104", "TPD107"] },
        Starving("consumers", "consumer loops that each hold a worker for good", "Sick/Consumers.cs",
            new Blamed(Here + "Consumers.Consume(BlockingCollection<int>)", "TPD005", "TPD004"))
            with { MayHave = ["TPD102", "TPD104", "TPD107"], Rare = true },

        // Registered waits.
        new("waits", "63 x 100 registered waits, which cost 100 threads (--count N for 63 x N)")
        {
            Source = "Sick/Waits.cs",
            Verdicts = ["at-risk"],
            Symptoms = ["TPD103"],
        },
        new("wait-per-item", "every work item registers a wait of its own")
        {
            Source = "Sick/WaitPerItem.cs",
            Verdicts = ["at-risk"],
            Symptoms = ["TPD103"],
            Rare = true,
        },

        // Web apps on Kestrel, under load.
        Starving("web-result", "a web app whose handler asks a task for its Result", "Web/WebResult.cs",
            new Blamed(Here + "WebResult.Load(int)", "TPD001")) with { Awaits = Here + "WebResult.FetchAsync(int)", Serves = Here + "WebResult." },
        Starving("web-lambda", "the same in a lambda, which has no frame of its own", "Web/WebLambda.cs",
            new Blamed("lambda in " + Here + "WebLambda.Run", "TPD001") { OrHonestly = "(made at run time)" }) with { Rare = true },
        Starving("web-lock", "a web app whose handler holds a lock during I/O", "Web/WebLock.cs",
            new Blamed(Here + "WebLock.Load(Socket)", "TPD004"))
            with { Symptoms = ["TPD101", "TPD105"] },
        Starving("web-semaphore", "a web app whose handler waits for a SemaphoreSlim", "Web/WebSemaphore.cs",
            new Blamed(Here + "WebSemaphore.LoadAsync(int)", "TPD004")),
        Starving("web-socket", "a web app whose handler reads from a socket, synchronously", "Web/WebSocketRead.cs",
            new Blamed(Here + "WebSocketRead.Load(int)", "TPD003")),
        Starving("web-queue", "a web app whose handler takes from a blocking queue", "Web/WebQueue.cs",
            new Blamed(Here + "WebQueue.Load()", "TPD004")),

        // Other ways to block.
        Starving("http-send", "work items that call HttpClient.Send", "Sick/HttpSend.cs",
            new Blamed(Here + "HttpSend.Fetch(HttpClient, string)", "TPD003")),
        Starving("file-read", "work items that read a slow file", "Sick/FileRead.cs",
            new Blamed(Here + "FileRead.ReadOne(string)", "TPD003")) with { UnixOnly = true },
        Starving("process-wait", "work items that wait for another program's end", "Sick/ProcessWait.cs",
            new Blamed(Here + "ProcessWait.Convert()", "TPD003")) with { UnixOnly = true, Rare = true },
        Starving("wait-all", "work items that wait for their parts with Task.WaitAll", "Sick/WaitAll.cs",
            new Blamed(Here + "WaitAll.Gather()", "TPD001")),
        Starving("awaiter-result", "GetAwaiter().GetResult() behind an interface", "Sick/AwaiterResult.cs",
            new Blamed(Here + "AwaiterResult.RemoteStore.Count(string)", "TPD001")) with { Rare = true },
        Starving("handle-wait", "work items that wait on a handle", "Sick/HandleWait.cs",
            new Blamed(Here + "HandleWait.Ask(Replies)", "TPD004")) with { Rare = true },
        Starving("reset-event", "work items that wait on a ManualResetEventSlim", "Sick/ResetEvent.cs",
            new Blamed(Here + "ResetEvent.Ask(Replies)", "TPD004")),
        Starving("countdown", "work items that wait on a CountdownEvent", "Sick/Countdown.cs",
            new Blamed(Here + "Countdown.Gather(Replies)", "TPD004")) with { Rare = true },
        Starving("monitor-wait", "work items that wait for a pulse", "Sick/MonitorWait.cs",
            new Blamed(Here + "MonitorWait.AwaitPulse()", "TPD004")) with { Rare = true },
        Starving("reader-writer", "readers kept out by a slow writer", "Sick/ReaderWriter.cs",
            new Blamed(Here + "ReaderWriter.Read(int)", "TPD004"))
            with { MayHave = ["TPD102", "TPD104", "TPD105", "TPD107"], Rare = true },
        Starving("thread-join", "work items that join a thread", "Sick/ThreadJoin.cs",
            new Blamed(Here + "ThreadJoin.Convert()", "TPD004")) with { Rare = true },
        Starving("shared-lazy", "all wait for one Lazy value", "Sick/SharedLazy.cs",
            new Blamed(Here + "SharedLazy.Use()", "TPD004"))
            with { MayHave = ["TPD102", "TPD104", "TPD105", "TPD107"], Rare = true },

        Starving("many-methods", "a program of sixty thousand methods", "Sick/ManyMethods.cs",
            new Blamed(Here + "ManyMethods.Load(int)", "TPD002")) with { Rare = true },

        // Nothing completes at all.
        Starving("tiny-queue", "four items wait while all eight workers are blocked for good", "Sick/TinyQueue.cs",
            new Blamed(Here + "TinyQueue.Enter(SemaphoreSlim)", "TPD004")) with { Symptoms = ["TPD107"] },
        Starving("nested-tasks", "every worker waits for a task that waits for a worker", "Sick/NestedTasks.cs",
            new Blamed(Here + "NestedTasks.Outer()", "TPD001")) with { Symptoms = ["TPD107"], Awaits = Here + "NestedTasks.InnerAsync()" },
        Starving("thousand", "a thousand workers, all blocked", "Sick/Thousand.cs",
            new Blamed(Here + "Thousand.AwaitStart(ManualResetEventSlim)", "TPD004")) with { Symptoms = ["TPD107"], Rare = true },
        Starving("two-locks", "two locks taken in opposite order", "Sick/TwoLocks.cs",
            new Blamed(Here + "TwoLocks.Count()", "TPD004"))
            with { Symptoms = ["TPD107"], MayHave = ["TPD101", "TPD102", "TPD104", "TPD105"], IsDeadlocked = true },

        // Blocks, but enough extra threads make up for it.
        new("compensated", "blocks, made up for by a high minimum of workers")
        {
            Source = "Sick/Compensated.cs",
            Verdicts = ["compensated"],
            MayHave = ["TPD002"],
            Causes = [new(Here + "Compensated.Load(int)", "TPD002")],
        },

        // Busy beyond the processors' powers, without blocking.
        new("saturated", "more computing arrives than the processors can do")
        {
            Source = "Sick/Saturated.cs",
            Verdicts = ["cpu-bound"],
            Symptoms = ["TPD106"],
            MayHave = ["TPD104"],
            IsBusy = true,
        },

        Healthy("idle", "does nothing", "Healthy/Idle.cs"),
        Healthy("idle-web", "a web app that nobody calls", "Healthy/IdleWeb.cs") with { Rare = true },
        Healthy("async-load", "a web app that awaits everything, under load", "Healthy/AsyncLoad.cs") with { IsBusy = true },
        Healthy("async-timers", "a thousand async loops on timers", "Healthy/AsyncTimers.cs") with { Rare = true },
        Healthy("dedicated", "two hundred sleeping threads of its own", "Healthy/Dedicated.cs"),
        Healthy("dedicated-from-pool", "the same, started by a work item", "Healthy/DedicatedFromPool.cs"),
        Healthy("long-running", "blocking consumers on LongRunning threads", "Healthy/LongRunning.cs"),
        Healthy("one-consumer", "one worker blocked, and room for everything else", "Healthy/OneConsumer.cs") with { Rare = true },
        Busy("busy-parallel", "all processors busy in Parallel.For", "Healthy/BusyParallel.cs"),
        Busy("tiny-items", "millions of tiny items", "Healthy/TinyItems.cs"),
        Busy("huge-items", "items of a twentieth of a second each", "Healthy/HugeItems.cs"),
        Healthy("exceptions", "a storm of exceptions, all caught", "Healthy/Exceptions.cs") with { IsBusy = true },
        Healthy("bursts", "half a thousand items at once, and soon done", "Healthy/Bursts.cs") with { Rare = true },
        Busy("garbage", "allocates without end", "Healthy/Garbage.cs") with { Rare = true },
        Healthy("unused-timeouts", "opens time-outs that it gives up", "Healthy/UnusedTimeouts.cs"),
    ];

    private static Expectation Starving(string patient, string description, string source, Blamed cause) =>
        new(patient, description)
        {
            Source = source,
            Verdicts = ["starving"],
            Symptoms = ["TPD101"],
            MayHave = ["TPD101", "TPD102", "TPD104", "TPD107"],
            Causes = [cause],
        };

    private static Expectation Healthy(string patient, string description, string source) =>
        new(patient, description) { Source = source, Verdicts = ["healthy"], IsSick = false };

    private static Expectation Busy(string patient, string description, string source) =>
        new(patient, description) { Source = source, Verdicts = ["healthy", "cpu-bound"], IsSick = false, IsBusy = true };
}
