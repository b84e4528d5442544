using ThreadPoolDoctor.Governor.Decisions;
using ThreadPoolDoctor.Governor.Sampling;
using ThreadPoolDoctor.Governor.Telemetry;

namespace ThreadPoolDoctor.Governor.Control;

/// <summary>
/// The governor's thread: looks, asks the policy, sets the pool's minimum, tells. It is the only place that changes
/// anything, and puts back what it changed however it ends.
/// </summary>
internal sealed class GovernorThread
{
    private const double TellAgain = 10;

    private readonly Action<GovernorStep> _tell;
    private readonly Thread _thread;
    private readonly Sampler _sampler = new();
    private volatile bool _ending;
    private volatile bool _ended;
    // Written by any thread that renews, read by this one; a lock because both are wider than a word.
    private readonly object _terms = new();
    private Lease _lease;
    private int _maxWorkers;
    // Written by this thread alone.
    private readonly Policy _policy = new();
    private Pace _pace;
    private TroubleBudget _budget;
    private int _minimum;
    private long _completed;
    private int _threads;
    private double _looked;
    private double _told = double.NegativeInfinity;
    private volatile GovernorStatus _status;
    private GovernorReason _reason;

    public GovernorThread(GovernorOptions options, Lease lease, Action<GovernorStep> tell)
    {
        (_lease, _maxWorkers, _tell) = (lease, options.MaxWorkers, tell);
        ThreadPool.GetMinThreads(out _minimum, out _);
        _status = new(true, _minimum, _minimum, null, default);
        _thread = new Thread(Run) { IsBackground = true, Name = "TPD Governor" };
    }

    public bool HasEnded => _ended;

    public GovernorStatus Status => _status;

    public Lease Lease
    {
        get { lock (_terms) return _lease; }
    }

    public int MaxWorkers
    {
        get { lock (_terms) return _maxWorkers; }
    }

    public void Begin() => _thread.Start();

    /// <summary>
    /// Takes over new terms; a governor that the program started itself is never given a lease. False when it is
    /// ending.
    /// </summary>
    public bool Renew(GovernorOptions options, Lease lease)
    {
        lock (_terms)
        {
            if (_ending) return false;
            if (!_lease.IsNone) _lease = lease;
            _maxWorkers = options.MaxWorkers;
            return true;
        }
    }

    /// <summary>Ends it and waits until the minimum is back.</summary>
    public void End()
    {
        _ending = true;
        if (Thread.CurrentThread != _thread) _thread.Join();
    }

    private void Run()
    {
        try
        {
            WarmUp();
            bool seeWorkers = false;
            while (MayStay()) seeWorkers = Turn(seeWorkers);
        }
        catch (Exception fault)
        {
            // A governor that fails must not take the program with it: it says so, and leaves the pool as it was.
            GovernorEventSource.Log.Fault(fault.ToString());
        }
        finally
        {
            GiveBack();
            _ended = true;
        }
    }

    /// <summary>
    /// Has everything compiled that the first starvation needs: it comes when there is neither time nor processor to
    /// spare.
    /// </summary>
    private void WarmUp()
    {
        _sampler.Take(seeWorkers: true);
        PoolSample sample = _sampler.Take(seeWorkers: true) with { Waiting = 1, Blocked = 2, WorkersSeen = true, Threads = 2 };
        Policy rehearsal = new();
        for (int look = 1; look <= 6; look++) rehearsal.Next(sample with { At = look * 0.005, Running = look > 4 ? 9 : 0, MemoryLeft = MemoryRoom.Left() });
        _ = new GovernorStep(DateTimeOffset.UtcNow, GovernorReason.Blocked, 2, 3, 1, 2, 2).ToString();
        TaskWaits.Count();
        _sampler.Rest();
    }

    private bool MayStay()
    {
        lock (_terms)
        {
            _ending |= !_lease.Holds(DateTimeOffset.UtcNow, GovernorEventSource.Log.ToolListens);
            return !_ending;
        }
    }

    private bool Turn(bool seeWorkers)
    {
        double usedBefore = ProcessorSeconds();
        PoolSample sample = _sampler.Take(seeWorkers);
        _policy.MaxWorkers = MaxWorkers;
        Decision decision = _policy.Next(sample);
        Apply(sample, decision);
        Sleep(sample, decision, usedBefore);
        return decision.SeeWorkers;
    }

    private void Apply(in PoolSample sample, Decision decision)
    {
        int before = sample.Minimum;
        if (decision.Minimum != before && !TrySet(before, decision.Minimum)) decision = decision with { Minimum = before, Reason = GovernorReason.Refused };
        if (decision.PullBackTo > 0) PullBack(decision.PullBackTo);
        _minimum = decision.Minimum;
        _policy.Settle(_minimum);
        Report(sample, before, decision);
    }

    /// <summary>
    /// False when the pool refuses, as where its configuration forces a minimum, or the program changed it just now.
    /// </summary>
    private static bool TrySet(int expected, int minimum)
    {
        ThreadPool.GetMinThreads(out int now, out int completionPorts);
        return now == expected && ThreadPool.SetMinThreads(minimum, completionPorts);
    }

    /// <summary>
    /// Brings the pool back to fewer workers. It keeps the number that it has reached until its own search finds a
    /// better one, which takes very long; a maximum that is lowered and put back at once is the only thing that it
    /// obeys. Should the program set its maximum in between, that stays.
    /// </summary>
    private static void PullBack(int workers)
    {
        ThreadPool.GetMaxThreads(out int maximum, out int completionPorts);
        int least = Math.Max(workers, Environment.ProcessorCount);
        if (least >= maximum || !ThreadPool.SetMaxThreads(least, completionPorts)) return;
        ThreadPool.GetMaxThreads(out int now, out completionPorts);
        if (now == least) ThreadPool.SetMaxThreads(maximum, completionPorts);
    }

    private void Report(in PoolSample sample, int before, Decision decision)
    {
        bool changed = decision.Minimum != before;
        bool news = decision.Reason != _reason && decision.Reason != GovernorReason.Calm;
        _reason = decision.Reason;
        if (!changed && !news) return;
        GovernorStep step = new(DateTimeOffset.UtcNow, decision.Reason, before, decision.Minimum, sample.Waiting, sample.Threads, sample.BlockedWithItem);
        if (!changed && sample.At - _told <= TellAgain)
        {
            // A status query gets the present reason, however lately another one has been told.
            _status = _status with { Last = step };
            return;
        }
        if (!changed) _told = sample.At;
        Tell(step);
    }

    private void Tell(in GovernorStep step)
    {
        int asked = Math.Max(_policy.Asked, 0);
        DateTimeOffset? since = step.To > asked ? _status.Since ?? step.At : null;
        _status = new(!_ending, asked, step.To, since, step);
        GovernorEventSource.Log.ReportStep(step, asked);
        GovernorMeter.Count(step.Reason);
        _tell(step);
    }

    private void Sleep(in PoolSample sample, Decision decision, double usedBefore)
    {
        double next = decision.NextLook;
        if (next <= 0)
        {
            next = _pace.Next(_usedLast, sample.At - _looked, sample.Completed != _completed || sample.Threads != _threads);
        }
        double owed = _budget.Pause(sample.At, ProcessorSeconds() - usedBefore);
        (_looked, _completed, _threads) = (sample.At, sample.Completed, sample.Threads);
        double pause = Math.Max(next - (_sampler.Now - sample.At), owed);
        Thread.Sleep(Math.Max(1, (int)Math.Round(pause * 1000)));
        _usedLast = ProcessorSeconds() - usedBefore;
    }

    // What the look before this one cost, with the waking up.
    private double _usedLast;

    private static double ProcessorSeconds() => OperatingSystem.IsLinux() ? LibC.ThreadSeconds() : 0;

    private void GiveBack()
    {
        _sampler.Rest();
        ThreadPool.GetMinThreads(out int now, out int completionPorts);
        int asked = _policy.Asked;
        int minimum = now;
        if (now == _minimum && asked >= 0 && asked < now && ThreadPool.SetMinThreads(asked, completionPorts)) minimum = asked;
        GovernorStep step = new(DateTimeOffset.UtcNow, GovernorReason.Ended, now, minimum, ThreadPool.PendingWorkItemCount, ThreadPool.ThreadCount, 0);
        _status = new(false, minimum, minimum, null, step);
        GovernorEventSource.Log.ReportStep(step, minimum);
    }
}
