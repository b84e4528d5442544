using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection.Queues;

/// <summary>
/// Who fills the queue, and how long items wait in it. Only while work waits, once in a window of the look, and
/// bounded: the pool raises two events for each item, about a microsecond each, and ten times that with a stack. So the
/// items are counted without stacks first, and how long stacks are asked for follows from how many came.
/// </summary>
internal sealed class QueueLook(Tiers tiers, Clock clock, TimeSpan duration, bool stacks, bool canLeaveStacksOut) : IDisposable
{
    private const string Delays = "how long items wait in the queue";
    private const string Who = "who queues work";

    // A pool that completes more is busy rather than starving, and its events would cost it.
    private const double MostCompletedPerSecond = 20_000;

    private const int Budget = 20_000;

    // A runtime that cannot leave stacks out walks one for each event.
    private const int BudgetWithStacks = 1_000;

    // Stacks to take.
    private const double Stacks = 300;
    private const double ShortestSeconds = 0.003;

    // For how long the items are counted before stacks are asked for, and the time in which those are waited for: a
    // look of a second shall not last much longer for them.
    private readonly double _countSeconds = Math.Clamp(duration.TotalSeconds / 10, 0.1, 0.2);
    private readonly double _longestSeconds = Math.Clamp(duration.TotalSeconds / 10, 0.1, 0.25);

    private readonly QueueListener _listener = new(clock, canLeaveStacksOut ? Budget : BudgetWithStacks);
    private readonly QueuerSample _sample = new();
    private LiveSession? _session;
    private LiveSession? _sampleSession;
    private Task _sampling = Task.CompletedTask;
    private double _window = -1;
    private double _began;
    private long _queuedBefore;
    private bool _sampled;

    public long Events => _listener.Events + _sample.Events;

    public IReadOnlyList<QueuedItem> Items => _listener.Items;

    /// <summary>With names from this resolver.</summary>
    public IReadOnlyList<QueuedStack> Queuers(FrameResolver resolver) => _sample.Read(resolver);

    /// <summary>Looks, or looks on, or ends it when it has cost enough.</summary>
    /// <param name="window">When the present window of the look began.</param>
    /// <param name="waiting">The newest reading, where work waits at it; null where none does.</param>
    public async Task LookAsync(double window, CounterTick? waiting)
    {
        if (_session is null)
        {
            if (waiting?.CompletedPerSecond < MostCompletedPerSecond && _window < window) await BeginAsync(window);
            return;
        }
        // The pool notices that it is listened to when a worker takes an item next, and raises no events until then.
        bool counted = clock.Now - _began >= _countSeconds && _listener.ItemsQueued > _queuedBefore;
        if (!_sampled && stacks && counted) BeginSample();
        if (_listener.BudgetSpent) await EndAsync();
    }

    /// <summary>Ends what is under way.</summary>
    public async Task EndAsync()
    {
        await _sampling;
        if (_sampleSession is { } sample)
        {
            _sampleSession = null;
            tiers.Count(sample.Bytes, sample.LostEvents, Who);
            sample.Dispose();
        }
        if (_session is not { } session) return;
        _session = null;
        await tiers.CloseAsync(session, Delays);
        session.Dispose();
        _listener.End(clock.Now);
    }

    /// <summary>Cuts off what was not ended.</summary>
    public void Dispose()
    {
        _sampleSession?.Dispose();
        _session?.Dispose();
    }

    private async Task BeginAsync(double window)
    {
        _window = window;
        _began = clock.Now;
        _queuedBefore = _listener.ItemsQueued;
        _sampled = false;
        _listener.Begin();
        _session = await tiers.TryOpenAsync(new("queue", QueueListener.Providers), _listener.Listen, Delays);
    }

    /// <summary>Not waited for: a slow process takes seconds to end a session.</summary>
    private void BeginSample()
    {
        _sampled = true;
        double perSecond = (_listener.ItemsQueued - _queuedBefore) / (clock.Now - _began);
        double seconds = perSecond * _longestSeconds <= Stacks ? _longestSeconds : Math.Max(Stacks / perSecond, ShortestSeconds);
        _sampling = tiers.TryAsync(Who, async () =>
        {
            _sampleSession = await tiers.OpenAsync(new("queuers", QueueListener.Providers, Stacks: true), _sample.Listen);
            // Not awaited: on a busy machine every change of thread adds events to the sample.
            Thread.Sleep(TimeSpan.FromSeconds(seconds));
            await tiers.StopAsync(_sampleSession);
        });
    }
}
