namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>The growth that is on trial, the last one that proved itself, and the rest after one that failed.</summary>
internal struct Trials
{
    // For how long nothing must wait until what failed says nothing about the next queue.
    private const double Forget = 1;

    private Trial _open;
    // The last that proved itself since the queue was empty.
    private Trial _proven;
    private Rest _rest;

    /// <summary>What this look says of the one that was open; null when there was none, or it goes on.</summary>
    public bool? Helped { get; private set; }

    public readonly bool IsOpen => _open.IsOpen;

    /// <summary>Whether none is open, and none has proved itself since the queue was empty.</summary>
    public readonly bool IsFirst => !_open.IsOpen && !_proven.IsOpen;

    public readonly bool Rests(double at) => _rest.Lasts(at);

    /// <summary>Why growth rests, or Calm when it does not.</summary>
    public readonly GovernorReason RestReason => _rest.Reason;

    public void Look(in PoolSample sample, PoolHistory history, in StandingQueue queue)
    {
        Helped = null;
        if (sample.Waiting == 0) LookServed(sample, history, queue);
        else if (_open.IsOpen && queue.IsTold) LookWaiting(sample, history);
    }

    /// <summary>
    /// An empty queue proves that the workers were needed, unless nothing had been completed before, or all that began
    /// met a lock that was taken: then they may have run into the same deadlock or convoy, and the trial goes on.
    /// </summary>
    private void LookServed(in PoolSample sample, PoolHistory history, in StandingQueue queue)
    {
        if (queue.EmptyFor(sample.At) > Forget) (_rest, _proven) = (default, default);
        if (!_open.IsOpen) return;
        bool goesOn = _open.IsBlind || _open.AllWaitForLocks(sample, history);
        bool? helps = goesOn ? _open.Helps(sample, history) : sample.Threads > _open.From;
        if (goesOn && helps == false) Helped = false;
        if (helps is null || Helped == false) return;
        if (helps == true) _rest = default;
        (_proven, _open) = (helps == true ? _open.Proven(sample) : default, default);
    }

    private void LookWaiting(in PoolSample sample, PoolHistory history)
    {
        _open = _open.Look(sample, history);
        if (_open.HasLostItsMeasure(sample, history)) _open = _open.Blind(sample, history);
        Helped = _open.Helps(sample, history);
        if (Helped != true) return;
        (_proven, _open) = (_open.Proven(sample), default);
        _rest.Lift();
    }

    /// <summary>Other items run now than when a growth failed, or they are done more slowly: that is forgotten.</summary>
    public void ForgetWhatIsOver(in PoolSample sample, PoolHistory history)
    {
        if (_rest.HasFailed && _rest.OthersRunNow(sample, history)) _rest = default;
        if (_rest.HasFailed && _rest.MeasureIsOutdated(sample, history)) (_rest, _proven) = (default, default);
    }

    /// <summary>Whether what the last growth brought shows yet, so that the next one has to wait.</summary>
    public readonly bool Settles(in PoolSample sample, PoolHistory history, in StandingQueue queue) =>
        !_open.IsOpen && queue.Since <= _proven.ProvenAt && _proven.Settles(sample, history);

    /// <summary>Begins one unless one is open; the most workers that there may be by now.</summary>
    public int Grow(in PoolSample sample, PoolHistory history, in StandingQueue queue, int minimum, bool cautious)
    {
        Trial before = _rest.Failed.IsOpen ? _rest.Failed : _proven;
        if (!_open.IsOpen) _open = new Trial(sample, history, minimum, queue.Since, before, HowCautious(sample, cautious));
        return Allowed(sample, history);
    }

    public readonly int Allowed(in PoolSample sample, PoolHistory history) => _open.IsOpen ? _open.Allowed(sample, history) : int.MaxValue;

    /// <summary>Whether the open one only brought more workers before locks.</summary>
    public readonly bool MetLocks(in PoolSample sample, PoolHistory history) => _open.AllWaitForLocks(sample, history);

    /// <summary>Whether too little was completed before the open one to compare with.</summary>
    public readonly bool IsBlind => _open.IsBlind;

    /// <summary>The open one has failed: what to go back to, and how many workers there were when it began.</summary>
    public (int Minimum, int Workers) Fail(in PoolSample sample, PoolHistory history, GovernorReason reason)
    {
        (int Minimum, int Workers) before = (_open.MinimumBefore, _open.From);
        _rest.Begin(sample, history, _open.Failed(sample), reason);
        _open = default;
        return before;
    }

    /// <summary>More workers do not help; whether fewer would do is not known.</summary>
    public void Stop(double at)
    {
        _open = default;
        _rest.Pause(at);
    }

    /// <summary>
    /// A growth is tried with caution beside busy processors, which it may only share out, and while a failure before
    /// it counts.
    /// </summary>
    private readonly Caution HowCautious(in PoolSample sample, bool cautious) =>
        _rest.IsStandstill(sample) ? Caution.Standstill : cautious || _rest.HasFailed ? Caution.Few : Caution.None;
}
