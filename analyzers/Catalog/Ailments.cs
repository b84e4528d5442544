using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Every ailment, one row each. Adding one means a row here, a rule, a test file and a page in docs/rules.
/// </summary>
internal static class Ailments
{
    public const string HelpFolder = "https://github.com/threadpooldoctor/threadpooldoctor/blob/main/docs/rules/";

    public const string BlockingOnTask = "TPD001";
    public const string Sleeping = "TPD002";
    public const string BlockingIO = "TPD003";
    public const string WaitingOnSignal = "TPD004";
    public const string EndlessLoop = "TPD005";
    public const string RegisteredWaitPerItem = "TPD006";
    public const string AsyncVoidWorkItem = "TPD007";
    public const string LongRunningAsync = "TPD008";

    public const string Starvation = "TPD101";
    public const string SlowInjection = "TPD102";
    public const string WaitThreadExplosion = "TPD103";
    public const string LateTimers = "TPD104";
    public const string LockConvoy = "TPD105";
    public const string CpuSaturation = "TPD106";
    public const string Stuck = "TPD107";

    public static IReadOnlyList<Ailment> All { get; } =
    [
        new(BlockingOnTask, AilmentKind.Cause, "Blocking on a task",
            "Await the task, and make the callers async up to the work item."),
        new(Sleeping, AilmentKind.Cause, "Sleeping",
            "Await Task.Delay instead of Thread.Sleep."),
        new(BlockingIO, AilmentKind.Cause, "Blocking I/O",
            "Await the asynchronous twin of the call, and pass the CancellationToken in scope."),
        new(WaitingOnSignal, AilmentKind.Cause, "Waiting on a handle, lock or signal",
            "Await a WaitAsync, a channel or a TaskCompletionSource, or move the wait to a dedicated thread."),
        new(EndlessLoop, AilmentKind.Cause, "Endless loop on a pool thread",
            "Give the loop a dedicated thread (LongRunning), or await inside it."),
        new(RegisteredWaitPerItem, AilmentKind.Cause, "One registered wait per item",
            "Signal asynchronously, or register the waits with the bundled pool's own events."),
        new(AsyncVoidWorkItem, AilmentKind.Cause, "Async void work item",
            "Queue a delegate that returns Task, so that its exceptions and its end can be seen."),
        new(LongRunningAsync, AilmentKind.Cause, "LongRunning with an async delegate",
            "Use Task.Run for the async delegate, or keep LongRunning and make the body synchronous."),

        new(Starvation, AilmentKind.Symptom, "Starvation",
            "Cure the causes named below: they hold the workers while work waits in the queue."),
        new(SlowInjection, AilmentKind.Symptom, "Slow injection",
            "Cure the blocking; until then a higher ThreadPool.SetMinThreads spares the wait for each new thread."),
        new(WaitThreadExplosion, AilmentKind.Symptom, "Wait-thread explosion",
            "Register fewer waits: each 63 handles cost a thread. Use asynchronous signals or the bundled pool's events."),
        new(LateTimers, AilmentKind.Symptom, "Late timers",
            "Free the workers that timer callbacks queue behind, or use the bundled pool's TimeProvider."),
        new(LockConvoy, AilmentKind.Symptom, "Lock convoy",
            "Hold the lock for less: no I/O and no waiting inside it; or use SemaphoreSlim.WaitAsync."),
        new(CpuSaturation, AilmentKind.Symptom, "CPU saturation",
            "The pool is busy, not blocked: profile the work, shed load or add processors."),
        new(Stuck, AilmentKind.Symptom, "Stuck",
            "Nothing completes at all: follow the wait-for edges named below to the one that never returns."),
    ];

    private static readonly Dictionary<string, Ailment> s_byId = Index();

    /// <summary>The ailment with this id. Throws KeyNotFoundException for an id that is not in the table.</summary>
    public static Ailment Get(string id) => s_byId[id];

    private static Dictionary<string, Ailment> Index()
    {
        Dictionary<string, Ailment> byId = [];
        foreach (Ailment ailment in All) byId.Add(ailment.Id, ailment);
        return byId;
    }
}
