namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>
/// What is known of the pool after a look: the look itself, and what each part remembers of those before. Each part is
/// told of a look here and nowhere else, and whether a rule applies is only read. Owner: the policy.
/// </summary>
internal sealed class Knowledge
{
    // A queue that is worked off within this time needs no worker.
    private const double Prompt = 0.005;
    // Of a queue that is told for the first time.
    private const double Shortest = 0.002;
    private const double LongBusy = 0.5;
    // What is worked off sooner is no trouble, however long the queue has stood.
    private const double LongWait = 0.1;
    // Of one processor. Code that runs for a while is compiled anew now and then, in much less.
    private const double CompilingShare = 0.1;
    private const int FewForProcessor = 2;
    // A worker that waits until code is compiled goes on sooner.
    private const double Unused = 0.02;
    private const double LocksCount = 0.5;
    private const double StaysAhead = 10;

    private PoolSample _sample;
    private IdleWorkers _idle;
    private BlockingPace _blocking;
    private LookWindow _window;

    /// <summary>The largest minimum that may be set.</summary>
    public int MaxWorkers { get; set; } = GovernorOptions.DefaultMaxWorkers;

    public PoolHistory History { get; } = new();

    // Each of these is owned by this object; the actions of the rules change them, and nothing else does.
    public PoolMinimum Minimum = new();
    public StandingQueue Queue = new();
    public Trials Trials;
    public EndlessItems Endless;
    public LongGrowth Growth = new();
    public UnendingWaits Waits = new();
    public GivingBack GivingBack;

    /// <summary>The look, without idle workers.</summary>
    public ref readonly PoolSample Sample => ref _sample;

    public void Look(in PoolSample seen)
    {
        _sample = _idle.Without(seen);
        Minimum.Look(_sample);
        History.Add(_sample);
        Endless.Look(_sample);
        _blocking.Look(_sample);
        Waits.Look(_sample, History);
        Growth.Look(_sample, History);
        _window.Look(_sample.At);
        Queue.Look(_sample, ref _window);
        Trials.Look(_sample, History, Queue);
        if (Queue.IsTold && Trials.Helped is null) Queue.Served(_sample.At, IsPrompt);
    }

    public bool IsServed => _sample.Waiting == 0;

    /// <summary>
    /// Whether what waits is worked off at once. A pool that is busy with short items has a queue for ever, and each
    /// look takes a processor from it; beside a collector that stops all threads some thousand times a second a look
    /// waits each time, and the collector for it.
    /// </summary>
    public bool IsPrompt => _sample.Waiting <= RateWhileWaiting * Prompt;

    public bool IsBusy => _sample.Running > _sample.Processors - 0.5;

    /// <summary>
    /// Whether items wait behind the first ones of a program, whose code is being compiled, and none has ended yet. How
    /// long those take, and that they use the processors, says nothing about the next: a few more workers are added,
    /// one for each processor. Not where many came at once, as from all the connections of a load: these wait for the
    /// processors, and more workers would share them.
    /// </summary>
    public bool IsCompiling => MuchIsCompiled && Minimum.Set < MostWhileCompiling && _sample.Coming == 0
        && _sample.Completed == 0 && !IsCrowd;

    public int MostWhileCompiling => Minimum.Asked + _sample.Processors;

    /// <summary>
    /// Whether many came at once while code is compiled, and a processor has been unused for a moment only: the workers
    /// that stand still may wait for that code, and go on shortly. Before the first growth alone, and not where one
    /// waits for a task.
    /// </summary>
    public bool IsCrowdThatBegins => MuchIsCompiled && Trials.IsFirst && _sample.TaskWaits == 0
        && IsCrowd && Queue.UnusedFor < Unused;

    private bool MuchIsCompiled => Queue.CompilingShare(_sample.At) > CompilingShare;

    private bool IsCrowd => _sample.Waiting > FewForProcessor * _sample.Processors;

    /// <summary>
    /// Whether items that compute keep blocked ones from being replaced. A still worker beside one for each processor
    /// may be one that the pool tried and left idle. A queue that is filled as fast as it is worked off stands for
    /// long, and yet no item waits for long.
    /// </summary>
    public bool WaitsBehindBlocked => _sample.At - Queue.Since > LongBusy && _sample.Waiting > RateWhileWaiting * LongWait
        && !Suffice(_sample.Blocked);

    /// <summary>Whether the workers that are not blocked suffice for what waits.</summary>
    public bool UnblockedSuffice => Suffice(StandsStill);

    /// <summary>
    /// For how many workers others are needed. Once there is a growth, whatever does not use a processor counts.
    /// </summary>
    public int Blocked => Minimum.IsRaised ? Math.Max(StandsStill, _sample.Threads - (int)Math.Round(_sample.Running)) : StandsStill;

    /// <summary>Whether workers were needed not long ago, so that more may be soon.</summary>
    public bool IsAhead => _sample.At - GivingBack.NeededAt < StaysAhead;

    /// <summary>Whether blocked workers are replaced before an item has to wait.</summary>
    public bool MayNeedMore => IsAhead && !Trials.Rests(_sample.At) && !History.AllWaitForLocks(LocksCount)
        && _sample.WorkersSeen && !IsBusy;

    public int Reserve =>
        Math.Min(_sample.Blocked + _sample.Processors + _blocking.SoonBlocked, Trials.Allowed(_sample, History));

    private double RateWhileWaiting => History.Rate(Math.Clamp(_sample.At - Queue.Since, Shortest, 0.1));

    /// <summary>
    /// Workers that stand still. One that waits for a task is blocked now, though it ran in the window.
    /// </summary>
    private int StandsStill =>
        Math.Max(Queue.Blocked(_sample, RateWhileWaiting), Math.Min(_sample.TaskWaits, _sample.Threads - _sample.Idle));

    /// <summary>With one for each processor a few others are not needed, or not awake yet.</summary>
    private bool Suffice(int blocked) =>
        blocked == 0 || blocked < _sample.Processors && _sample.Threads - blocked >= _sample.Processors;
}
