using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// One run of a patient: its options, the announcement that it is ready, and its end. Everything here runs on threads
/// of its own, so that the thread pool holds the illness and nothing else.
/// </summary>
internal sealed class Session
{
    private const int DefaultSeconds = 600;

    private readonly Dictionary<string, int> _options;
    private readonly string _ready;
    private PosixSignalRegistration? _deafToInterrupts;

    private Session(string name, Dictionary<string, int> options)
    {
        _options = options;
        // Composed at the start, as any real program composes some text: a program that does so for the first time
        // while a session of meters is opened can lock itself up (dotnet/runtime issue 119014), and most patients
        // compose nothing else.
        _ready = $"ready {name} {Environment.ProcessId}";
    }

    /// <summary>Reads the options and starts the clock; null and a sentence when the options make no sense.</summary>
    public static Session? TryStart(string name, string[] arguments, out string? trouble)
    {
        Dictionary<string, int> options = [];
        trouble = null;
        for (int i = 0; i < arguments.Length; i += 2)
        {
            if (!arguments[i].StartsWith("--", StringComparison.Ordinal) || i + 1 == arguments.Length
                || !int.TryParse(arguments[i + 1], out int value))
            {
                trouble = $"'{arguments[i]}' should be an option such as --seconds and a whole number.";
                return null;
            }
            options[arguments[i][2..]] = value;
        }
        Session session = new(name, options);
        // Ctrl-C reaches every program of the terminal. Whoever gave this one its input ends it with that, when it has
        // seen what it wants to see; only by hand it shall end at once.
        if (Console.IsInputRedirected)
        {
            session._deafToInterrupts = PosixSignalRegistration.Create(PosixSignal.SIGINT, static signal => signal.Cancel = true);
        }
        session.OnThread("end with standard input", EndWithStandardInput);
        session.OnThread("end in time", session.EndInTime);
        if (session.Option("counts", 0) is > 0 and var milliseconds) session.Every(milliseconds, session.PrintCounts);
        return session;
    }

    /// <summary>
    /// How much was done so far, for `--report 1`; unless the patient knows better, the work items that the pool
    /// completed.
    /// </summary>
    public Func<long> Progress { get; set; } = () => ThreadPool.CompletedWorkItemCount;

    public int Option(string name, int otherwise) => _options.GetValueOrDefault(name, otherwise);

    /// <summary>Starts a background thread of the patient's own, outside the pool.</summary>
    public Thread OnThread(string name, Action work)
    {
        Thread thread = new(() => work()) { IsBackground = true, Name = name };
        thread.Start();
        return thread;
    }

    /// <summary>Does something at a steady rate on a thread of its own; when late, it catches up.</summary>
    public void Every(double milliseconds, Action action) => OnThread("steady arrival", () =>
    {
        long start = Stopwatch.GetTimestamp();
        for (long round = 1; ; round++)
        {
            action();
            double ahead = round * milliseconds - Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            if (ahead >= 1) Thread.Sleep((int)ahead);
        }
    });

    /// <summary>Ready: now. With `--after-ready N` it ends so many seconds later.</summary>
    public void Ready()
    {
        Console.WriteLine(_ready);
        Console.Out.Flush();
        if (Option("after-ready", 0) is > 0 and var seconds) OnThread("end after ready", () => EndAfter(seconds));
    }

    /// <summary>Ready: as soon as the condition holds.</summary>
    public void ReadyWhen(Func<bool> condition)
    {
        while (!condition()) Thread.Sleep(5);
        Ready();
    }

    /// <summary>
    /// Ready: an empty work item queued to the pool has waited for a whole second. That is starvation, measured.
    /// </summary>
    public void ReadyWhenStarving()
    {
        while (Probe.DelayOfOneItem(limitMilliseconds: 1_000) < 1_000) Thread.Sleep(20);
        Ready();
    }

    /// <summary>Ready: work waits, and for a whole second nothing was completed.</summary>
    public void ReadyWhenStuck()
    {
        (long completed, long since) = (-1, Stopwatch.GetTimestamp());
        while (Stopwatch.GetElapsedTime(since) < TimeSpan.FromSeconds(1))
        {
            long now = ThreadPool.CompletedWorkItemCount;
            if (now != completed || ThreadPool.PendingWorkItemCount == 0) (completed, since) = (now, Stopwatch.GetTimestamp());
            Thread.Sleep(20);
        }
        Ready();
    }

    /// <summary>Ready: the work is under way, and empty work items have started at once for half a second.</summary>
    public void ReadyWhenWarm(Func<bool> underWay)
    {
        for (int prompt = 0; prompt < 10;)
        {
            prompt = underWay() && Probe.DelayOfOneItem(limitMilliseconds: 1_000) < 100 ? prompt + 1 : 0;
            Thread.Sleep(50);
        }
        Ready();
    }

    public void StayUntilTheEnd()
    {
        if (Option("probe", 0) != 0) Probe.PrintForEver();
        if (Option("agent", 0) is > 0 and var seconds) MetricsAgent.Start(seconds);
        if (Option("report", 0) != 0) Every(100, () => Console.WriteLine($"progress {Progress()}"));
        Thread.Sleep(Timeout.Infinite);
    }

    /// <summary>From the start on, ready or not: a governed patient may never become as ill as it should be.</summary>
    private void PrintCounts() => Console.WriteLine($"counts {Progress()} {ThreadPool.ThreadCount} {ThreadPool.PendingWorkItemCount}");

    private static void EndWithStandardInput()
    {
        using Stream input = Console.OpenStandardInput();
        byte[] buffer = new byte[256];
        while (input.Read(buffer) > 0)
        {
            // Whatever is typed is ignored; only the end of the input counts.
        }
        Environment.Exit(0);
    }

    private void EndInTime() => EndAfter(Option("seconds", DefaultSeconds));

    private static void EndAfter(int seconds)
    {
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        Environment.Exit(0);
    }
}
