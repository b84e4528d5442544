namespace ThreadPoolDoctor.Patients;

/// <summary>Which class plays which patient.</summary>
internal static class Roster
{
    private static readonly Dictionary<string, Action<Session>> s_patients = new()
    {
        ["requests"] = Requests.Run,
        ["inlined-requests"] = InlinedRequests.Run,
        ["swallowed-requests"] = SwallowedRequests.Run,
        ["lambda-sleep"] = LambdaSleep.Run,
        ["local-function"] = LocalFunction.Run,
        ["async-method"] = AsyncMethod.Run,
        ["deep-stack"] = DeepStack.Run,
        ["timer-sleep"] = TimerSleep.Run,
        ["parallel-sleep"] = ParallelSleep.Run,
        ["counters"] = Counters.Run,
        ["polling-loops"] = PollingLoops.Run,
        ["consumers"] = Consumers.Run,
        ["waits"] = Waits.Run,
        ["wait-per-item"] = WaitPerItem.Run,
        ["web-result"] = WebResult.Run,
        ["web-lambda"] = WebLambda.Run,
        ["web-lock"] = WebLock.Run,
        ["web-semaphore"] = WebSemaphore.Run,
        ["web-socket"] = WebSocketRead.Run,
        ["web-queue"] = WebQueue.Run,
        ["http-send"] = HttpSend.Run,
        ["file-read"] = FileRead.Run,
        ["process-wait"] = ProcessWait.Run,
        ["wait-all"] = WaitAll.Run,
        ["awaiter-result"] = AwaiterResult.Run,
        ["handle-wait"] = HandleWait.Run,
        ["reset-event"] = ResetEvent.Run,
        ["countdown"] = Countdown.Run,
        ["monitor-wait"] = MonitorWait.Run,
        ["reader-writer"] = ReaderWriter.Run,
        ["thread-join"] = ThreadJoin.Run,
        ["shared-lazy"] = SharedLazy.Run,
        ["tiny-queue"] = TinyQueue.Run,
        ["nested-tasks"] = NestedTasks.Run,
        ["two-locks"] = TwoLocks.Run,
        ["thousand"] = Thousand.Run,
        ["saturated"] = Saturated.Run,

        ["idle"] = Idle.Run,
        ["idle-web"] = IdleWeb.Run,
        ["async-load"] = AsyncLoad.Run,
        ["async-timers"] = AsyncTimers.Run,
        ["dedicated"] = Dedicated.Run,
        ["dedicated-from-pool"] = DedicatedFromPool.Run,
        ["long-running"] = LongRunning.Run,
        ["one-consumer"] = OneConsumer.Run,
        ["busy-parallel"] = BusyParallel.Run,
        ["tiny-items"] = TinyItems.Run,
        ["huge-items"] = HugeItems.Run,
        ["exceptions"] = Exceptions.Run,
        ["bursts"] = Bursts.Run,
        ["garbage"] = Garbage.Run,
        ["compensated"] = Compensated.Run,
    };

    public static Action<Session>? Find(string name) => s_patients.GetValueOrDefault(name);
}
