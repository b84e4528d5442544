using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Tier 2, events: who waits for whose lock, and which timers fire late. Only opened when something is wrong, without
/// stacks, and closed after <see cref="EventBudget"/> events: a process with hot locks or many timers sends them by the
/// ten thousand. The budget is renewed for each window of a long look. Written by the session's reader, read under the
/// same lock.
/// </summary>
internal sealed class CloseLookListener
{
    public const int EventBudget = 20_000;

    // How it began, and how it is now.
    private const int FirstKept = 5_000;
    private const int NewestKept = 15_000;

    private const string FrameworkProvider = "System.Diagnostics.Eventing.FrameworkEventSource";
    private const long ContentionKeyword = 0x4000;
    private const long ThreadTransferKeyword = 0x10;
    private const int TransferSend = 150;
    private const int TransferReceive = 151;
    // "kind" of a transfer that is a timer (TimerQueueTimer in dotnet/runtime).
    private const int TimerKind = 1;

    private readonly Clock _clock;
    private readonly object _lock = new();
    private readonly Remembered<LockWait> _lockWaits = new(FirstKept, NewestKept);
    private readonly Remembered<TimerShot> _fired = new(FirstKept, NewestKept);
    private TimerBook _timers = new();
    private int _events;
    private int _allowed = EventBudget;

    public CloseLookListener(Clock clock) => _clock = clock;

    public static SessionPlan Plan { get; } = new("close look",
    [
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, ContentionKeyword),
        new(FrameworkProvider, EventLevel.Informational, ThreadTransferKeyword),
    ]);

    public int Events => Volatile.Read(ref _events);

    /// <summary>Whether the session has cost enough and should be ended.</summary>
    public bool BudgetSpent => Events >= Volatile.Read(ref _allowed);

    /// <summary>
    /// Allows as much again, for a session that is opened anew: timers that were armed meanwhile were not seen.
    /// </summary>
    public void Renew()
    {
        Volatile.Write(ref _allowed, Events + EventBudget);
        lock (_lock) _timers = new();
    }

    public void Listen(EventPipeEventSource source)
    {
        source.Clr.ContentionStart += OnContention;
        source.Dynamic.All += OnDynamic;
    }

    public IReadOnlyList<LockWait> LockWaits
    {
        get { lock (_lock) return _lockWaits.Items; }
    }

    /// <summary>Timers that were seen being armed and that fired.</summary>
    public IReadOnlyList<TimerShot> Timers
    {
        get { lock (_lock) return _fired.Items; }
    }

    private void OnContention(ContentionStartTraceData contention)
    {
        Spend();
        lock (_lock)
        {
            _lockWaits.Add(new(
                _clock.At(contention), contention.ThreadID, contention.LockID, (long)contention.LockOwnerThreadID));
        }
    }

    private void OnDynamic(TraceEvent traceEvent)
    {
        if (traceEvent.ProviderName != FrameworkProvider) return;
        Spend();
        if ((int)traceEvent.ID is not (TransferSend or TransferReceive)) return;
        if (Number(traceEvent, "kind") != TimerKind) return;
        long timer = Number(traceEvent, "id");
        double at = _clock.At(traceEvent);
        lock (_lock)
        {
            if ((int)traceEvent.ID == TransferSend) _timers.Arm(timer, at, Number(traceEvent, "intInfo1") / 1000.0);
            else if (_timers.Fire(timer, at) is { } shot) _fired.Add(shot);
        }
    }

    private static long Number(TraceEvent traceEvent, string name) =>
        Convert.ToInt64(traceEvent.PayloadByName(name) ?? 0, CultureInfo.InvariantCulture);

    private void Spend() => Interlocked.Increment(ref _events);
}
